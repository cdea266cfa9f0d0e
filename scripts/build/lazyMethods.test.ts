import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostChunk, withImports } from './bundleHost.ts';
import { root } from './contentHash.ts';

// What visitors download of the methods that involve a third party or an authenticator, in a host's own build.

const methods = ['farcaster', 'oauth', 'passkey', 'telegram'] as const;
type Method = (typeof methods)[number];

const screensOf = (method: Method) => (method === 'oauth' ? 'social' : method);
/** The screens of each method, which are loaded by themselves, as core's functions for it are. */
const views: Readonly<Record<Method, readonly string[]>> = {
  farcaster: ['FarcasterView.tsx', 'flows.ts'],
  oauth: ['InAppView.tsx', 'OAuthView.tsx'],
  passkey: ['LinkPasskeyView.tsx', 'PasskeyLoginView.tsx'],
  telegram: ['TelegramView.tsx'],
};
const entriesOf = (method: Method) => [
  `packages/core/src/${method}.ts`,
  ...views[method].map((view) => `packages/react/src/screens/methods/${screensOf(method)}/${view}`),
];

const everyHook = join(root, '.cache/lazyMethods/everyHook.ts');
/** A page with provider and button, and one with every hook there is. */
let chunks: HostChunk[];
let chunksOfHooks: HostChunk[];
beforeAll(async () => {
  const host = join(root, 'bench/client/hosts/latchkey.tsx');
  mkdirSync(dirname(everyHook), { recursive: true });
  // What a page uses no bundler leaves out.
  writeFileSync(
    everyHook,
    "import * as latchkey from '@latchkey/react';\nObject.assign(globalThis, { latchkey });\n",
  );
  const options = { sources: true, external: [/^react($|\/)/, /^react-dom($|\/)/] };
  [chunks, chunksOfHooks] = await Promise.all([
    bundleHost({ host }, options),
    bundleHost({ hooks: everyHook }, options),
  ]);
});

/** The sources that come with a file, when it is loaded. */
function loadedWith(path: string, within = chunks): string[] {
  const first = within.find(({ moduleIds }) => moduleIds.includes(join(root, path)));
  if (!first) throw new Error(`${path} is in no chunk`);
  return [...withImports(within, first)].flatMap(({ moduleIds }) =>
    moduleIds.map((id) => relative(root, id)),
  );
}

/** Of a method: what only its use needs. Rows of the landing, roads and the names of routes come with the modal. */
function isOf(method: Method, path: string): boolean {
  const inScreens = path.startsWith(`packages/react/src/screens/methods/${screensOf(method)}/`);
  const isView = inScreens && /View\.tsx$|flows\.ts$|Texts\.ts$|QrCode|Approval/.test(path);
  const isLibrary = method === 'farcaster' && path.includes('/uqr/');
  return isView || isLibrary || path.startsWith(`packages/core/src/methods/${method}`);
}

/** A line each, which whatever shows rows and remembers tokens asks. */
const small = ['packages/core/src/methods/oauth/tokens.ts'];

describe.each(methods)('%s', (method) => {
  it('is not in what a page or the modal starts with', () => {
    const loaded = loadedWith('packages/react/src/modal/index.ts').filter((path) => isOf(method, path));
    expect(loaded.filter((path) => !small.includes(path))).toEqual([]);
  });

  it('brings nothing of another method when it is used', () => {
    const others = methods.filter((other) => other !== method);
    const loaded = entriesOf(method).flatMap((path) => loadedWith(path));
    expect(loaded.some((path) => isOf(method, path))).toBe(true);
    const foreign = loaded.filter((path) => others.some((other) => isOf(other, path)));
    expect(foreign.filter((path) => !small.includes(path))).toEqual([]);
  });
});

/** What hooks do without a screen. */
const operations = [
  'account/activeSessions.ts',
  'account/acceptTerms.ts',
  'captcha/captcha.ts',
  'methods/changes/undoRemoval.ts',
  'methods/changes/unlinkAccount.ts',
  'methods/customToken.ts',
  'methods/followCustomAuth.ts',
  'methods/guest.ts',
  'wallets/devices/devices.ts',
  'wallets/embedded/adding/importWallet.ts',
  'wallets/embedded/adding/createAdditionalWallet.ts',
  'wallets/embedded/recoveryPasskeys.ts',
];

it.each(operations)('%s brings nothing of the modal or of a login', (act) => {
  // The hooks for codes have theirs at start, and these pages all of them.
  const atStart = loadedWith(relative(root, everyHook), chunksOfHooks);
  const loaded = loadedWith(`packages/core/src/${act}`, chunksOfHooks);
  const isForeign = (path: string) =>
    /^packages\/react\/src\/(modal|screens|flow|ui)\//.test(path) ||
    methods.some((method) => isOf(method, path));
  expect(loaded.filter((path) => !atStart.includes(path)).filter(isForeign)).toEqual([]);
});

// Funding is of no use to anyone who is short of nothing.
describe('funding', () => {
  const isFunding = (path: string) =>
    /^packages\/(?:core\/src\/funding\/|react\/src\/(?:flow\/fundingTransitions|screens\/funding\/.*(?:View|css|Texts|Page|Step)))/.test(
      path,
    );
  /** What is drawn before the choice of a way: whether the app offers any. */
  const others = [
    'packages/react/src/modal/index.ts',
    'packages/react/src/screens/transactions/SendView.tsx',
    'packages/react/src/screens/wallets/SignRequestView.tsx',
    'packages/react/src/screens/wallets/external/views.ts',
    'packages/core/src/transactions/index.ts',
  ];

  it.each(others)('is not in what is loaded with %s', (path) => {
    expect(loadedWith(path).filter(isFunding)).toEqual([]);
  });

  it('brings the list of wallets for a transfer from one, and for no other way', () => {
    const isList = (path: string) =>
      path.includes('/screens/wallets/external/') || path.includes('/core/src/wallets/external/waysIn');
    const choice = loadedWith('packages/react/src/screens/funding/views.ts');
    expect(choice.some(isFunding)).toBe(true);
    expect(choice.filter(isList)).toEqual([]);
    expect(loadedWith('packages/react/src/screens/funding/walletViews.ts').some(isList)).toBe(true);
  });

  it('is in no page that has its hooks, before one of them is called', () => {
    expect(loadedWith(relative(root, everyHook), chunksOfHooks).filter(isFunding)).toEqual([]);
  });
});
