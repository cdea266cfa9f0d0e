import { Address, Hex, Mnemonic, Secp256k1 } from 'ox';
import { beforeAll, expect, test, vi } from 'vitest';
import { addressOfKey, named, shareFrameFixture } from '../frameFixture.testkit.ts';
import { createKit } from '../kit/exitKit.ts';
import { exportKit } from '../operations/exportKit.ts';
import { runArgon2 } from '../password/argon2.ts';
import { watchWiping } from '../vault/wiping.testkit.ts';

// Restores created and imported wallets from their kits with the offline page's script and stand-ins for its elements.
// e2e/frame/exitKit.test.ts opens the page in a browser.

const { browser } = shareFrameFixture();

const password = 'a kit for rainy days';
const request = async (event: Parameters<typeof browser.request>[0], fields: object = {}) => {
  const { data, error } = await browser.request(event, fields);
  expect(error).toBeUndefined();
  return String(data?.address ?? data?.publicKey);
};
const add = (root: string, chainType: string, hdWalletIndex: number) =>
  request('privy:wallets:add', { ...named(root), chainType, hdWalletIndex });

/** Element with only the properties that the page uses. */
class Part {
  textContent = '';
  value = '';
  files: { text(): Promise<string> }[] = [];
  children: Part[] = [];
  submit: (event: object) => void = () => {};
  addEventListener(_: 'submit', submit: Part['submit']): void {
    this.submit = submit;
  }
  append(...parts: Part[]): void {
    this.children.push(...parts);
  }
  replaceChildren(): void {
    this.children = [];
  }
}

const page = {
  file: new Part(),
  password: new Part(),
  form: new Part(),
  status: new Part(),
  result: new Part(),
};
beforeAll(async () => {
  const getElementById = (id: keyof typeof page) => page[id];
  vi.stubGlobal('document', { getElementById, createElement: () => new Part() });
  await import('./main.ts');
});

/** Opens a kit with its password, and returns the page's last message. */
async function open(kit: string): Promise<string> {
  page.file.files = [{ text: async () => kit }];
  page.password.value = password;
  page.status.textContent = 'not yet';
  page.form.submit({ preventDefault() {} });
  await expect.poll(() => page.status.textContent).not.toMatch(/^(not yet|Opening)/);
  return page.status.textContent;
}

/** Saves the kit of a wallet and returns what the page shows of it, in pairs of name and text. */
async function restore(root: string, address = root): Promise<[string, string][]> {
  const kit = await browser.act((frame, session) =>
    exportKit(frame, session, { rootAddress: root, wallet: { address }, password }),
  );
  expect(await open(kit)).toBe('');
  const texts = page.result.children.map(({ textContent }) => textContent);
  return Array.from({ length: texts.length / 2 }, (_, index) => [
    texts[2 * index] ?? '',
    texts[2 * index + 1] ?? '',
  ]);
}

/** Returns the addresses on the page. Expects that they match the keys on the page, in the same order. */
function readAddresses(rows: readonly [string, string][]): string[] {
  const keys = rows.filter(([name]) => name === 'Private key').map(([, key]) => addressOfKey(key));
  const addresses = rows.filter(([name]) => name.endsWith(' address')).map(([, address]) => address);
  expect(keys).toEqual(addresses);
  return addresses;
}
const readPhrase = (rows: readonly [string, string][]) =>
  rows.find(([name]) => name === 'Recovery phrase')?.[1];

test('restores the wallets of both chains from one kit and its password, including further wallets', async () => {
  const root = await request('privy:wallet:create');
  const wallets = [root, await add(root, 'ethereum', 1), await add(root, 'solana', 0)];
  wallets.push(await add(root, 'solana', 1));
  const rows = await restore(wallets[2] ?? '', wallets[3]);
  expect(readAddresses(rows).sort()).toEqual(wallets.sort());
  const privateKey = Mnemonic.toPrivateKey(readPhrase(rows) ?? '', { as: 'Hex', path: "m/44'/60'/0'/0/0" });
  expect(Address.checksum(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })))).toBe(root);
});

test('restores a wallet that another tab added after the unlock', async () => {
  const root = await request('privy:wallet:create');
  const tab = await browser.openTab();
  const added = await tab.request('privy:wallets:add', {
    ...named(root),
    chainType: 'solana',
    hdWalletIndex: 0,
  });
  expect(readAddresses(await restore(root))).toEqual([root, added.data?.address]);
});

test('restores an imported key as it was, without a phrase or other wallets', async () => {
  await request('privy:wallet:create');
  const privateKey = Hex.fromBytes(new Uint8Array(32).fill(0x5e));
  const wallet = await request('privy:wallets:import', { chainType: 'ethereum', privateKey });
  const rows = await restore(wallet);
  expect(rows).toEqual([
    ['Ethereum address', wallet],
    ['Private key', privateKey],
  ]);
  expect(readAddresses(rows)).toEqual([wallet]);
});

test('restores an imported phrase as it was, with its wallets at a further index and on the other chain', async () => {
  const recoveryPhrase = `${'zoo '.repeat(23)}vote`;
  const root = await request('privy:wallets:import', { chainType: 'solana', recoveryPhrase });
  const wallets = [root, await add(root, 'solana', 1), await add(root, 'ethereum', 0)];
  const rows = await restore(root);
  expect(readPhrase(rows)).toBe(recoveryPhrase);
  expect(readAddresses(rows).sort()).toEqual(wallets.sort());
});

test('[S7] shows nothing of a kit that names another address, and overwrites the entropy and the key', async () => {
  const entropy = new Uint8Array(32).fill(0x5e);
  const wallets = [{ address: `0x${'1'.repeat(40)}`, chain_type: 'ethereum', wallet_index: 0 }] as const;
  const facts = { app_id: 'app', kind: 'imported-key', wallets } as const;
  const kit = await createKit(facts, entropy, password, async (request) =>
    Uint8Array.from(await runArgon2(request)),
  );
  const wiping = watchWiping();
  expect(await open(JSON.stringify(kit)).finally(wiping.stop)).toBe("This file can't be opened.");
  expect(page.result.children).toEqual([]);
  // An imported key is its entropy, so the same bytes were in two arrays.
  expect(wiping.countOf(entropy)).toBe(2);
});
