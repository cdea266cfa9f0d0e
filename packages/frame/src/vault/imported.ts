import type { ChainType, EntropyKind } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Bytes, zero } from '../bytes.ts';
import { fromBase58 } from '../decode/base58.ts';
import { refuse } from '../refusal.ts';

/** A secret that its owner had already. */
export interface Imported {
  readonly kind: EntropyKind;
  readonly entropy: Bytes;
}

/**
 * Reads a private key as its owner typed it: for Ethereum 32 bytes in hex digits, with or without 0x; for Solana 64 bytes
 * in base 58 (seed and public key, as wallets export them) or the 32 of the seed.
 *
 * @throws Refusal `invalid_request_arguments` saying what is wrong, never a part of the key
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
  const key = Uint8Array.from(hexToBytes(digits));
  const isBelowOrder = secp256k1.utils.isValidSecretKey(key) || key.every((byte) => byte === 0);
  return isBelowOrder ? key : refuseKey('it is not below the order of the curve');
}

function readSolanaKey(text: string): Bytes {
  const bytes = fromBase58(text);
  if (bytes === null) return refuseKey('it has other characters than those of base 58');
  if (bytes.length !== 32 && bytes.length !== 64) refuseKey('it must have 32 or 64 bytes');
  const seed = bytes.slice(0, 32);
  const isWhole =
    bytes.length === 32 || bytesToHex(ed25519.getPublicKey(seed)) === bytesToHex(bytes.slice(32));
  zero(bytes);
  return isWhole ? seed : refuseKey('its public half does not belong to its private half');
}

const wordCounts = [12, 15, 18, 21, 24];

/**
 * Reads a recovery phrase (BIP-39, English words), in any case and with any blanks.
 *
 * @throws Refusal `invalid_request_arguments` saying what is wrong, never a word of it
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

function refuseKey(reason: string): never {
  refuse('invalid_request_arguments', `This private key cannot be imported: ${reason}`);
}

function refusePhrase(reason: string): never {
  refuse('invalid_request_arguments', `This recovery phrase cannot be imported: ${reason}`);
}
