import { erased, fromPackage, type ImportRule, oneOf } from './importRule.ts';

/**
 * Allowed imports between our packages (docs/architecture.md, rule 1): package → entries that its sources may import.
 * The compiler erases a `type`, which adds no code and no secrets; a `value` becomes part of the bundle.
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
  'packages/cli': { '@latchkey/server': 'value', '@latchkey/wire': 'value' },
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
  'apps/hosted': {
    '@latchkey/core': 'value',
    '@latchkey/core/hosted': 'value',
    '@latchkey/react': 'value',
    '@latchkey/wire': 'value',
  },
  'apps/docs': {},
  'apps/gallery': {
    '@latchkey/core': 'value',
    '@latchkey/frame/protocol': 'type',
    '@latchkey/wire': 'value',
  },
};

/** The only package that may import files of other packages by path, and those files, which no entry exports. */
const extraEntry = { from: 'apps/gallery', files: '(?:packages/react|apps/hosted)/src/gallery\\.ts' };

/** Packages that only tests, tools and the testkit may import. */
const testOnly = ['vitest', '@latchkey/testkit', 'playwright-core'];

const ofOurs = fromPackage(['@latchkey']);

/**
 * Returns a pattern for these entries of packages: `@latchkey/frame/protocol` is `src/protocol.ts` or
 * `src/protocol/index.ts`.
 */
const entries = (specifiers: readonly string[]): string => {
  const paths = specifiers.map((specifier) => {
    const [, name, entry] = specifier.split('/');
    return `${name}/src/${entry === undefined ? 'index' : `${entry}(?:/index)?`}`;
  });
  return `^node_modules/@latchkey/(?:${paths.join('|')})\\.tsx?$`;
};

const specifiersOf = (publicApi: Record<string, 'value' | 'type'>, as: 'value' | 'type') =>
  Object.keys(publicApi).filter((specifier) => publicApi[specifier] === as);

/** Requires package names in imports between packages, and the directions of docs/architecture.md. */
export const packageImports: readonly ImportRule[] = [
  {
    name: 'by-name',
    comment: 'a path into another package. Import the package by its name.',
    from: { path: '^((?:packages|apps)/[^/]+)/src/' },
    to: { dependencyTypes: ['local'], pathNot: `^$1/|^${extraEntry.files}$` },
  },
  {
    name: 'self-by-path',
    comment: 'a package imports its own files by their paths.',
    from: { path: '^((?:packages|apps)/[^/]+)/src/' },
    to: { path: '^$1/src/', dependencyTypesNot: ['local', 'type-import'] },
  },
  {
    name: 'extra-entry',
    comment: `a path into another package, which only ${extraEntry.from} may import.`,
    from: { path: '^((?:packages|apps)/[^/]+)/', pathNot: `^${extraEntry.from}/` },
    to: { path: `^${extraEntry.files}$`, pathNot: '^$1/' },
  },
  {
    name: 'test-only',
    comment: 'only tests may use it.',
    from: { path: '^(?:packages|apps)/', pathNot: '^packages/testkit/' },
    to: { path: fromPackage(testOnly) },
  },
  {
    name: 'unlisted-package',
    comment: 'the package has no row in scripts/check-architecture/packageImports.ts.',
    from: { path: '^(?:packages|apps)/', pathNot: `^${oneOf(Object.keys(publicApis))}/` },
    to: { path: ofOurs, pathNot: fromPackage(testOnly) },
  },
  ...Object.entries(publicApis).flatMap(([packagePath, publicApi]) => [
    {
      name: `may-import-${packagePath}`,
      comment: `${packagePath} may not import it (docs/architecture.md, Imports).`,
      from: { path: `^${packagePath}/` },
      to: { path: ofOurs, pathNot: [entries(Object.keys(publicApi)), fromPackage(testOnly)] },
    },
    {
      name: `as-types-${packagePath}`,
      comment: `${packagePath} may import it only as a type: write \`import type\`.`,
      from: { path: `^${packagePath}/` },
      to: { path: entries(specifiersOf(publicApi, 'type')), dependencyTypesNot: [...erased] },
    },
  ]),
];
