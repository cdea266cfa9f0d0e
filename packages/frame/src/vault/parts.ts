import type { ChainType, EntropyKind } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { combine, split } from 'shamir-secret-sharing';
import { type Bytes, zero, zeroOnFailure } from '../bytes.ts';
import { chainOf, toAddress } from '../sign/address.ts';
import { deriveKey } from './entropy.ts';

/** Two parts of one split. Either part alone reveals nothing about the entropy but its length. */
export interface Pair {
  /** Part that the device keeps, or that the recovery ciphertext contains. */
  readonly own: Bytes;
  /** Part that the service keeps. */
  readonly auth: Bytes;
}

export interface Root {
  readonly kind: EntropyKind;
  /** Address of a wallet at index 0, on either chain: EIP-55 or base 58. */
  readonly rootAddress: string;
}

/** Entropy with its root address and the root's private key. */
export interface Opened extends Root {
  readonly entropy: Bytes;
  readonly rootKey: Bytes;
}

/**
 * Splits entropy into a fresh pair, and checks that the pair opens to it before anything relies on the pair.
 *
 * @throws Error if the pair opens to anything else
 */
export async function createPair(entropy: Uint8Array): Promise<Pair> {
  // The library refuses subclasses of Uint8Array, such as Node's Buffer.
  const copy = Uint8Array.from(entropy);
  const [own, auth] = await split(copy, 2, 2).finally(() => zero(copy));
  if (!own || !auth) throw new Error('a split makes two parts');
  const pair = { own: Uint8Array.from(own), auth: Uint8Array.from(auth) };
  zero(own, auth);
  await zeroOnFailure([pair.own, pair.auth], () => assertOpens(pair, entropy));
  return pair;
}

/**
 * Asserts that a pair opens to the entropy that was split.
 *
 * @throws Error if the pair opens to anything else
 */
export async function assertOpens({ own, auth }: Pair, entropy: Uint8Array): Promise<void> {
  const copies = [Uint8Array.from(own), Uint8Array.from(auth)];
  const opened = await combine(copies).finally(() => zero(...copies));
  const isSame = equalBytes(opened, entropy);
  zero(opened);
  if (!isSame) throw new Error('these parts do not open to what was split');
}

/** Derives the key and the address of entropy's root. Overwrites the entropy and the key if that fails. */
export async function openRoot(kind: EntropyKind, entropy: Bytes, chainType: ChainType): Promise<Opened> {
  const rootKey = await zeroOnFailure([entropy], () => deriveKey(kind, entropy, chainType, 0));
  return zeroOnFailure([entropy, rootKey], async () => {
    return { kind, rootAddress: toAddress(chainType, rootKey), entropy, rootKey };
  });
}

/**
 * Combines two parts and checks that they open to the wallet.
 *
 * Shamir's scheme does not detect a wrong part: it returns other bytes. An attacker who tampers with a part could
 * otherwise have the frame sign with a key that nobody chose (S10). The check also covers whether the entropy is a
 * key or a phrase, which the service names: the same bytes derive to different addresses.
 *
 * @throws Error if the parts open to anything else, after overwriting the result
 */
export async function openPair(own: Uint8Array, auth: Uint8Array, root: Root): Promise<Opened> {
  const { kind, rootAddress } = root;
  const copies = [Uint8Array.from(own), Uint8Array.from(auth)];
  // The cast is safe, because the library returns a new array. A copy would be one more secret to overwrite.
  const entropy = (await combine(copies).finally(() => zero(...copies))) as Bytes;
  const opened = await openRoot(kind, entropy, chainOf(rootAddress));
  if (opened.rootAddress === rootAddress) return opened;
  zero(entropy, opened.rootKey);
  throw new Error('these parts do not open to the wallet');
}
