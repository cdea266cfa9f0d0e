/**
 * Characters that are invisible or change how others are read: controls except line feed and tab, formatting,
 * variation selectors, unassigned, private, every space but U+0020, and some blank glyphs. The first two alternatives
 * keep an emoji's colour selector. `wire/src/plainLine.ts` has the same list without the exceptions for line feed, tab
 * and U+0020, and a test compares the two.
 */
const unseen =
  /(?!\p{C})\p{ExtPict}\uFE0F|[#*\d]\uFE0F\u20E3|((?![\n\t ])[\p{C}\p{Z}\p{DI}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}])/gu;
/** Marks beyond three on one letter, which would paint over its neighbours. */
const piled = /(\p{M}{3})(\p{M}+)/gu;

/** Escapes invisible characters and piled marks: a malicious host page could hide a part of what the user signs. */
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

/** Returns bytes as 0x and hex digits. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
