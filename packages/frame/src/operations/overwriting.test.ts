import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromBase64url } from '../bytes.ts';
import { named, shareFrameFixture } from '../frameFixture.testkit.ts';
import type { Imported } from '../vault/imported.ts';
import { watchWiping } from '../vault/wiping.testkit.ts';
import { toEntropyRef } from './connect.ts';
import { importWallet } from './importWallet.ts';
import { recoverWallet } from './recovery/recover.ts';
import { addRecoveryPasskey, recoverByPasskey } from './recovery/recoveryPasskey.ts';
import { createRecoverySet } from './recovery/recoverySet.ts';

// [S7] Operations that fail overwrite the secrets that they hold by then. A digest stands in for Argon2id.

const { browser } = shareFrameFixture({
  stretch: async ({ password, salt }) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...password, ...salt))),
});
const failure = new Error('the browser failed');
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
/** Returns for each key that the browser derived whether it was overwritten. */
const areZero = (derived: readonly { value: unknown }[]) =>
  Promise.all(derived.map(async ({ value }) => isZero(new Uint8Array((await value) as ArrayBuffer))));

let wallet: string;
beforeEach(async () => {
  wallet = String((await browser.request('privy:wallet:create')).data?.address);
});
afterEach(() => vi.restoreAllMocks());

test('[S7] overwrites the keys of a recovery password that the service refuses', async () => {
  const set = { recoveryMethod: 'user-passcode', recoveryPassword: 'gravel-lantern' };
  await browser.request('privy:wallets:set-recovery', { ...named(wallet), ...set });
  const derived = vi.spyOn(crypto.subtle, 'deriveBits');
  const wrong = { address: wallet, recoveryPassword: 'gravel-lanterns' };
  expect((await browser.request('privy:wallet:recover', wrong)).error?.type).toBe('invalid_recovery_pin');
  expect(await areZero(derived.mock.results)).toEqual([true, true]);
});

test('[S7] overwrites a released recovery key if this browser has seen a newer recovery', async () => {
  const key = await browser.act(async (frame, session) => {
    for (const device of await frame.store.list(session.userId))
      await frame.store.update({ ...device, recoveryVersion: 2 });
    const reply = await frame.api.call('recover', session, toEntropyRef(wallet));
    return fromBase64url(reply.method === 'privy' ? reply.recovery_key : expect.fail());
  });
  const wiping = watchWiping();
  const { error } = await browser.request('privy:wallet:recover', { address: wallet });
  wiping.stop();
  expect(error?.message).toContain('an older recovery');
  expect(wiping.countOf(key)).toBe(1);
});

test('[S7] overwrites a released recovery key if the sealed part is not base64url', async () => {
  const wiping = watchWiping();
  const key = await browser.act(async (frame, session) => {
    const reply = await frame.api.call('recover', session, toEntropyRef(wallet));
    const call = async () => ({ ...reply, ciphertext: '!' }) as never;
    await expect(recoverWallet({ ...frame, api: { call } }, session, wallet)).rejects.toThrow();
    return fromBase64url(reply.method === 'privy' ? reply.recovery_key : expect.fail());
  });
  wiping.stop();
  expect(wiping.countOf(key)).toBe(1);
});

test('[S7] derives no key from a passkey if the parts are not base64url, and overwrites the proof', async () => {
  const derived = vi.spyOn(crypto.subtle, 'deriveBits');
  const parts = { ciphertext: '!', auth_part: '!' };
  await browser.act(async (frame, session) => {
    frame.passkey.keep({ credentialId: 'a passkey', secret: new Uint8Array(32).fill(7) });
    const call = async () => ({ entropy_uid: '1', recovery_id: '1', kind: 'created', ...parts }) as never;
    await expect(recoverByPasskey({ ...frame, api: { call } }, session, wallet)).rejects.toThrow();
  });
  expect(await areZero(derived.mock.results)).toEqual([true]);
});

test('[S7] overwrites a new recovery key if the entropy cannot be split', async () => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const place = { entropyUid: 'an entropy', recoveryVersion: 1 };
  const create = browser.act((frame, session) =>
    createRecoverySet(frame, session, new Uint8Array(), place, { method: 'privy' }),
  );
  await expect(create).rejects.toThrow('secret cannot be empty');
  const keys = random.mock.results
    .map(({ value }) => value as Uint8Array)
    .filter(({ length }) => length === 32);
  expect(keys.map(isZero)).toEqual([true]);
});

test("[S7] overwrites a passkey's secret if no proof can be derived from it", async () => {
  const secret = new Uint8Array(32).fill(7);
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(failure);
  const recover = browser.act((frame, session) => {
    frame.passkey.keep({ credentialId: 'a passkey', secret });
    return recoverByPasskey(frame, session, wallet);
  });
  await expect(recover).rejects.toBe(failure);
  expect(isZero(secret)).toBe(true);
});

test("[S7] overwrites the pair for a passkey, and copies of the entropy, if the passkey's key cannot be derived", async () => {
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  const derived = vi.spyOn(crypto.subtle, 'deriveBits');
  derived.mockImplementationOnce(derive).mockRejectedValueOnce(failure);
  const copies = vi.spyOn(Uint8Array, 'from');
  const add = browser.act((frame, session) => {
    frame.passkey.keep({ credentialId: 'a passkey', secret: new Uint8Array(32).fill(7) });
    return addRecoveryPasskey(frame, session, wallet);
  });
  await expect(add).rejects.toBe(failure);
  // Copies of the entropy have 16 bytes, and those of its parts 17.
  const secrets = copies.mock.results.map(({ value }) => value as Uint8Array);
  expect(secrets.filter(({ length }) => [16, 17].includes(length)).map(isZero)).toEqual(Array(6).fill(true));
});

test.each([
  ['its key cannot be derived', new Uint8Array(31).fill(7), 'one wallet'],
  ["the browser's devices cannot be read", new Uint8Array(32).fill(7), failure.message],
])('[S7] overwrites an imported key and its copy if %s', async (_, entropy, message) => {
  const copies = vi.spyOn(Uint8Array, 'from');
  const read = (): Imported => ({ kind: 'imported-key', entropy });
  const run = browser.act((frame, session) => {
    const store = { ...frame.store, list: () => Promise.reject(failure) };
    return importWallet({ ...frame, store }, session, { chainType: 'ethereum', read });
  });
  await expect(run).rejects.toThrow(message);
  expect([entropy, ...copies.mock.results.map(({ value }) => value as Uint8Array)].every(isZero)).toBe(true);
});
