import { fromHex } from '../bytes.ts';
import { decodeMessage } from '../decode/decode.ts';
import { spellOut, toHex } from '../spellOut.ts';

/**
 * Returns a message of `personal_sign` as the user reads it: the signed bytes, as text if they are text. A malicious
 * page could hide or reorder text with special characters, so that the user signs something else than they read.
 * These characters are escaped.
 *
 * @throws Refusal if the frame refuses to sign the message
 */
export function readableMessage(message: unknown): string {
  const bytes = decodeMessage(message);
  // Bytes that were given as hex and are not text, such as a hash, stay hex.
  const isOpaque =
    fromHex(String(message)) !== null && bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  return isOpaque ? toHex(bytes) : readableBytes(bytes);
}

/** Returns bytes as text, or as hex if they are not text. */
export function readableBytes(bytes: Uint8Array): string {
  try {
    return spellOut(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return toHex(bytes);
  }
}
