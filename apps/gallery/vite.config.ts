import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Serves the stand-in of the wallet frame where clients look for it. */
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
  // Our packages from their sources, so that a change shows without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  server: { host: 'localhost', port: 3100, strictPort: true },
});
