/** Signs that reorder, hide or imitate text: controls but line feed and tab, formatting signs, odd line ends (Unicode). */
const deceptive = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A message as a person may read it. Hex of UTF-8 text is decoded, as `personal_sign` carries it. Threat: a message that
 * reads differently from what is signed; signs that reorder or hide text are therefore spelt out.
 */
export function readableMessage(message: string): string {
  return spellOut(textOfHex(message) ?? message);
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

function textOfHex(message: string): string | null {
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(message)) return null;
  const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  // Bytes that are no text (a hash) stay hex.
  if (bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20))) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
