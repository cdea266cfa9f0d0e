/**
 * Characters that are invisible or change how others are read: controls, formatting characters, variation selectors,
 * unassigned and private characters, all spaces, and blank glyphs. The first two alternatives keep the selector that
 * gives an emoji its colours. The frame has its own copy of this list (`frame/src/spellOut.ts`), which leaves out
 * U+0020, line feed and tab. A test compares the two.
 */
const unseen =
  /(?!\p{C})\p{ExtPict}\uFE0F|[#*\d]\uFE0F\u20E3|([\p{C}\p{Z}\p{DI}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]+)/gu;

/**
 * Returns a name or sentence from someone else as one readable line: each run of spaces and invisible characters
 * becomes one space, and marks beyond three on one letter are dropped.
 *
 * An attacker could choose a name that looks like another one through invisible characters, reorders the text around
 * it, begins a line of its own, or paints over its neighbours with marks piled on one letter.
 */
export function toPlainLine(text: string): string {
  return text
    .replace(unseen, (found, hidden?: string) => (hidden === undefined ? found : ' '))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
}
