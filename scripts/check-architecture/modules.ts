import type { Import, Rule, SourceFile, Violation } from './tree.ts';

/**
 * The modules of each package, from the lowest tier up (docs/architecture.md, Imports, 2). A module may use its own tier and those
 * below. A module that is not listed is refused, so that a new one is placed on purpose.
 */
export const tiers: Record<string, readonly (readonly string[])[]> = {
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
  'packages/react': [['display', 'ui'], ['doctor', 'locales', 'screens', 'flow'], ['modal'], ['hooks']],
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
const withoutIndex = new Set(['packages/frame']);

/** Files directly in a package's `src` that its modules may import. */
const composition = /\/src\/(index|main|service|Provider)\.tsx?$/;

/** Methods know their contract and shared ground, never each other. */
const sharedMethodGround = new Set(['account-types', 'changes', 'one-time-code']);

/**
 * Inside a package a module imports another module only through its `index.ts`, downwards or on its tier, and no two
 * modules need each other. Types may be imported in any direction, because they are erased, but only through `index.ts`.
 */
export const modules: Rule = ({ files }) => {
  const inPackage = files.filter((file) => file.packagePath in tiers && file.module !== '' && !file.isTest);
  return [...inPackage.flatMap(checkFile), ...findCycles(inPackage)];
};

function checkFile(file: SourceFile): Violation[] {
  const tiersOfPackage = tiers[file.packagePath] ?? [];
  if (tierOf(tiersOfPackage, file.module) < 0) {
    const message = `the module ${file.module} has no tier yet: place it in scripts/check-architecture/modules.ts.`;
    return withoutIndex.has(file.packagePath) || file.path.endsWith('/index.ts')
      ? [{ path: file.path, message }]
      : [];
  }
  return file.imports.flatMap((one) => {
    const message = complaint(file, one, tiersOfPackage);
    return message ? [{ path: file.path, line: one.line, message }] : [];
  });
}

function complaint(
  file: SourceFile,
  one: Import,
  tiersOfPackage: readonly (readonly string[])[],
): string | null {
  if (!one.target?.startsWith(`${file.packagePath}/src/`)) return null;
  if (composition.test(one.target))
    return `imports ${one.specifier}: what composes the modules is used by none of them.`;
  const inside = one.target.slice(`${file.packagePath}/src/`.length);
  const target = inside.includes('/') ? (inside.split('/')[0] ?? '') : '';
  if (target === '') return null;
  if (target === file.module) return target === 'methods' ? sidewaysComplaint(file, inside) : null;
  if (!withoutIndex.has(file.packagePath) && !/^[^/]+\/index\.tsx?$/.test(inside)) {
    return `reaches into the module ${target}: import ${target}/index.ts, or let that module export what you need.`;
  }
  if (!one.isTypeOnly && tierOf(tiersOfPackage, target) > tierOf(tiersOfPackage, file.module)) {
    return `the module ${file.module} may not use ${target}, which is of a higher tier (docs/architecture.md, Imports).`;
  }
  return null;
}

function sidewaysComplaint(file: SourceFile, inside: string): string | null {
  const own = methodOf(file.path.slice(`${file.packagePath}/src/`.length));
  const other = methodOf(inside);
  if (own === null || other === null || own === other || sharedMethodGround.has(other)) return null;
  return `the method ${own} imports the method ${other}: shared ground becomes a module of its own.`;
}

function methodOf(inside: string): string | null {
  const [, method, file] = inside.split('/');
  return file === undefined ? null : (method ?? null);
}

function tierOf(tiersOfPackage: readonly (readonly string[])[], module: string): number {
  return tiersOfPackage.findIndex((tier) => tier.includes(module));
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
