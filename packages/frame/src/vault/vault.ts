import type { ChainType, EntropyKind, RecoveryMethod } from '@latchkey/wire';
import { zero } from '../bytes.ts';
import { createDeadline } from '../deadline.ts';
import { chainOf, toAddress } from '../sign/address.ts';
import { deriveKey } from './entropy.ts';
import type { Opened } from './parts.ts';

/** Idle time after which the vault overwrites what it holds, in ms (docs/custody.md, "In memory"). @internal */
const idleLimitMs = 15 * 60_000;

/** Wallet of an unlocked entropy: as the service registered it, or just derived. */
export interface UnlockedWallet {
  readonly chainType: ChainType;
  readonly address: string;
  readonly index: number;
}

/** User whose entropy is unlocked, with the wallets of this entropy. */
export interface Owner {
  readonly userId: string;
  readonly entropyUid: string;
  readonly kind: EntropyKind;
  /** Recovery method that the service named at the unlock, or accepted since. */
  recoveryMethod: RecoveryMethod;
  /** Grows when a wallet is added. */
  wallets: readonly UnlockedWallet[];
}

/**
 * Stores opened entropy in place of an earlier copy of it. Overwrites the entropies of another user.
 *
 * @returns false, after overwriting `opened`, if the vault was locked since {@link Vault.beginUnlock}: an answer
 *   that arrives after a logout must not leave a key behind
 */
export type Unlock = (owner: Owner, opened: Opened) => boolean;

/** Holds entropy between two messages. */
export interface Vault {
  /** Returns permission to unlock, which ends with the next {@link Vault.lock}. */
  beginUnlock(): Unlock;
  /** Returns the unlocked wallets of a user by the address of one at index 0, or null. */
  find(userId: string, rootAddress: string): Owner | null;
  /**
   * Passes the private key of a wallet to one synchronous function.
   *
   * @returns the result of `use`, or null if these wallets are no longer unlocked
   * @throws Error if the entropy derives to another address than the wallet's
   */
  withKey<T>(owner: Owner, wallet: UnlockedWallet, use: (key: Uint8Array) => T): Promise<T | null>;
  /**
   * Passes the entropy to one synchronous function. The caller must overwrite every copy of the bytes.
   *
   * @returns the result of `use`, or null if these wallets are no longer unlocked
   */
  withEntropy<T>(owner: Owner, use: (entropy: Uint8Array) => T): T | null;
  /** Derives the wallet at an index of a chain. Returns null if these wallets are no longer unlocked. */
  derive(owner: Owner, chainType: ChainType, index: number): Promise<UnlockedWallet | null>;
  /**
   * Overwrites all entropy and keys after this many ms, when the second factor's verification ends. Null removes this
   * limit. Permissions to unlock stay.
   */
  endIn(ms: number | null): void;
  /** Overwrites all entropy and keys, and ends every permission to unlock. */
  lock(): void;
}

interface Held {
  readonly owner: Owner;
  readonly opened: Opened;
  /** Derived keys by chain and index. */
  readonly keys: Map<string, Derived>;
}

interface Derived {
  readonly key: Uint8Array;
  readonly address: string;
}

/**
 * Creates an empty vault. Entropy and derived keys are in this closure: no property of the vault leads to them.
 *
 * @param now returns Unix milliseconds
 * @param idleMs idle time after which the vault overwrites what it holds, in ms
 */
export function createVault(now = () => Date.now(), idleMs: number = idleLimitMs): Vault {
  /** Entropies of one user by `entropyUid`: the created one and imported ones. */
  const held = new Map<string, Held>();
  const idle = createDeadline(empty, now);
  const verified = createDeadline(empty, now);
  let locks = 0;

  function drop({ owner, opened, keys }: Held): void {
    zero(opened.entropy, ...[...keys.values()].map(({ key }) => key));
    held.delete(owner.entropyUid);
  }

  function empty(): void {
    idle.set(null);
    for (const one of held.values()) drop(one);
  }

  const keepAwake = () => idle.set(idleMs);

  function dropLate(): void {
    idle.check();
    verified.check();
  }

  /** Returns the entropy that this owner object unlocked; null if it was locked or unlocked again since. */
  function findHeld(owner: Owner): Held | null {
    dropLate();
    const one = held.get(owner.entropyUid);
    return one?.owner === owner ? one : null;
  }

  async function keyOf(owner: Owner, chainType: ChainType, index: number): Promise<Derived | null> {
    const name = `${chainType}/${index}`;
    const asked = findHeld(owner);
    const cached = asked?.keys.get(name);
    if (asked === null || cached) return cached ?? null;
    const key = await deriveKey(owner.kind, asked.opened.entropy, chainType, index);
    const isHeld = findHeld(owner) === asked;
    const earlier = asked.keys.get(name);
    // Meanwhile the vault may have been locked or refilled, or another call may have derived the key, too.
    if (!isHeld || earlier) {
      zero(key);
      return isHeld && earlier ? earlier : null;
    }
    const derived = { key, address: toAddress(chainType, key) };
    asked.keys.set(name, derived);
    return derived;
  }

  return {
    beginUnlock() {
      const before = locks;
      return (owner, opened) => {
        if (locks !== before) {
          zero(opened.entropy, opened.rootKey);
          return false;
        }
        for (const one of held.values()) {
          const { userId, entropyUid } = one.owner;
          if (userId !== owner.userId || entropyUid === owner.entropyUid) drop(one);
        }
        const { rootAddress, rootKey } = opened;
        const root = { key: rootKey, address: rootAddress };
        const keys = new Map([[`${chainOf(rootAddress)}/0`, root]]);
        held.set(owner.entropyUid, { owner, opened, keys });
        keepAwake();
        return true;
      };
    },
    find(userId, rootAddress) {
      dropLate();
      for (const { owner } of held.values()) {
        const isRoot = owner.wallets.some(({ address, index }) => index === 0 && address === rootAddress);
        if (owner.userId === userId && isRoot) return owner;
      }
      return null;
    },
    async withKey(owner, { chainType, index, address }, use) {
      if (findHeld(owner) === null) return null;
      keepAwake();
      const derived = await keyOf(owner, chainType, index);
      if (derived === null) return null;
      // Index and chain come from the service. An attacker who controls it must not get another wallet's signature.
      if (derived.address !== address) throw new Error('this index derives to another address');
      return use(derived.key);
    },
    async derive(owner, chainType, index) {
      if (findHeld(owner) === null) return null;
      keepAwake();
      const derived = await keyOf(owner, chainType, index);
      return derived && { chainType, index, address: derived.address };
    },
    withEntropy(owner, use) {
      const asked = findHeld(owner);
      if (asked === null) return null;
      keepAwake();
      return use(asked.opened.entropy);
    },
    endIn(ms) {
      verified.set(ms);
      verified.check();
    },
    lock() {
      locks += 1;
      verified.set(null);
      empty();
    },
  };
}
