import type { ChainType } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAddress } from '../sign/address.ts';
import { createEntropy, deriveKey } from './entropy.ts';
import type { Opened } from './parts.ts';
import { createVault, type Owner } from './vault.ts';

const kind = 'created';
const places = [
  ['ethereum', 0],
  ['ethereum', 1],
  ['solana', 0],
  ['solana', 1],
] as const;

async function createOpened(userId: string) {
  const entropy = createEntropy();
  const derive = (chainType: ChainType, index: number) => deriveKey(kind, entropy, chainType, index);
  const wallets = await Promise.all(
    places.map(async ([chainType, index]) => {
      const address = toAddress(chainType, await derive(chainType, index));
      return { chainType, index, address };
    }),
  );
  const [root, second] = wallets as [(typeof wallets)[0], (typeof wallets)[0]];
  const entropyUid = root.address;
  const owner: Owner = { userId, entropyUid, kind, recoveryMethod: 'privy', wallets };
  const rootKey = await derive('ethereum', 0);
  const opened: Opened = { kind, rootAddress: root.address, entropy, rootKey };
  return { owner, root, second, opened };
}

const toEthereum = (key: Uint8Array) => toAddress('ethereum', key);

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

describe('the vault', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("passes the keys of a user's own wallets, but not of another user's", async () => {
    const { owner, root, opened } = await createOpened('did:privy:a');
    const stranger = await createOpened('did:privy:b');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    for (const wallet of owner.wallets) {
      const addressOf = (key: Uint8Array) => toAddress(wallet.chainType, key);
      expect(await vault.withKey(owner, wallet, addressOf)).toBe(wallet.address);
    }
    expect(await vault.withKey(stranger.owner, stranger.root, toEthereum)).toBeNull();
    expect(vault.find('did:privy:b', root.address)).toBeNull();
    expect(vault.find('did:privy:a', stranger.root.address)).toBeNull();
  });

  it('refuses to pass a key if its index derives to another address than the service named', async () => {
    const { owner, root, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    const wrong = { ...root, index: 7 };
    await expect(vault.withKey(owner, wrong, toEthereum)).rejects.toThrow('another address');
  });

  it('[S7] overwrites the entropy and the keys of the vault when it is locked', async () => {
    const { owner, root, second, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    let lent = new Uint8Array();
    await vault.withKey(owner, second, (key) => {
      lent = key as Uint8Array<ArrayBuffer>;
    });
    expect(isZero(lent)).toBe(false);
    vault.lock();
    expect([opened.entropy, opened.rootKey, lent].every(isZero)).toBe(true);
    expect(vault.find(owner.userId, root.address)).toBeNull();
    expect(await vault.withKey(owner, root, toEthereum)).toBeNull();
  });

  it('[S7] overwrites entropy and keys after 15 idle minutes, which restart at each use', async () => {
    const { owner, root, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(await vault.withKey(owner, root, toEthereum)).toBe(root.address);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(isZero(opened.entropy)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isZero(opened.entropy) && isZero(opened.rootKey)).toBe(true);
  });

  it("[S7] overwrites the wallet of the previous user when another user's is unlocked", async () => {
    const [first, second] = [await createOpened('did:privy:a'), await createOpened('did:privy:b')];
    const vault = createVault();
    vault.beginUnlock()(first.owner, first.opened);
    vault.beginUnlock()(second.owner, second.opened);
    expect(isZero(first.opened.entropy) && isZero(first.opened.rootKey)).toBe(true);
    expect(vault.find('did:privy:b', second.root.address)).toBe(second.owner);
  });

  it('passes no key if the vault is locked while the key is being derived', async () => {
    const { owner, second, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    const deriving = vault.withKey(owner, second, toEthereum);
    vault.lock();
    expect(await deriving).toBeNull();
  });

  it('[S7] keeps the vault locked if an unlock completes after a lock', async () => {
    const { owner, root, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    const unlock = vault.beginUnlock();
    vault.lock();
    expect(unlock(owner, opened)).toBe(false);
    expect(vault.find(owner.userId, root.address)).toBeNull();
    expect([opened.entropy, opened.rootKey].every(isZero)).toBe(true);
  });

  it('returns a vault whose properties are functions, so that it serialises to an empty object', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    expect(JSON.stringify(vault)).toBe('{}');
    expect(Object.values(vault).every((value) => typeof value === 'function')).toBe(true);
  });
});
