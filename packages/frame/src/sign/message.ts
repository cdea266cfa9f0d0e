import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8 } from '../bytes.ts';
import { decodeMessage } from '../decode/decode.ts';

/**
 * Returns the digest of `personal_sign` (EIP-191, version 0x45).
 *
 * @param message plain text, or 0x-hex of the bytes to sign
 * @returns 32 bytes to sign
 * @throws Refusal `invalid_request_arguments` if the message is not text, or has half a surrogate pair
 */
export function toMessageDigest(message: unknown): Uint8Array {
  const bytes = decodeMessage(message);
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}
