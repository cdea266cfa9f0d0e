import { createRoot } from 'react-dom/client';

// React and a button, with the React that the published client brings: what its size does not count.
createRoot(document.getElementById('root')).render(
  <button type="button" id="open">
    Log in
  </button>,
);
