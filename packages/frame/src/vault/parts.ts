import type { EntropyKind } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { combine, split } from 'shamir-secret-sharing';
import { type Bytes, zero } from '../bytes.ts';
import { chainOf, toAddress } from '../sign/address.ts';
import { deriveKey } from './entropy.ts';

/** Two parts of one split: neither alone says anything about the entropy. */
export interface Pair {
  /** Stays on this side: with the device, or sealed as recovery ciphertext. */
  readonly own: Bytes;
  /** Goes to the service. */
  readonly auth: Bytes;
}

/** What a pair opens to. */
export interface Root {
  readonly kind: EntropyKind;
  /** A wallet at index 0, of either chain: EIP-55 or base 58. */
  readonly rootAddress: string;
}

/** Entropy whose root was checked, with the root's key, which the check derived anyway. */
export interface Opened extends Root {
  readonly entropy: Bytes;
  readonly rootKey: Bytes;
}

/**
 * Splits entropy whose root was checked into a fresh pair, and proves that the pair opens to it before anything relies
 * on it.
 *
 * @throws Error when the pair opens to anything else
 */
export async function createPair(entropy: Uint8Array): Promise<Pair> {
  // The library refuses subclasses such as Node's Buffer.
  const [own, auth] = await split(Uint8Array.from(entropy), 2, 2);
  if (!own || !auth) throw new Error('a split makes two parts');
  const pair = { own: Uint8Array.from(own), auth: Uint8Array.from(auth) };
  zero(own, auth);
  await assertOpens(pair, entropy);
  return pair;
}

/**
 * Proves that a pair opens to the entropy that was split, byte for byte: who holds that needs to derive no address.
 *
 * @throws Error when it opens to anything else
 */
export async function assertOpens({ own, auth }: Pair, entropy: Uint8Array): Promise<void> {
  const copies = [Uint8Array.from(own), Uint8Array.from(auth)];
  const opened = await combine(copies).finally(() => zero(...copies));
  const isSame = equalBytes(opened, entropy);
  zero(opened);
  if (!isSame) throw new Error('these parts do not open to what was split');
}

/**
 * Puts two parts together and checks that they open to the wallet.
 *
 * Shamir's scheme does not notice a wrong part: it answers other bytes. Unchecked, a tampered part would become a
 * signature by a key that no one chose (S10). The kind came from the service, and the check holds for it too: read as
 * another kind, the same bytes lead to another address.
 *
 * @throws Error when they open to anything else; whatever was opened is overwritten
 */
export async function openPair(own: Uint8Array, auth: Uint8Array, root: Root): Promise<Opened> {
  const { kind, rootAddress } = root;
  const copies = [Uint8Array.from(own), Uint8Array.from(auth)];
  let entropy: Bytes | null = null;
  let rootKey: Bytes | null = null;
  try {
    entropy = Uint8Array.from(await combine(copies));
    const chainType = chainOf(rootAddress);
    rootKey = await deriveKey(kind, entropy, chainType, 0);
    if (toAddress(chainType, rootKey) !== rootAddress)
      throw new Error('these parts do not open to the wallet');
    return { kind, rootAddress, entropy, rootKey };
  } catch (error) {
    zero(entropy, rootKey);
    throw error;
  } finally {
    zero(...copies);
  }
}
