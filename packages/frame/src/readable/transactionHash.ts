import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex } from '../bytes.ts';
import { toHex } from '../spellOut.ts';

/** The hash of a signed transaction, by which every node knows it; null for what is no whole bytes of 0x-hex. */
export function toTransactionHash(signed: string): string | null {
  const bytes = fromHex(signed);
  return bytes && bytes.length > 0 ? toHex(keccak_256(bytes)) : null;
}
