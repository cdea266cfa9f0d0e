import type { Import, Rule, SourceFile, Violation } from './tree.ts';

/**
 * The rooms of each house, from the lowest floor up (docs/architecture.md, Imports, 2). A room may use its own floor and those
 * below. A room that stands nowhere here is refused, so that a new one is placed on purpose.
 */
export const floors: Record<string, readonly (readonly string[])[]> = {
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
    ['base64url', 'config', 'step-up', 'http', 'nodes', 'storage'],
    ['captcha', 'consent', 'mfa', 'prices', 'session'],
    ['account', 'analytics', 'methods', 'wallets'],
    ['transactions'],
    ['cross-app', 'funding', 'provider'],
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

/** Files that lie open in a house's `src` and may be imported from its rooms: they belong to everyone. */
const composition = /\/src\/(index|main|service|Provider)\.tsx?$/;

/** Methods know their contract and shared ground, never each other. */
const sharedMethodGround = new Set(['account-types', 'changes', 'one-time-code']);

/**
 * Inside a house a room imports another room only through its `index.ts`, downwards or on its floor, and no two
 * rooms need each other. Types are exempt from the direction, because they are erased, not from the door.
 */
export const rooms: Rule = ({ files }) => {
  const inHouse = files.filter((file) => file.house in floors && file.room !== '' && !file.isTest);
  return [...inHouse.flatMap(checkFile), ...findCycles(inHouse)];
};

function checkFile(file: SourceFile): Violation[] {
  const floorsOfHouse = floors[file.house] ?? [];
  if (floorOf(floorsOfHouse, file.room) < 0) {
    const message = `the room ${file.room} has no floor yet: place it in scripts/check-rooms/rooms.ts.`;
    return file.path.endsWith('/index.ts') ? [{ path: file.path, message }] : [];
  }
  return file.imports.flatMap((one) => {
    const message = complaint(file, one, floorsOfHouse);
    return message ? [{ path: file.path, line: one.line, message }] : [];
  });
}

function complaint(file: SourceFile, one: Import, house: readonly (readonly string[])[]): string | null {
  if (!one.target?.startsWith(`${file.house}/src/`)) return null;
  if (composition.test(one.target))
    return `imports ${one.specifier}: what composes the rooms is used by none of them.`;
  const inside = one.target.slice(`${file.house}/src/`.length);
  const target = inside.includes('/') ? (inside.split('/')[0] ?? '') : '';
  if (target === '') return null;
  if (target === file.room) return target === 'methods' ? sidewaysComplaint(file, inside) : null;
  if (!/^[^/]+\/index\.tsx?$/.test(inside)) {
    return `reaches into the room ${target}: import ${target}/index.ts, or let that room export what you need.`;
  }
  if (!one.isTypeOnly && floorOf(house, target) > floorOf(house, file.room)) {
    return `the room ${file.room} may not use ${target}, which stands above it (docs/architecture.md, Imports).`;
  }
  return null;
}

function sidewaysComplaint(file: SourceFile, inside: string): string | null {
  const own = methodOf(file.path.slice(`${file.house}/src/`.length));
  const other = methodOf(inside);
  if (own === null || other === null || own === other || sharedMethodGround.has(other)) return null;
  return `the method ${own} imports the method ${other}: shared ground becomes a room of its own.`;
}

function methodOf(inside: string): string | null {
  const [, method, file] = inside.split('/');
  return file === undefined ? null : (method ?? null);
}

function floorOf(house: readonly (readonly string[])[], room: string): number {
  return house.findIndex((floor) => floor.includes(room));
}

function findCycles(files: readonly SourceFile[]): Violation[] {
  const edges = new Map<string, string>();
  for (const file of files) {
    for (const { target, isTypeOnly } of file.imports) {
      const other = target?.slice(`${file.house}/src/`.length).split('/') ?? [];
      if (isTypeOnly || other.length < 2 || other[0] === file.room) continue;
      edges.set(`${file.house}/src/${file.room} → ${file.house}/src/${other[0]}`, file.path);
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
