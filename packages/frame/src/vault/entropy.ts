import type { ChainType, EntropyKind } from '@latchkey/wire';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Bytes, randomBytes, zero } from '../bytes.ts';
import { deriveEd25519 } from './slip10.ts';

/** Bytes of entropy behind a created wallet: a phrase of 12 words (BIP-39). @internal */
export const entropyLength = 16;

/** Makes the secret of a new wallet. */
export function createEntropy(): Bytes {
  return randomBytes(entropyLength);
}

/**
 * Derives the key of a wallet: BIP-39 seed without a passphrase, then `m/44'/60'/0'/0/{index}` (BIP-32) for Ethereum or
 * `m/44'/501'/{index}'/0'` (SLIP-0010) for Solana. An imported key is its own key, and has no other.
 *
 * The phrase exists as a string only inside this function: JavaScript cannot overwrite strings, so none may outlive it.
 *
 * @param entropy 16 to 32 bytes of a phrase, or the 32 bytes of an imported key
 * @param index from 0
 * @returns the private key, 32 bytes, which the caller overwrites
 * @throws Error when there is no such key
 */
export async function deriveKey(
  kind: EntropyKind,
  entropy: Uint8Array,
  chainType: ChainType,
  index: number,
): Promise<Bytes> {
  if (kind === 'imported-key') {
    if (index !== 0 || entropy.length !== 32) throw new Error('an imported key has one wallet');
    return Uint8Array.from(entropy);
  }
  const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist));
  try {
    return chainType === 'solana' ? deriveEd25519(seed, [44, 501, index, 0]) : deriveSecp256k1(seed, index);
  } finally {
    zero(seed);
  }
}

function deriveSecp256k1(seed: Uint8Array, index: number): Bytes {
  const nodes: HDKey[] = [];
  try {
    let node = HDKey.fromMasterSeed(seed);
    nodes.push(node);
    for (const step of [44 + hardened, 60 + hardened, hardened, 0, index]) {
      node = node.deriveChild(step);
      nodes.push(node);
    }
    // BIP-32 leaves one index in 2^127 without a key.
    if (node.privateKey === null) throw new Error('no key at this index');
    return Uint8Array.from(node.privateKey);
  } finally {
    for (const node of nodes) node.wipePrivateData();
  }
}

/** The recovery phrase of entropy (BIP-39, English), for the person who takes it out; no other party asks for it. */
export function toPhrase(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

const hardened = 0x80000000;
