import { defineConfig } from 'vite';
import { buildTargets } from '../../scripts/build/browserTargets.ts';

export default defineConfig({
  // Uses our packages' sources, so a change is visible without a build.
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  build: {
    target: buildTargets,
    manifest: 'manifest.json',
    modulePreload: false,
    // The site is part of a published package, which must contain the licences of what is bundled.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: 'src/main.ts',
      // React's packages mark browser code with 'use client' for server frameworks. The bundler ignores the directive.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
});
