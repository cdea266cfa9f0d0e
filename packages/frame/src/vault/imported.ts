import type { ChainType, EntropyKind } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Bytes, zero } from '../bytes.ts';
import { fromBase58 } from '../decode/base58.ts';
import { refuse } from '../refusal.ts';

/** Secret that the user had before and imports. */
export interface Imported {
  readonly kind: EntropyKind;
  readonly entropy: Bytes;
}

/**
 * Reads a private key as the user typed it. Ethereum: 32 bytes in hex digits, with or without 0x. Solana: base 58 of
 * 64 bytes (seed and public key, as wallets export them) or of the 32 bytes of the seed.
 *
 * @throws Refusal `invalid_request_arguments` that says what is wrong and quotes no part of the key
 */
export function readPrivateKey(chainType: ChainType, text: string): Imported {
  const entropy = chainType === 'solana' ? readSolanaKey(text.trim()) : readEthereumKey(text.trim());
  if (entropy.every((byte) => byte === 0)) refuseKey('it is zero');
  return { kind: 'imported-key', entropy };
}

function readEthereumKey(text: string): Bytes {
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) refuseKey('it has other characters than hex digits');
  if (digits.length !== 64) refuseKey('it must have 64 hex digits');
  // The cast is safe, because the package returns a new array. A copy would be one more secret to overwrite.
  const key = hexToBytes(digits) as Bytes;
  const isBelowOrder = secp256k1.utils.isValidSecretKey(key) || key.every((byte) => byte === 0);
  return isBelowOrder ? key : refuseKey('it is not below the order of the curve', key);
}

function readSolanaKey(text: string): Bytes {
  const bytes = fromBase58(text);
  if (bytes === null) return refuseKey('it has other characters than those of base 58');
  if (bytes.length !== 32 && bytes.length !== 64) refuseKey('it must have 32 or 64 bytes', bytes);
  const seed = bytes.slice(0, 32);
  const isWhole =
    bytes.length === 32 || bytesToHex(ed25519.getPublicKey(seed)) === bytesToHex(bytes.slice(32));
  zero(bytes);
  return isWhole ? seed : refuseKey('its public half does not belong to its private half', seed);
}

const wordCounts = [12, 15, 18, 21, 24];

/**
 * Reads a recovery phrase (BIP-39, English words), in upper or lower case, with any white space.
 *
 * @throws Refusal `invalid_request_arguments` that says what is wrong and quotes no word of the phrase
 */
export function readPhrase(text: string): Imported {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!wordCounts.includes(words.length)) refusePhrase('it must have 12, 15, 18, 21 or 24 words');
  const place = words.findIndex((word) => !wordlist.includes(word));
  if (place !== -1) refusePhrase(`word ${place + 1} is not in the English list of BIP-39`);
  try {
    return {
      kind: 'imported-phrase',
      entropy: Uint8Array.from(mnemonicToEntropy(words.join(' '), wordlist)),
    };
  } catch {
    return refusePhrase('its checksum is wrong: a word is misspelt or out of place');
  }
}

/** Refuses a key, and overwrites what was decoded of it: a mistyped key is almost the user's own. */
function refuseKey(reason: string, decoded?: Bytes): never {
  zero(decoded);
  refuse('invalid_request_arguments', `This private key cannot be imported: ${reason}`);
}

function refusePhrase(reason: string): never {
  refuse('invalid_request_arguments', `This recovery phrase cannot be imported: ${reason}`);
}
