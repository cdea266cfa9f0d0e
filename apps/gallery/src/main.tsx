import { createRoot } from 'react-dom/client';
import { Catalogue } from './Catalogue.tsx';
import { loadFonts } from './loadFonts.ts';
import { openPreview } from './openPreview.ts';
import { placeFrame } from './placeFrame.ts';

// Vite sets `import.meta.env`. The documentation site serves a built gallery under a path.
const base = import.meta.env?.BASE_URL ?? '/';
if (base !== '/') placeFrame(base);

// Without a state in the URL, the page is the catalogue, which shows each state in an iframe.
const asked = new URLSearchParams(location.search).get('state');
const root = document.getElementById('root');
if (asked) void loadFonts().then(() => openPreview(new URLSearchParams(location.search)));
else if (root) createRoot(root).render(<Catalogue />);
