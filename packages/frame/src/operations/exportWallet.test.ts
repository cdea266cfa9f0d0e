import { custodyRoutes } from '@latchkey/wire';
import { Mnemonic } from 'ox';
import { expect, test } from 'vitest';
import { toBase58 } from '../decode/base58.ts';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { addressOfKey, named, publicKeyOf, shareFrameFixture } from '../frameFixture.testkit.ts';
import { exportWallet } from './exportWallet.ts';

// Export of created and imported wallets, over a real service. `ox` and Node derive the addresses of the keys.

const { fixture, person, browser } = shareFrameFixture();

const address = ({ data, error }: FrameAnswer) => {
  expect(error).toBeUndefined();
  return String(data?.address ?? data?.publicKey);
};
const add = async (root: string, chainType: string, hdWalletIndex: number) =>
  address(await browser.request('privy:wallets:add', { ...named(root), chainType, hdWalletIndex }));
const importSecret = async (secret: object) => address(await browser.request('privy:wallets:import', secret));
const takeOut = (what: 'key' | 'phrase', of: string, rootAddress = of, from: Browser = browser) =>
  from.act((frame, session) => exportWallet(frame, session, { rootAddress, wallet: { address: of }, what }));

test('[EXPO-04] exports the key of a Solana wallet in base 58, from which other code and the frame derive the same address', async () => {
  const wallet = address(await browser.request('privy:solana-wallet:create'));
  const privateKey = await takeOut('key', wallet);
  expect(addressOfKey(privateKey)).toBe(wallet);
  const stranger = await (await fixture.logIn()).openBrowser();
  const again = await stranger.request('privy:wallets:import', { privateKey, chainType: 'solana' });
  expect(again.error).toMatchObject({ code: 'linked_to_another_user' });
});

test('[EXPO-04] exports a separate key for each wallet of an entropy, named by its address or by chain and index', async () => {
  const root = address(await browser.request('privy:wallet:create'));
  const solana = await add(root, 'solana', 0);
  const wallets = [root, await add(root, 'ethereum', 1), solana, await add(root, 'solana', 1)];
  for (const [index, wallet] of wallets.entries())
    expect(addressOfKey(await takeOut('key', wallet, index % 2 ? root : solana))).toBe(wallet);
  // Names the wallet by chain and index under the entropy, as the newest published clients do.
  const place = { rootAddress: root, wallet: { chainType: 'solana', index: 1 }, what: 'key' } as const;
  const key = await browser.act((frame, session) => exportWallet(frame, session, place));
  expect(addressOfKey(key)).toBe(wallets[3]);
  const none = { rootAddress: root, wallet: { chainType: 'solana', index: 9 }, what: 'key' } as const;
  await expect(browser.act((frame, session) => exportWallet(frame, session, none))).rejects.toMatchObject({
    type: 'invalid_request_arguments',
  });
  const phrase = await takeOut('phrase', solana, solana);
  expect(await takeOut('phrase', root)).toBe(phrase);
  const second = Mnemonic.toPrivateKey(phrase, { as: 'Hex', path: "m/44'/60'/0'/0/1" });
  expect(second).toBe(await takeOut('key', wallets[1] ?? '', root));
});

test('[EXPO-04] exports an imported key as it was, also in a browser that recovered it, and refuses to export a phrase for it', async () => {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => 200 - index);
  const keys = {
    ethereum: `0x${'7a'.repeat(32)}`,
    solana: toBase58(Uint8Array.from([...seed, ...publicKeyOf(seed)])),
  };
  const other = await person.logInElsewhere();
  for (const [chainType, privateKey] of Object.entries(keys)) {
    const wallet = await importSecret({ chainType, privateKey });
    expect(addressOfKey(privateKey)).toBe(wallet);
    expect(await takeOut('key', wallet)).toBe(privateKey);
    await other.request('privy:wallets:recover', named(wallet));
    expect(await takeOut('key', wallet, wallet, other)).toBe(privateKey);
    await expect(takeOut('phrase', wallet)).rejects.toMatchObject({ type: 'invalid_request_arguments' });
  }
});

test('[EXPO-04] exports an imported phrase as it was, and a separate key for a further index', async () => {
  const recoveryPhrase = `${'zoo '.repeat(23)}vote`;
  const created = address(await browser.request('privy:wallet:create'));
  const root = await importSecret({ chainType: 'ethereum', recoveryPhrase });
  const second = await add(root, 'ethereum', 1);
  const solana = await add(root, 'solana', 0);
  for (const wallet of [root, second, solana]) {
    expect(await takeOut('phrase', wallet, root)).toBe(recoveryPhrase);
    expect(addressOfKey(await takeOut('key', wallet, root))).toBe(wallet);
  }
  const path = "m/44'/60'/0'/0/1";
  expect(await takeOut('key', second, root)).toBe(Mnemonic.toPrivateKey(recoveryPhrase, { as: 'Hex', path }));
  // The created wallet has another phrase.
  expect(await takeOut('phrase', created)).not.toBe(recoveryPhrase);
  await expect(takeOut('key', second, created)).rejects.toMatchObject({ type: 'invalid_request_arguments' });
});

test('leaves the wallet unlocked for signing if the login is too old for an export', async () => {
  const wallet = address(await browser.request('privy:wallet:create'));
  fixture.service.clock.advance(600_001);
  await expect(takeOut('key', wallet)).rejects.toMatchObject({ code: 'recent_login_required' });
  const before = fixture.calls.length;
  const request = { method: 'personal_sign', params: ['hello', wallet] };
  const asked = { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 0, request };
  const signed = await browser.request('privy:wallets:rpc', asked);
  expect(signed.error).toBeUndefined();
  expect(fixture.calls.slice(before)).not.toContain(custodyRoutes.connect.path);
});
