import { erased, fromPackage, type ImportRule } from './importRule.ts';
import type { Rule } from './tree.ts';

/** The only foreign code that runs beside a key (docs/dependencies.md, custody "Budgets"). */
const allowed = [
  '@noble/ciphers',
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@scure/bip39',
  'hash-wasm',
  'ox',
  'shamir-secret-sharing',
];

/** The frame runs nothing but its own files and these packages; imports of types are erased. */
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

/** The frame names exact versions only. */
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
