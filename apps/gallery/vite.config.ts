import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Serves the stand-in for the wallet frame at the URL that clients use. */
const walletFrame: Plugin = {
  name: 'wallet-frame',
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use('/apps/', async (request, response) => {
      const html = '<!doctype html><script type="module" src="/src/walletFrame.ts"></script>';
      response.setHeader('content-type', 'text/html');
      response.end(await transformIndexHtml(request.url ?? '/', html));
    });
  },
};

export default defineConfig({
  plugins: [react(), walletFrame],
  // Uses our packages' sources, so a change is visible without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  build: { rolldownOptions: { input: ['index.html', 'frame.html'] } },
  server: { host: 'localhost', port: 3100, strictPort: true },
});
