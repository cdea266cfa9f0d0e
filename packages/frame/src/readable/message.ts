import { fromHex } from '../bytes.ts';
import { decodeMessage } from '../decode/decode.ts';
import { spellOut, toHex } from '../spellOut.ts';

/**
 * A message of `personal_sign` as a person may read it: the bytes that are signed, as text where they are text. Threat: a
 * message that reads differently from what is signed; signs that reorder or hide text are therefore spelt out.
 *
 * @throws Refusal for what the frame refuses to sign
 */
export function readableMessage(message: unknown): string {
  const bytes = decodeMessage(message);
  // Bytes that were given as such and are no text (a hash) stay hex.
  const isOpaque =
    fromHex(String(message)) !== null && bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  return isOpaque ? toHex(bytes) : readableBytes(bytes);
}

/** Bytes as the text that they are, or in hex. */
export function readableBytes(bytes: Uint8Array): string {
  try {
    return spellOut(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return toHex(bytes);
  }
}
