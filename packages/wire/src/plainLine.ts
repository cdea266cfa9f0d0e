/**
 * Characters that no one sees or that change how others are read: controls, formatting and variation selectors, characters of no meaning
 * that all share, every space but U+0020, and glyphs that are blank. An emoji keeps the selector that gives it its colours, the
 * first two alternatives. The frame has the same list of its own (`frame/src/spellOut.ts`), and a test compares the two.
 */
const unseen =
  /(?!\p{C})\p{ExtPict}\uFE0F|[#*\d]\uFE0F\u20E3|([\p{C}\p{Z}\p{DI}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]+)/gu;

/**
 * A name or a sentence of others as one line that a person may read: what is not seen is a space, and spaces are one.
 *
 * Threat: a name that looks like another's by characters that hide, that turns the words around it, that begins a line of its
 * own, or that paints over its neighbours by marks piled on one letter; no script needs more than three.
 */
export function toPlainLine(text: string): string {
  return text
    .replace(unseen, (found, hidden?: string) => (hidden === undefined ? found : ' '))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
}
