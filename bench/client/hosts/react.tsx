import { createRoot } from 'react-dom/client';

/** React and a button: what every host page has already, and what the sizes do not count. */
createRoot(document.getElementById('root') as HTMLElement).render(
  <button type="button" id="open">
    Log in
  </button>,
);
