import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vite } from 'vitest/node';
import { root } from '../build/contentHash.ts';

/**
 * Manifests of our packages. Their `exports` decide to which file an import resolves, and a cached module keeps the
 * result.
 */
const packages = join(root, 'packages');
const manifests = readdirSync(packages).map((name) =>
  readFileSync(join(packages, name, 'package.json'), 'utf8'),
);

/** Adds the manifests to each cache key. */
export const manifestsInKey: Vite.Plugin = {
  name: 'manifests',
  configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
    addToKey(() => manifests.join());
  },
};

/**
 * Makes Vitest keep transformed modules on disk, named by a hash of their inputs. A later run transforms a module again
 * only if its inputs changed.
 */
export const moduleCache = {
  fsModuleCache: true,
  fsModuleCachePath: join(root, 'node_modules/.cache/latchkey-modules'),
};
