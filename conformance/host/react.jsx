import { createRoot } from 'react-dom/client';

// Only React and a button, with the React that the published client brings. The client's size does not count this
// part.
createRoot(document.getElementById('root')).render(
  <button type="button" id="open">
    Log in
  </button>,
);
