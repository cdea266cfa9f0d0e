import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostChunk, withImports } from './bundleHost.ts';
import { root } from './contentHash.ts';

// Checks the code that visitors download for login methods with a third party or an authenticator, in a host's own
// build.

const methods = ['farcaster', 'oauth', 'passkey', 'telegram'] as const;
type Method = (typeof methods)[number];

const screensOf = (method: Method) => (method === 'oauth' ? 'social' : method);
/** Screens of each method, which load separately. */
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
/** Chunks of a page with provider and button, and of a page with all hooks. */
let chunks: HostChunk[];
let chunksOfHooks: HostChunk[];
beforeAll(async () => {
  const host = join(root, 'bench/client/hosts/latchkey.tsx');
  mkdirSync(dirname(everyHook), { recursive: true });
  // Uses every export, because bundlers leave out unused code.
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

function loadedWith(path: string, within = chunks): string[] {
  const first = within.find(({ moduleIds }) => moduleIds.includes(join(root, path)));
  if (!first) throw new Error(`${path} is in no chunk`);
  return [...withImports(within, first)].flatMap(({ moduleIds }) =>
    moduleIds.map((id) => relative(root, id)),
  );
}

/**
 * True for code that only the use of a method needs. Rows of the landing screen, transitions and route names belong
 * to the modal.
 */
function isOf(method: Method, path: string): boolean {
  const inScreens = path.startsWith(`packages/react/src/screens/methods/${screensOf(method)}/`);
  const isView = inScreens && /View\.tsx$|flows\.ts$|Texts\.ts$|QrCode|Approval/.test(path);
  const isLibrary = method === 'farcaster' && path.includes('/uqr/');
  return isView || isLibrary || path.startsWith(`packages/core/src/methods/${method}`);
}

/** Small files of a method that the start of the page may load. */
const small = ['packages/core/src/methods/oauth/tokens.ts'];

describe.each(methods)('%s', (method) => {
  it('opening the modal loads no views or operations of a login method, apart from listed small files', () => {
    const loaded = loadedWith('packages/react/src/modal/index.ts').filter((path) => isOf(method, path));
    expect(loaded.filter((path) => !small.includes(path))).toEqual([]);
  });

  it('the use of a login method loads no views or operations of another, apart from listed small files', () => {
    const others = methods.filter((other) => other !== method);
    const loaded = entriesOf(method).flatMap((path) => loadedWith(path));
    expect(loaded.some((path) => isOf(method, path))).toBe(true);
    const foreign = loaded.filter((path) => others.some((other) => isOf(other, path)));
    expect(foreign.filter((path) => !small.includes(path))).toEqual([]);
  });
});

/** Operations of hooks without a screen. */
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

it.each(operations)(
  'the operation %s loads no modal code and no login method that the page start did not load',
  (act) => {
    // Excludes code that the page loads at start: this page has all hooks, and the hooks for codes need the login
    // methods.
    const atStart = loadedWith(relative(root, everyHook), chunksOfHooks);
    const loaded = loadedWith(`packages/core/src/${act}`, chunksOfHooks);
    const isForeign = (path: string) =>
      /^packages\/react\/src\/(modal|screens|flow|ui)\//.test(path) ||
      methods.some((method) => isOf(method, path));
    expect(loaded.filter((path) => !atStart.includes(path)).filter(isForeign)).toEqual([]);
  },
);

describe('funding', () => {
  const isFunding = (path: string) =>
    /^packages\/(?:core\/src\/funding\/|react\/src\/(?:flow\/fundingTransitions|screens\/funding\/.*(?:View|css|Texts|Page|Step)))/.test(
      path,
    );
  /** Screens and functions that only need to know if the app offers a way to fund. */
  const others = [
    'packages/react/src/modal/index.ts',
    'packages/react/src/screens/transactions/SendView.tsx',
    'packages/react/src/screens/wallets/SignRequestView.tsx',
    'packages/react/src/screens/wallets/external/views.ts',
    'packages/core/src/transactions/index.ts',
  ];

  it.each(others)('%s loads no funding code', (path) => {
    expect(loadedWith(path).filter(isFunding)).toEqual([]);
  });

  it('funding loads the list of wallets only for a transfer from a wallet', () => {
    const isList = (path: string) =>
      path.includes('/screens/wallets/external/') || path.includes('/core/src/wallets/external/waysIn');
    const choice = loadedWith('packages/react/src/screens/funding/views.ts');
    expect(choice.some(isFunding)).toBe(true);
    expect(choice.filter(isList)).toEqual([]);
    expect(loadedWith('packages/react/src/screens/funding/walletViews.ts').some(isList)).toBe(true);
  });

  it('a page with all hooks loads no funding code at its start', () => {
    expect(loadedWith(relative(root, everyHook), chunksOfHooks).filter(isFunding)).toEqual([]);
  });
});
