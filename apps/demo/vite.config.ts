import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Our packages from their sources, so that a change shows without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  server: { host: 'localhost', port: 3000, strictPort: true },
});
