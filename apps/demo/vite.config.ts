import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Uses our packages' sources, so a change is visible without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  build: {
    // The site is part of a published package, which must contain the licences of what is bundled.
    license: { fileName: 'licenses.md' },
  },
  server: { host: 'localhost', port: 3000, strictPort: true },
});
