/** Characters that reorder, hide or imitate text: controls but line feed and tab, formatting signs, odd line ends (Unicode). */
const deceptive = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

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
