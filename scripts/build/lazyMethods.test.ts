import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostChunk, withImports } from './bundleHost.ts';
import { root } from './contentHash.ts';

// What visitors download of the methods that involve a third party or an authenticator, in a host's own build.

const methods = ['farcaster', 'oauth', 'passkey', 'telegram'] as const;
type Method = (typeof methods)[number];

const screensOf = (method: Method) => (method === 'oauth' ? 'social' : method);
/** The screens of each method, which are loaded by themselves, as its entry in core is. */
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

let chunks: HostChunk[];
beforeAll(async () => {
  const host = join(root, 'bench/client/hosts/latchkey.tsx');
  chunks = await bundleHost(
    { host },
    {
      sources: true,
      external: [/^react($|\/)/, /^react-dom($|\/)/],
    },
  );
});

/** The sources that come with a file, when it is loaded. */
function loadedWith(path: string): string[] {
  const first = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, path)));
  if (!first) throw new Error(`${path} is in no chunk`);
  return [...withImports(chunks, first)].flatMap(({ moduleIds }) =>
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
const small = ['packages/core/src/methods/oauth/isMobile.ts', 'packages/core/src/methods/oauth/tokens.ts'];

describe.each(methods)('%s', (method) => {
  it('is not in what a page or the modal starts with', () => {
    const loaded = loadedWith('packages/react/src/modal/index.ts').filter((path) => isOf(method, path));
    expect(loaded.filter((path) => !small.includes(path))).toEqual([]);
  });

  it('brings nothing of another method when it is used', () => {
    const others = methods.filter((other) => other !== method);
    const loaded = entriesOf(method).flatMap(loadedWith);
    expect(loaded.some((path) => isOf(method, path))).toBe(true);
    const foreign = loaded.filter((path) => others.some((other) => isOf(other, path)));
    expect(foreign.filter((path) => !small.includes(path))).toEqual([]);
  });
});
