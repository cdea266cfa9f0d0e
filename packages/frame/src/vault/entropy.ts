import type { ChainType, EntropyKind } from '@latchkey/wire';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Bytes, randomBytes, zero } from '../bytes.ts';
import { deriveEd25519 } from './slip10.ts';

/** Length of a created wallet's entropy in bytes, for a phrase of 12 words (BIP-39). @internal */
export const entropyLength = 16;

export function createEntropy(): Bytes {
  return randomBytes(entropyLength);
}

/**
 * Derives a wallet's private key from the BIP-39 seed without a passphrase: `m/44'/60'/0'/0/{index}` (BIP-32) on
 * Ethereum, `m/44'/501'/{index}'/0'` (SLIP-0010) on Solana. An imported key is itself the key of its only wallet.
 *
 * It derives through the phrase, a string, which JavaScript cannot overwrite. Callers do not receive the phrase.
 *
 * @param entropy 16 to 32 bytes of a phrase, or the 32 bytes of an imported key
 * @param index from 0
 * @returns the private key, 32 bytes; the caller must overwrite it
 * @throws Error if there is no key at this index
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
    // In BIP-32, fewer than one index in 2^127 has no key.
    if (node.privateKey === null) throw new Error('no key at this index');
    return Uint8Array.from(node.privateKey);
  } finally {
    for (const node of nodes) node.wipePrivateData();
  }
}

/** Returns the recovery phrase of entropy (BIP-39, English), for the user who exports it. */
export function toPhrase(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

const hardened = 0x80000000;
