import type { ChainType } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAddress } from '../sign/address.ts';
import { createEntropy, deriveKey } from './entropy.ts';
import type { Opened } from './parts.ts';
import { createVault, type Owner, type Vault } from './vault.ts';
import { type Wiping, watchWiping } from './wiping.testkit.ts';

const kind = 'created';
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const toEthereum = (key: Uint8Array) => toAddress('ethereum', key);

async function createOpened(userId: string, rootChain: ChainType = 'ethereum') {
  const entropy = createEntropy();
  const walletOf = async (chainType: ChainType, index: number) => {
    const address = toAddress(chainType, await deriveKey(kind, entropy, chainType, index));
    return { chainType, index, address };
  };
  const [root, second] = [await walletOf(rootChain, 0), await walletOf('ethereum', 1)];
  const entropyUid = root.address;
  const owner = (): Owner => ({ userId, entropyUid, kind, recoveryMethod: 'privy', wallets: [root, second] });
  const open = async (): Promise<Opened> => {
    const rootKey = await deriveKey(kind, entropy, rootChain, 0);
    return { kind, rootAddress: root.address, entropy: Uint8Array.from(entropy), rootKey };
  };
  return { entropy, root, second, owner, open, walletOf };
}

describe('the vault', () => {
  let wiping: Wiping | null = null;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    wiping?.stop();
    wiping = null;
  });

  it('holds several wallets of one user, and replaces only the one that is unlocked again', async () => {
    const [created, imported] = [
      await createOpened('did:privy:a'),
      await createOpened('did:privy:a', 'solana'),
    ];
    const vault = createVault();
    const [first, other, again] = [await created.open(), await imported.open(), await created.open()];
    const [firstOwner, otherOwner, nextOwner] = [created.owner(), imported.owner(), created.owner()];
    expect(vault.beginUnlock()(firstOwner, first)).toBe(true);
    expect(vault.beginUnlock()(otherOwner, other)).toBe(true);
    expect(vault.find('did:privy:a', created.root.address)).toBe(firstOwner);
    expect(vault.find('did:privy:a', imported.root.address)).toBe(otherOwner);
    vault.beginUnlock()(nextOwner, again);
    expect([first.entropy, first.rootKey].every(isZero)).toBe(true);
    expect([other.entropy, other.rootKey, again.entropy].some(isZero)).toBe(false);
    expect(vault.find('did:privy:a', created.root.address)).toBe(nextOwner);
    // An operation that connected earlier uses the wallet that it connected, or none.
    expect(await vault.withKey(firstOwner, created.root, toEthereum)).toBeNull();
    expect(vault.withEntropy(firstOwner, () => 'lent')).toBeNull();
    expect(await vault.derive(firstOwner, 'ethereum', 5)).toBeNull();
    expect(await vault.withKey(nextOwner, created.root, toEthereum)).toBe(created.root.address);
  });

  it('finds a wallet only by its address at index 0 and its user', async () => {
    const { owner, open, root, second } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    expect(vault.find('did:privy:a', root.address)).toBe(mine);
    expect(vault.find('did:privy:a', second.address)).toBeNull();
    expect(vault.find('did:privy:b', root.address)).toBeNull();
    expect(vault.find('did:privy:a', root.address.toLowerCase())).toBeNull();
  });

  it('derives wallets that are not registered yet', async () => {
    const { owner, open, walletOf } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    for (const [chainType, index] of [
      ['ethereum', 0],
      ['ethereum', 2],
      ['solana', 0],
    ] as const)
      expect(await vault.derive(mine, chainType, index)).toEqual(await walletOf(chainType, index));
    vault.lock();
    expect(await vault.derive(mine, 'ethereum', 2)).toBeNull();
  });

  it('passes the entropy only for the owner object that unlocked it', async () => {
    const { entropy, owner, open } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    expect(vault.withEntropy(mine, (lent) => Uint8Array.from(lent))).toEqual(entropy);
    expect(vault.withEntropy(owner(), () => 'lent')).toBeNull();
    vault.lock();
    expect(vault.withEntropy(mine, () => 'lent')).toBeNull();
  });

  it('[S7] restarts the idle time at every use, but not at a request for an owner object that did not unlock the wallet', async () => {
    const { owner, open, root } = await createOpened('did:privy:a');
    const vault = createVault(undefined, 1_000);
    const mine = owner();
    const opened = await open();
    vault.beginUnlock()(mine, opened);
    for (const use of [
      () => vault.withKey(mine, root, toEthereum),
      () => vault.withEntropy(mine, () => null),
      () => vault.derive(mine, 'ethereum', 0),
    ]) {
      vi.advanceTimersByTime(999);
      await use();
    }
    vi.advanceTimersByTime(999);
    expect(isZero(opened.entropy)).toBe(false);
    await vault.withKey(owner(), root, toEthereum);
    vault.withEntropy(owner(), () => null);
    vi.advanceTimersByTime(1);
    expect(isZero(opened.entropy) && isZero(opened.rootKey)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[MFA-36] locks wallets when the second factor expires, even if they are in use or were unlocked after the verification', async () => {
    const { owner, open, root } = await createOpened('did:privy:a');
    const vault = createVault();
    const leave = vault.beginUnlock();
    vault.endIn(1_000);
    const [mine, opened] = [owner(), await open()];
    expect(leave(mine, opened)).toBe(true);
    vi.advanceTimersByTime(999);
    expect(await vault.withKey(mine, root, toEthereum)).toBe(root.address);
    vi.advanceTimersByTime(1);
    expect(isZero(opened.entropy) && isZero(opened.rootKey)).toBe(true);
    // The permission to unlock did not end: a user who verifies again may complete an unlock in progress.
    const [next, again] = [owner(), await open()];
    vault.endIn(1_000);
    expect(leave(next, again)).toBe(true);
    vault.endIn(0);
    expect(isZero(again.entropy)).toBe(true);
    // Without a second factor, the wallet stays unlocked.
    const [last, kept] = [owner(), await open()];
    vault.endIn(null);
    leave(last, kept);
    vi.advanceTimersByTime(10_000);
    expect(vault.find('did:privy:a', root.address)).toBe(last);
  });

  it.each([
    ['slept past it', 60_000],
    ['set its clock back', -1],
  ])('[MFA-36] locks a wallet whose second factor has a time limit on a computer that %s', async (_, ms) => {
    let nowMs = 1_000_000;
    const { owner, open, root } = await createOpened('did:privy:a');
    for (const use of [
      (vault: Vault) => vault.find('did:privy:a', root.address),
      (vault: Vault, mine: Owner) => vault.withKey(mine, root, toEthereum),
      (vault: Vault, mine: Owner) => vault.withEntropy(mine, () => 'lent'),
      (vault: Vault, mine: Owner) => vault.derive(mine, 'ethereum', 0),
    ]) {
      const vault = createVault(() => nowMs);
      const [mine, opened] = [owner(), await open()];
      vault.endIn(30_000);
      vault.beginUnlock()(mine, opened);
      nowMs += ms;
      expect(await use(vault, mine)).toBeNull();
      expect(isZero(opened.entropy)).toBe(true);
    }
  });

  it('does not lock a wallet in the first minute if its factor is trusted for longer than a timer can run', async () => {
    const { owner, open } = await createOpened('did:privy:a');
    const vault = createVault();
    const opened = await open();
    vault.beginUnlock()(owner(), opened);
    vault.endIn(30 * 24 * 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(isZero(opened.entropy)).toBe(false);
    vault.lock();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer running after a lock of the vault', async () => {
    const { owner, open } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.beginUnlock()(owner(), await open());
    expect(vi.getTimerCount()).toBe(1);
    vault.lock();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('unlocks the vault with a permission that was given after the last lock', async () => {
    const { owner, open, root } = await createOpened('did:privy:a');
    const vault = createVault();
    vault.lock();
    expect(vault.beginUnlock()(owner(), await open())).toBe(true);
    expect(vault.find('did:privy:a', root.address)).not.toBeNull();
  });

  it('[S7] keeps one key if two operations derive it at once, and overwrites the other copy', async () => {
    const { entropy, owner, open, second } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    const key = await deriveKey(kind, entropy, 'ethereum', 1);
    wiping = watchWiping();
    const lent = await Promise.all([0, 1].map(() => vault.withKey(mine, second, (given) => given)));
    expect(lent[0]).toEqual(key);
    expect(lent[0]).toBe(lent[1]);
    expect(wiping.countOf(key)).toBeGreaterThan(0);
    // A third call receives the cached key: nothing is derived again.
    expect(await vault.withKey(mine, second, (given) => given)).toBe(lent[0]);
  });

  it('[S7] passes the second of two operations no key if the first one locked the vault', async () => {
    const { owner, open, second } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    const act = () => {
      vault.lock();
      return 'lent';
    };
    const lent = await Promise.all([0, 1].map(() => vault.withKey(mine, second, act)));
    expect(lent.filter((one) => one !== null)).toEqual(['lent']);
  });

  it.each(['ethereum', 'solana'] as const)(
    'passes the key of the wallet at index 0 itself, not a copy: %s',
    async (chain) => {
      const { owner, open, root } = await createOpened('did:privy:a', chain);
      const vault = createVault();
      const [mine, opened] = [owner(), await open()];
      vault.beginUnlock()(mine, opened);
      expect(await vault.withKey(mine, root, (key) => key)).toBe(opened.rootKey);
    },
  );

  it('[S7] overwrites a key that was being derived when the wallet was unlocked again, and passes it to nobody', async () => {
    const { entropy, owner, open, second } = await createOpened('did:privy:a');
    const vault = createVault();
    const mine = owner();
    vault.beginUnlock()(mine, await open());
    const key = await deriveKey(kind, entropy, 'ethereum', 1);
    const again = await open();
    wiping = watchWiping();
    const before = wiping.countOf(key);
    const deriving = vault.withKey(mine, second, toEthereum);
    vault.beginUnlock()(owner(), again);
    expect(await deriving).toBeNull();
    expect(wiping.countOf(key)).toBeGreaterThan(before);
  });
});
