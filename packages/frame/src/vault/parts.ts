import { combine, split } from 'shamir-secret-sharing';
import { type Bytes, zero } from '../bytes.ts';
import { toAddress } from '../sign/address.ts';
import { toEthereumKey } from './entropy.ts';

/** Two parts of one split: neither alone says anything about the entropy. */
export interface Pair {
  /** Stays on this side: with the device, or sealed as recovery ciphertext. */
  readonly own: Bytes;
  /** Goes to the service. */
  readonly auth: Bytes;
}

/** Entropy whose address was checked, with the key of index 0, which the check derived anyway. */
export interface Opened {
  readonly entropy: Bytes;
  readonly rootKey: Bytes;
}

/**
 * Splits entropy into a fresh pair and proves that the pair opens to the wallet before anything relies on it.
 *
 * @param address the wallet at index 0, EIP-55
 * @throws Error when the pair does not open to that wallet
 */
export async function createPair(entropy: Uint8Array, address: string): Promise<Pair> {
  // The library refuses subclasses such as Node's Buffer.
  const [own, auth] = await split(Uint8Array.from(entropy), 2, 2);
  if (!own || !auth) throw new Error('a split makes two parts');
  const pair = { own: Uint8Array.from(own), auth: Uint8Array.from(auth) };
  zero(own, auth);
  const opened = await openPair(pair.own, pair.auth, address);
  zero(opened.entropy, opened.rootKey);
  return pair;
}

/**
 * Puts two parts together and checks that they open to the wallet.
 *
 * Shamir's scheme does not notice a wrong part: it answers other bytes. Unchecked, a tampered part would become a
 * signature by a key that nobody chose (S10).
 *
 * @param address the wallet at index 0, EIP-55
 * @throws Error when they open to anything else; whatever was opened is overwritten
 */
export async function openPair(own: Uint8Array, auth: Uint8Array, address: string): Promise<Opened> {
  const copies = [Uint8Array.from(own), Uint8Array.from(auth)];
  let entropy: Bytes | null = null;
  let rootKey: Bytes | null = null;
  try {
    entropy = Uint8Array.from(await combine(copies));
    rootKey = await toEthereumKey(entropy, 0);
    if (toAddress(rootKey) !== address) throw new Error('these parts do not open to the wallet');
    return { entropy, rootKey };
  } catch (error) {
    zero(entropy, rootKey);
    throw error;
  } finally {
    zero(...copies);
  }
}
