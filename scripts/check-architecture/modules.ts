import { erased, type ImportRule, oneOf } from './importRule.ts';
import type { Rule, SourceFile, Violation } from './tree.ts';

/**
 * Modules by tier, the lowest first, of the packages that have tiers (docs/architecture.md, rule 2). A module may use
 * its own tier and lower ones. In these packages a module that is not listed is refused, so a new one gets its tier on
 * purpose.
 */
export const tiers: Record<string, readonly (readonly string[])[]> = {
  'packages/wire': [
    ['account-types', 'chains', 'cross-app', 'custody', 'on-ramps'],
    ['methods', 'mfa', 'operator', 'users'],
    ['app-config'],
  ],
  'packages/server': [
    ['audit', 'crypto', 'db', 'delivery', 'http', 'metrics', 'outbound', 'tracing', 'workers'],
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
      'operator-tokens',
      'sessions',
      'users',
    ],
    [
      'account',
      'analytics',
      'cross-app',
      'custody',
      'directory',
      'doctor',
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
  'packages/cli': [['command'], ['api', 'dump', 'import', 'init', 'start'], ['commands']],
  'packages/sandbox': [
    ['contracts'],
    ['chain', 'solana'],
    [
      'bridge',
      'cloudkit',
      'coinbase-onramp',
      'demo',
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
 * Packages whose modules import each other's files directly. In the frame, an index for each module would be more
 * code that reviewers have to read.
 */
const withoutIndex = ['packages/frame'];

/** English texts, one file per part: an index would load the texts of all screens with the texts of one. */
const englishTexts = 'texts/generated/en/\\w+\\.ts$';

/** Folders of `methods` that all methods may use. Methods do not use each other. */
const sharedMethodGround = ['account-types', 'changes', 'one-time-code'];

/** Matches a file of a module; the groups are the package's `src` and the module. */
const inModule = `^(${oneOf(Object.keys(tiers))}/src)/([^/]+)/`;

/**
 * Allows imports from another module only through its `index.ts`, from the same tier or a lower one. Types may be
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

/** Requires a tier for every module, and refuses two modules that import each other. */
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
