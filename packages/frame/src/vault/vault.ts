import { zero } from '../bytes.ts';
import { toAddress } from '../sign/address.ts';
import { toEthereumKey } from './entropy.ts';
import type { Opened } from './parts.ts';

/** Time without use after which the entropy is overwritten, in ms. docs/custody.md, "In memory". @internal */
export const idleLimitMs = 15 * 60_000;

/** A wallet that the unlocked entropy may sign for, as the service registered it. */
export interface UnlockedWallet {
  readonly address: string;
  readonly index: number;
}

/** Whose entropy is unlocked, and the wallets of it. */
export interface Owner {
  readonly userId: string;
  readonly rootAddress: string;
  readonly wallets: readonly UnlockedWallet[];
}

/**
 * Takes over the entropy of a wallet; whatever was unlocked before is overwritten.
 *
 * @returns false, with what was given overwritten, when the vault was locked after {@link Vault.beginUnlock}: an answer
 *   that comes after a log-out must not leave a key behind
 */
export type Unlock = (owner: Owner, opened: Opened) => boolean;

/** The one place that holds entropy between two messages. */
export interface Vault {
  /** Gives the leave to unlock, which ends with the next {@link Vault.lock}. */
  beginUnlock(): Unlock;
  /** The unlocked wallets of a user and root address, or null. Never the entropy. */
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
  /** Overwrites everything. */
  lock(): void;
}

/**
 * Makes an empty vault. Entropy and derived keys live in this closure alone: no object that leaves it leads to them.
 *
 * @param idleMs time without use after which it locks itself, in ms
 */
export function createVault(idleMs: number = idleLimitMs): Vault {
  let held: { owner: Owner; opened: Opened; keys: Map<number, Uint8Array> } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let locks = 0;

  function empty(): void {
    clearTimeout(timer);
    if (held === null) return;
    zero(held.opened.entropy, ...held.keys.values());
    held = null;
  }

  function keepAwake(): void {
    clearTimeout(timer);
    timer = setTimeout(empty, idleMs);
  }

  /** Deriving anew for each signature costs sixteen times the signature. */
  async function keyOf({ index, address }: UnlockedWallet): Promise<Uint8Array | null> {
    const asked = held;
    const cached = asked?.keys.get(index);
    if (asked === null || cached) return cached ?? null;
    const key = await toEthereumKey(asked.opened.entropy, index);
    // The vault may have been locked, or have changed hands, while the key was derived.
    if (held !== asked) {
      zero(key);
      return null;
    }
    // The index came from the service: a key of another address must not sign in this one's name.
    if (toAddress(key) !== address) {
      zero(key);
      throw new Error('this index derives to another address');
    }
    asked.keys.set(index, key);
    return key;
  }

  return {
    beginUnlock() {
      const before = locks;
      return (owner, opened) => {
        if (locks !== before) {
          zero(opened.entropy, opened.rootKey);
          return false;
        }
        empty();
        held = { owner, opened, keys: new Map([[0, opened.rootKey]]) };
        keepAwake();
        return true;
      };
    },
    find: (userId, rootAddress) =>
      held?.owner.userId === userId && held.owner.rootAddress === rootAddress ? held.owner : null,
    async withKey(owner, wallet, use) {
      if (held?.owner !== owner) return null;
      keepAwake();
      const key = await keyOf(wallet);
      return key === null ? null : use(key);
    },
    withEntropy(owner, use) {
      if (held?.owner !== owner) return null;
      keepAwake();
      return use(held.opened.entropy);
    },
    lock() {
      locks += 1;
      empty();
    },
  };
}
