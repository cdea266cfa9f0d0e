import type { ChainType, EntropyKind, RecoveryMethod } from '@latchkey/wire';
import { zero } from '../bytes.ts';
import { createDeadline } from '../deadline.ts';
import { chainOf, toAddress } from '../sign/address.ts';
import { deriveKey } from './entropy.ts';
import type { Opened } from './parts.ts';

/** Time without use after which the entropy is overwritten, in ms. docs/custody.md, "In memory". @internal */
const idleLimitMs = 15 * 60_000;

/** A wallet that the unlocked entropy may sign for, as the service registered it. */
export interface UnlockedWallet {
  readonly chainType: ChainType;
  readonly address: string;
  readonly index: number;
}

/** Whose entropy is unlocked, and the wallets of it. */
export interface Owner {
  readonly userId: string;
  readonly entropyUid: string;
  readonly kind: EntropyKind;
  /** As the service said when it was unlocked, or agreed to since. */
  recoveryMethod: RecoveryMethod;
  /** Grows when a wallet is added. */
  wallets: readonly UnlockedWallet[];
}

/**
 * Takes over the entropy of wallets, in place of what is held of it. What another user unlocked is overwritten.
 *
 * @returns false, with what was given overwritten, when the vault was locked after {@link Vault.beginUnlock}: an answer
 *   that comes after a log-out must not leave a key behind
 */
export type Unlock = (owner: Owner, opened: Opened) => boolean;

/** The one place that holds entropy between two messages. */
export interface Vault {
  /** Gives the leave to unlock, which ends with the next {@link Vault.lock}. */
  beginUnlock(): Unlock;
  /** The unlocked wallets of a user by the address of one at index 0, or null. Never the entropy. */
  find(userId: string, rootAddress: string): Owner | null;
  /**
   * Lends the key of a wallet to one synchronous act.
   *
   * @returns what the act returns, or null when these wallets are no longer unlocked
   * @throws Error when the entropy does not derive to the wallet's address
   */
  withKey<T>(owner: Owner, wallet: UnlockedWallet, use: (key: Uint8Array) => T): Promise<T | null>;
  /**
   * Lends the entropy to one synchronous act, which copies nothing that outlives it but what the person asked for.
   *
   * @returns what the act returns, or null when these wallets are no longer unlocked
   */
  withEntropy<T>(owner: Owner, use: (entropy: Uint8Array) => T): T | null;
  /** Derives a wallet that the service does not know yet; null when these wallets are no longer unlocked. */
  derive(owner: Owner, chainType: ChainType, index: number): Promise<UnlockedWallet | null>;
  /** Sets how long what is unlocked, now or later, stays so by a second factor; null: no end. It ends no leave to unlock. */
  endIn(ms: number | null): void;
  /** Overwrites everything. */
  lock(): void;
}

interface Held {
  readonly owner: Owner;
  readonly opened: Opened;
  /** By chain and index: deriving anew for each signature costs sixteen times the signature. */
  readonly keys: Map<string, Derived>;
}

interface Derived {
  readonly key: Uint8Array;
  readonly address: string;
}

/**
 * Makes an empty vault. Entropy and derived keys live in this closure alone: no object that leaves it leads to them.
 *
 * @param now Unix milliseconds
 * @param idleMs time without use after which it locks itself, in ms
 */
export function createVault(now = () => Date.now(), idleMs: number = idleLimitMs): Vault {
  /** Those of one user: the created entropy and imported ones. */
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

  /** The very entropy that an act connected, not one that was unlocked again since. */
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
    // The vault may have been locked, or have changed hands, while the key was derived; or another act derived it too.
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
      // Index and chain came from the service: a key of another address must not sign in this one's name.
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
