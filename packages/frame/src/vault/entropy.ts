import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Bytes, randomBytes, zero } from '../bytes.ts';

/** Bytes of entropy behind a created wallet: a phrase of 12 words (BIP-39). @internal */
export const entropyLength = 16;

/** Makes the secret of a new wallet. */
export function createEntropy(): Bytes {
  return randomBytes(entropyLength);
}

/**
 * Derives the Ethereum key of an index: BIP-39 seed without a passphrase, then BIP-32 `m/44'/60'/0'/0/{index}`.
 *
 * The phrase exists as a string only inside this function: JavaScript cannot overwrite strings, so none may outlive it.
 *
 * @param entropy 16 to 32 bytes
 * @param index position below the account, from 0
 * @returns the private key, 32 bytes, which the caller overwrites
 */
export async function toEthereumKey(entropy: Uint8Array, index: number): Promise<Bytes> {
  const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist));
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
    zero(seed);
    for (const node of nodes) node.wipePrivateData();
  }
}

/** The recovery phrase of entropy (BIP-39, English), for the person who takes it out; nobody else asks for it. */
export function toPhrase(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

const hardened = 0x80000000;
