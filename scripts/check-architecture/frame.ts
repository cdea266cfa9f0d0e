import { erased, fromPackage, type ImportRule } from './importRule.ts';
import type { Rule } from './tree.ts';

/** Third-party packages that the frame may import (docs/dependencies.md). */
const allowed = [
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@scure/bip39',
  'hash-wasm',
  'ox',
  'shamir-secret-sharing',
];

/** Refuses other third-party packages in the frame. Type imports are allowed, because they are erased. */
export const frameImports: readonly ImportRule[] = [
  {
    name: 'frame-foreign-code',
    comment: "it is not on the frame's list of foreign code.",
    from: { path: '^packages/frame/src/' },
    to: {
      pathNot: `^\\.|^packages/frame/src/|${fromPackage(['@latchkey', ...allowed])}`,
      dependencyTypesNot: [...erased],
    },
  },
];

/** Requires exact versions of the frame's dependencies. */
export const frame: Rule = ({ read }) => {
  const path = 'packages/frame/package.json';
  const text = read(path);
  if (text === null) return [];
  const manifest = JSON.parse(text) as { dependencies?: object; devDependencies?: object };
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  return versions
    .filter(([, version]) => !/^\d+\.\d+\.\d+/.test(String(version)))
    .map(([name, version]) => ({
      path,
      message: `wants ${name} ${version}: the frame names exact versions only.`,
    }));
};
