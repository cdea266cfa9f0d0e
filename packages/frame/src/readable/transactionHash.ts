import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex } from '../bytes.ts';
import { toHex } from '../spellOut.ts';

/**
 * Returns the hash of a signed transaction, by which nodes identify it; null if the text is not 0x-hex of at least
 * one byte.
 */
export function toTransactionHash(signed: string): string | null {
  const bytes = fromHex(signed);
  return bytes && bytes.length > 0 ? toHex(keccak_256(bytes)) : null;
}
