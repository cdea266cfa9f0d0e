/**
 * Characters that no one sees or that change how others are read: controls but line feed and tab, formatting and variation selectors,
 * characters of no meaning that all share, every space but U+0020, and glyphs that are blank. An emoji keeps the selector that
 * gives it its colours, the first two alternatives. `wire/src/plainLine.ts` has the same list, and a test compares the two.
 */
const unseen =
  /(?!\p{C})\p{ExtPict}\uFE0F|[#*\d]\uFE0F\u20E3|((?![\n\t ])[\p{C}\p{Z}\p{DI}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}])/gu;
/** Marks piled on one letter paint over its neighbours; no script needs more than three. */
const piled = /(\p{M}{3})(\p{M}+)/gu;

/** A text with what is not seen in it spelt out, because the person signs it too. */
export function spellOut(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, (found, hidden?: string) => (hidden === undefined ? found : toEscape(found)))
    .replace(piled, (_, seen: string, others: string) => seen + [...others].map(toEscape).join(''));
}

function toEscape(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** Bytes that are no text. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
