import type { Rule, Tree, Violation } from './tree.ts';

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

/** The frame runs nothing but its own files and the allow-listed packages in exact versions. */
export const frame: Rule = (tree) => [...checkImports(tree), ...checkManifest(tree)];

function checkImports({ files }: Tree): Violation[] {
  return files
    .filter((file) => file.path.startsWith('packages/frame/src/') && !file.isTest)
    .flatMap((file) =>
      file.imports
        .filter(
          ({ specifier, target, isTypeOnly }) =>
            !target && !isTypeOnly && !specifier.startsWith('@latchkey/'),
        )
        .filter(
          ({ specifier }) => !allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
        )
        .map(({ specifier, line }) => ({
          path: file.path,
          line,
          message: `imports ${specifier}, which is not on the frame's list of foreign code.`,
        })),
    );
}

function checkManifest({ read }: Tree): Violation[] {
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
}
