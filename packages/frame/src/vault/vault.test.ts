import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAddress } from '../sign/address.ts';
import { createEntropy, toEthereumKey } from './entropy.ts';
import { createVault, idleLimitMs, type Owner } from './vault.ts';

async function createOpened(userId: string) {
  const entropy = createEntropy();
  const rootKey = await toEthereumKey(entropy, 0);
  const address = toAddress(rootKey);
  const second = toAddress(await toEthereumKey(entropy, 1));
  const wallets = [
    { address, index: 0 },
    { address: second, index: 1 },
  ];
  const owner: Owner = { userId, rootAddress: address, wallets };
  return { owner, opened: { entropy, rootKey } };
}

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

describe('the vault', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lends the key of each of its wallets, and of nobody else', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const stranger = (await createOpened('did:privy:b')).owner;
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    for (const wallet of owner.wallets) {
      expect(await vault.withKey(owner, wallet, toAddress)).toBe(wallet.address);
    }
    expect(await vault.withKey(stranger, stranger.wallets[0]!, toAddress)).toBeNull();
    expect(vault.find('did:privy:b', owner.rootAddress)).toBeNull();
    expect(vault.find('did:privy:a', stranger.rootAddress)).toBeNull();
  });

  it('does not sign for an index whose address is not the one that the service named', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    const wrong = { address: owner.rootAddress, index: 7 };
    await expect(vault.withKey(owner, wrong, toAddress)).rejects.toThrow('another address');
  });

  it('[S7] overwrites entropy and keys when it is locked', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    let lent = new Uint8Array();
    await vault.withKey(owner, owner.wallets[1]!, (key) => {
      lent = key as Uint8Array<ArrayBuffer>;
    });
    expect(isZero(lent)).toBe(false);
    vault.lock();
    expect([opened.entropy, opened.rootKey, lent].every(isZero)).toBe(true);
    expect(vault.find(owner.userId, owner.rootAddress)).toBeNull();
    expect(await vault.withKey(owner, owner.wallets[0]!, toAddress)).toBeNull();
  });

  it('[S7] overwrites them after 15 idle minutes, and each use begins them anew', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    vi.advanceTimersByTime(idleLimitMs - 1);
    expect(await vault.withKey(owner, owner.wallets[0]!, toAddress)).toBe(owner.rootAddress);
    vi.advanceTimersByTime(idleLimitMs - 1);
    expect(isZero(opened.entropy)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isZero(opened.entropy) && isZero(opened.rootKey)).toBe(true);
  });

  it('[S7] overwrites the one before when another is unlocked', async () => {
    const [first, second] = [await createOpened('did:privy:a'), await createOpened('did:privy:b')];
    const vault = createVault();
    vault.beginUnlock()(first.owner, first.opened);
    vault.beginUnlock()(second.owner, second.opened);
    expect(isZero(first.opened.entropy) && isZero(first.opened.rootKey)).toBe(true);
    expect(vault.find('did:privy:b', second.owner.rootAddress)).toBe(second.owner);
  });

  it('gives no key that was still being derived when it was locked', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    const deriving = vault.withKey(owner, owner.wallets[1]!, toAddress);
    vault.lock();
    expect(await deriving).toBeNull();
  });

  it('[S7] is not unlocked by an answer that comes after it was locked', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    const unlock = vault.beginUnlock();
    vault.lock();
    expect(unlock(owner, opened)).toBe(false);
    expect(vault.find(owner.userId, owner.rootAddress)).toBeNull();
    expect([opened.entropy, opened.rootKey].every(isZero)).toBe(true);
  });

  it('has no property that leads to a secret', async () => {
    const { owner, opened } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner, opened);
    expect(JSON.stringify(vault)).toBe('{}');
    expect(Object.values(vault).every((value) => typeof value === 'function')).toBe(true);
  });
});
