import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vite } from 'vitest/node';
import { root } from '../build/contentHash.ts';

/** Our packages' manifests. Their `exports` decide which file an import means, and a cached module keeps the answer. */
const packages = join(root, 'packages');
const manifests = readdirSync(packages).map((name) =>
  readFileSync(join(packages, name, 'package.json'), 'utf8'),
);

/** Makes the manifests part of each cache key. */
export const manifestsInKey: Vite.Plugin = {
  name: 'manifests',
  configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
    addToKey(() => manifests.join());
  },
};

/**
 * Each module is transformed for the first that asks, and in later runs only when it changed. Entries are named by a hash of all
 * that makes them, so none gets old.
 */
export const moduleCache = {
  fsModuleCache: true,
  fsModuleCachePath: join(root, 'node_modules/.cache/latchkey-modules'),
};
