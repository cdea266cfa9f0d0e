import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { manifestsInKey, moduleCache } from '../moduleCache.ts';

const root = join(import.meta.dirname, '../../..');
const conditions = ['@latchkey/source', 'node', 'development|production'];

// Tests that fail on purpose. Other tests run them one by one, and check what is left afterwards.
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  plugins: [manifestsInKey],
  test: {
    experimental: moduleCache,
    name: 'failing',
    include: ['scripts/test/failing/*.fixture.ts'],
    pool: 'forks',
    isolate: false,
    setupFiles: ['packages/testkit/src/processes/setUp.ts', 'e2e/harness/evidence/setUp.ts'],
  },
});
