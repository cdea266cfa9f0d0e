import { fromHex } from '../bytes.ts';
import { decodeMessage } from '../sign/decode.ts';

/** Signs that reorder, hide or imitate text: controls but line feed and tab, formatting signs, odd line ends (Unicode). */
const deceptive = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

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

/** A text with its deceptive signs spelt out. */
export function spellOut(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(deceptive, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Bytes that are no text. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
