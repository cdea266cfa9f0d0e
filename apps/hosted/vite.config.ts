import { defineConfig } from 'vite';
import { buildTargets } from '../../scripts/build/browserTargets.ts';

export default defineConfig({
  // Our packages from their sources, so that a change shows without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  build: {
    target: buildTargets,
    // The process that serves the pages writes their HTML: it names the script and vouches for its bytes.
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: 'src/main.ts',
      // React marks what runs in browsers for frameworks with servers; there is none here.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
});
