import { describe, expect, it } from 'vitest';
import { type Family, findVault, readExportAnswer, readExportRequest, toExportMessage } from './sibling.ts';

const origin = 'https://keys.example';
const vaultPath = '/apps/app-1/embedded-wallets';
const request = { token: 't', wallet: { address: '0x1' }, primaryAddress: '0x1', what: 'key' } as const;
const message = toExportMessage('id-1', request);

/** Creates a stand-in for a window with a parent, a path and an origin. */
function openWindow(parent: unknown, pathname: string, at = origin) {
  return { parent, location: { origin: at, pathname } };
}
/** Creates a window of another site, whose location the browser hides. */
const foreign = (parent: unknown) => ({
  parent,
  get location(): never {
    throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
  },
});

function createHost() {
  const host: { length: number; [index: number]: unknown } = { length: 0 };
  const add = (window: unknown) => {
    host[host.length] = window;
    host.length += 1;
  };
  const page = openWindow(host, `${vaultPath}/export`);
  const vault: Family = { self: openWindow(host, vaultPath), parent: host, origin, pathname: vaultPath };
  return { host, add, page, vault };
}

describe('a request of the export page', () => {
  it('reads a request of the export page of the same app in the same host page', () => {
    const { page, vault } = createHost();
    expect(readExportRequest({ source: page, origin, data: message }, vault)).toEqual({
      id: 'id-1',
      request,
    });
  });

  it.each([
    [
      'the host page',
      ({ host }: ReturnType<typeof createHost>) => ({ source: host, origin: 'https://app.example' }),
    ],
    [
      'a page that says it is ours',
      ({ page }) => ({ source: page, origin: 'https://keys.example.evil.example' }),
    ],
    ['the host page that claims our origin', ({ host }) => ({ source: host, origin })],
    ['another site in a frame', ({ host }) => ({ source: foreign(host), origin })],
    [
      'the export page of another app',
      ({ host }) => ({ source: openWindow(host, '/apps/app-2/embedded-wallets/export'), origin }),
    ],
    ['another vault', ({ host }) => ({ source: openWindow(host, vaultPath), origin })],
    [
      'an export page in another host page',
      () => ({ source: openWindow({}, `${vaultPath}/export`), origin }),
    ],
    ['a window that is gone', () => ({ source: null, origin })],
  ])('does not read a request of %s', (_, senderOf) => {
    const given = createHost();
    expect(readExportRequest({ ...senderOf(given), data: message }, given.vault)).toBeNull();
  });

  it('reads no request at top level, where the page would be its own host', () => {
    const window: { parent?: unknown; location: object } = { location: { origin, pathname: vaultPath } };
    window.parent = window;
    const page = openWindow(window, `${vaultPath}/export`);
    const vault = { self: window, parent: window, origin, pathname: vaultPath };
    expect(readExportRequest({ source: page, origin, data: message }, vault)).toBeNull();
  });

  it.each([
    null,
    'text',
    { ...message, channel: 'other' },
    { ...message, id: '' },
    { ...message, request: null },
    { ...message, request: { ...request, what: 'entropy' } },
    { ...message, request: { ...request, token: 7 } },
    { ...message, request: { ...request, wallet: { address: 'x'.repeat(65) } } },
    { ...message, request: { ...request, wallet: { chainType: 'bitcoin', index: 0 } } },
    { ...message, request: { ...request, wallet: { chainType: 'ethereum', index: -1 } } },
    { ...message, request: { ...request, wallet: { chainType: 'ethereum', index: Number.NaN } } },
    { ...message, request: { ...request, wallet: {} } },
    { ...message, request: { ...request, wallet: '0x1' } },
  ])('does not read a malformed export request (%#)', (data) => {
    const { page, vault } = createHost();
    expect(readExportRequest({ source: page, origin, data }, vault)).toBeNull();
  });
});

describe('the vault beside an export page', () => {
  it('finds the vault among the frames of the host page, and reads only the answers of this vault', () => {
    const { host, add, page } = createHost();
    const vault = openWindow(host, vaultPath);
    const others = [foreign(host), openWindow(host, '/apps/app-2/embedded-wallets'), page];
    const family = { self: page, parent: host, origin, pathname: `${vaultPath}/export` };
    for (const other of others) add(other);
    expect(findVault(family)).toBeNull();
    add(vault);
    expect(findVault(family)).toBe(vault);
    const data = { channel: message.channel, id: 'id-1', text: 'key' };
    expect(readExportAnswer({ source: vault, origin, data }, family)).toMatchObject({ text: 'key' });
    for (const source of others) expect(readExportAnswer({ source, origin, data }, family)).toBeNull();
  });
});
