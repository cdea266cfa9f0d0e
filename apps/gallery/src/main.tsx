import { createRoot } from 'react-dom/client';
import { Catalogue } from './Catalogue.tsx';
import { loadFonts } from './loadFonts.ts';
import { openPreview } from './openPreview.ts';

// Without a state in its address the page is the list, and shows each state as a page in a frame.
const asked = new URLSearchParams(location.search).get('state');
const root = document.getElementById('root');
if (asked) void loadFonts().then(() => openPreview(new URLSearchParams(location.search)));
else if (root) createRoot(root).render(<Catalogue />);
