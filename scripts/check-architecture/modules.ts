import { erased, type ImportRule, oneOf } from './importRule.ts';
import type { Rule, SourceFile, Violation } from './tree.ts';

/**
 * The modules of each package, from the lowest tier up (docs/architecture.md, Imports, 2). A module may use its own tier and those
 * below. A module that is not listed is refused, so that a new one is placed on purpose.
 */
export const tiers: Record<string, readonly (readonly string[])[]> = {
  'packages/wire': [
    ['account-types', 'chains', 'cross-app', 'custody', 'on-ramps'],
    ['methods', 'mfa', 'operator', 'users'],
    ['app-config'],
  ],
  'packages/server': [
    ['audit', 'crypto', 'db', 'delivery', 'http', 'metrics', 'outbound'],
    [
      'admission',
      'app-secrets',
      'apps',
      'captcha',
      'chains',
      'challenges',
      'cloud',
      'consent',
      'ethereum',
      'new-numbers',
      'sessions',
      'users',
    ],
    [
      'account',
      'analytics',
      'cross-app',
      'custody',
      'directory',
      'frame-pages',
      'funding',
      'hosted',
      'deployment',
      'keys',
      'methods',
      'mfa',
      'prices',
      'safeguards',
      'webhooks',
    ],
  ],
  'packages/core': [
    ['base64url', 'config', 'http', 'nodes', 'storage'],
    ['captcha', 'consent', 'frame', 'mfa', 'prices', 'session', 'step-up'],
    ['account', 'analytics', 'methods', 'wallets'],
    ['transactions'],
    ['cross-app', 'funding', 'provider'],
  ],
  'packages/frame': [
    ['approval', 'cloud', 'custody', 'decode', 'farcaster', 'page', 'passkey', 'password'],
    ['kit', 'parts', 'readable', 'sign'],
    ['vault'],
    ['operations'],
    ['mfa'],
    ['approve', 'events', 'export', 'offline'],
  ],
  'packages/react': [['display', 'texts'], ['ui'], ['doctor', 'screens', 'flow'], ['modal'], ['hooks']],
  'packages/sandbox': [
    ['contracts'],
    ['chain', 'solana'],
    [
      'bridge',
      'cloudkit',
      'coinbase-onramp',
      'farcaster',
      'faucet',
      'google',
      'inbox',
      'kms',
      'moonpay',
      'oauth',
      'prices',
      'telegram',
      'turnstile',
      'walletconnect',
    ],
  ],
};

/**
 * Packages whose modules import each other's files: an index in each module of the frame would add code that everyone who
 * trusts it has to read, and would join files by their types that have nothing to do with each other.
 */
const withoutIndex = ['packages/frame'];

/** English texts, one file per part: an index would load the texts of every screen with those of one. */
const englishTexts = 'texts/generated/en/\\w+\\.ts$';

/** Methods know their contract and shared ground, never each other. */
const sharedMethodGround = ['account-types', 'changes', 'one-time-code'];

/** A file of a module; the groups are the package's `src` and the module. */
const inModule = `^(${oneOf(Object.keys(tiers))}/src)/([^/]+)/`;

/**
 * Inside a package a module imports another module only through its `index.ts`, downwards or on its tier. Types may be
 * imported in any direction, because they are erased, but only through `index.ts`.
 */
export const moduleImports: readonly ImportRule[] = [
  {
    name: 'composition',
    comment: 'what composes the modules is used by none of them.',
    from: { path: inModule },
    to: { path: '^$1/(?:index|main|service|Provider)\\.tsx?$' },
  },
  {
    name: 'through-index',
    comment: 'a module is imported through its index.ts. Let the module export there what you need.',
    from: { path: inModule, pathNot: `^${oneOf(withoutIndex)}/` },
    to: { path: '^$1/[^/]+/', pathNot: `^$1/(?:$2/|[^/]+/index\\.tsx?$|${englishTexts})` },
  },
  {
    name: 'methods-apart',
    comment: 'a method does not import another method: what they share becomes a module of its own.',
    from: { path: '^(packages/[^/]+/src/methods)/([^/]+)/' },
    to: { path: '^$1/[^/]+/', pathNot: `^$1/(?:$2|${sharedMethodGround.join('|')})/` },
  },
  ...Object.entries(tiers).flatMap(([packagePath, ofPackage]) =>
    ofPackage.slice(0, -1).map((tier, at) => ({
      name: `tiers-${packagePath.replace('packages/', '')}-${at}`,
      comment: 'its module is of a higher tier (docs/architecture.md, Imports).',
      from: { path: `^${packagePath}/src/${oneOf(tier)}/` },
      to: {
        path: `^${packagePath}/src/${oneOf(ofPackage.slice(at + 1).flat())}/${withoutIndex.includes(packagePath) ? '' : 'index\\.tsx?$'}`,
        dependencyTypesNot: [...erased],
      },
    })),
  ),
];

/** Every module has a tier, and no two modules need each other. */
export const modules: Rule = ({ files }) => {
  const inPackage = files.filter((file) => file.packagePath in tiers && file.module !== '' && !file.isTest);
  return [...inPackage.flatMap(checkTier), ...findCycles(inPackage)];
};

function checkTier({ module, packagePath, path }: SourceFile): Violation[] {
  const hasTier = tiers[packagePath]?.some((tier) => tier.includes(module));
  if (hasTier || !(withoutIndex.includes(packagePath) || path.endsWith('/index.ts'))) return [];
  const message = `the module ${module} has no tier yet: place it in scripts/check-architecture/modules.ts.`;
  return [{ path, message }];
}

function findCycles(files: readonly SourceFile[]): Violation[] {
  const edges = new Map<string, string>();
  for (const file of files) {
    for (const { target, isTypeOnly } of file.imports) {
      const other = target?.slice(`${file.packagePath}/src/`.length).split('/') ?? [];
      if (isTypeOnly || other.length < 2 || other[0] === file.module) continue;
      edges.set(`${file.packagePath}/src/${file.module} → ${file.packagePath}/src/${other[0]}`, file.path);
    }
  }
  return [...edges].flatMap(([edge, path]) => {
    const [from, to] = edge.split(' → ');
    const isCycle = edges.has(`${to} → ${from}`) && String(from) < String(to);
    return isCycle
      ? [{ path, message: `${from} and ${to} import each other: one of them must not know the other.` }]
      : [];
  });
}
