import type { Import, Rule, SourceFile } from './tree.ts';

/**
 * Who may import whom (docs/architecture.md, Imports): package → what its sources may import of ours. `type` is erased by the
 * compiler and therefore free of weight and of secrets; `value` ends up in the bundle.
 */
const publicApis: Record<string, Record<string, 'value' | 'type'>> = {
  'packages/wire': {},
  'packages/frame': { '@latchkey/wire': 'type' },
  'packages/core': {
    '@latchkey/wire': 'value',
    '@latchkey/frame/protocol': 'value',
    '@latchkey/frame/addresses': 'value',
    '@latchkey/frame/readable': 'value',
  },
  'packages/node': { '@latchkey/wire': 'value' },
  'packages/react': {
    '@latchkey/core': 'value',
    '@latchkey/frame/readable': 'value',
    '@latchkey/wire': 'value',
  },
  'packages/wagmi': { '@latchkey/core': 'value' },
  'packages/walletconnect': { '@latchkey/core': 'type', '@latchkey/wire': 'value' },
  'packages/coinbase': { '@latchkey/core': 'type' },
  'packages/server': { '@latchkey/wire': 'value' },
  'packages/sandbox': {},
  'packages/testkit': {
    '@latchkey/server': 'value',
    '@latchkey/core': 'value',
    '@latchkey/wire': 'value',
    '@latchkey/frame/protocol': 'value',
    '@latchkey/sandbox': 'value',
    '@latchkey/sandbox/guard': 'value',
  },
  'apps/demo': {
    '@latchkey/coinbase': 'value',
    '@latchkey/react': 'value',
    '@latchkey/react/solana': 'value',
    '@latchkey/walletconnect': 'value',
  },
  // Pages that every app trusts: plain DOM first, React and the modal behind it.
  'apps/hosted': {
    '@latchkey/core': 'value',
    '@latchkey/core/hosted': 'value',
    '@latchkey/react': 'value',
    '@latchkey/wire': 'value',
  },
  'apps/gallery': {
    '@latchkey/core': 'value',
    '@latchkey/frame/protocol': 'type',
    '@latchkey/wire': 'value',
  },
};

/** Files that a package may import by path: no other package exports them. */
const extraEntries: Record<string, string> = { 'apps/gallery': 'packages/react/src/gallery.ts' };

/** Only tests and tools may import these, in every package. */
const testOnly = ['vitest', '@latchkey/testkit', 'playwright-core'];

/** Imports between packages go through package names, in the directions of docs/architecture.md. */
export const packageImports: Rule = ({ files }) =>
  files
    .filter((file) => file.path.startsWith(`${file.packagePath}/src/`) && !file.isTest)
    .flatMap((file) =>
      file.imports.flatMap((one) => {
        const message = complaint(file, one);
        return message ? [{ path: file.path, line: one.line, message }] : [];
      }),
    );

function complaint(file: SourceFile, { specifier, target, isTypeOnly }: Import): string | null {
  if (target && !target.startsWith(`${file.packagePath}/`) && extraEntries[file.packagePath] !== target) {
    return `reaches into another package by path: ${specifier}. Import the package by its name.`;
  }
  if (testOnly.includes(specifier) && file.packagePath !== 'packages/testkit') {
    return `imports ${specifier}, which only tests may use.`;
  }
  if (!specifier.startsWith('@latchkey/')) return null;
  const publicApi = publicApis[file.packagePath]?.[specifier];
  if (publicApi === undefined)
    return `${file.packagePath} may not import ${specifier} (docs/architecture.md, Imports).`;
  if (publicApi === 'type' && !isTypeOnly) {
    return `${file.packagePath} may import ${specifier} only as a type: write \`import type\`.`;
  }
  return null;
}
