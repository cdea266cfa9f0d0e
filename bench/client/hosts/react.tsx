import { createRoot } from 'react-dom/client';

/** React and a button, which every host page already has. The sizes do not count them. */
createRoot(document.getElementById('root') as HTMLElement).render(
  <button type="button" id="open">
    Log in
  </button>,
);
