import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { type Bytes, concatBytes, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';

/**
 * The digest of `personal_sign` (EIP-191, version 0x45).
 *
 * @param message plain text, or 0x-hex of the bytes to sign
 * @returns 32 bytes to sign
 * @throws Refusal `invalid_request_arguments` when the message is not text
 */
export function toMessageDigest(message: unknown): Uint8Array {
  if (typeof message !== 'string')
    refuse('invalid_request_arguments', 'The message of personal_sign must be a string');
  const bytes = toMessageBytes(message);
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

function toMessageBytes(message: string): Bytes {
  if (/^0x(?:[0-9a-f]{2})*$/i.test(message)) return Uint8Array.from(hexToBytes(message.slice(2)));
  assertWellFormed(message);
  return utf8(message);
}

/**
 * Refuses text with half a surrogate pair: encoding replaces it, so that the person would sign another text than the
 * one that was shown.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function assertWellFormed(text: string): void {
  if (/\p{Surrogate}/u.test(text))
    refuse('invalid_request_arguments', 'The text to sign is not valid Unicode');
}
