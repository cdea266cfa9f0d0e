/** Escapes of what no text of the database can hold: U+0000, and one half of a character in two (a surrogate). */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** Tells of the text of a JSON value whether one need look closer: it holds such an escape, of a character or of a backslash. */
export const mayBeUnstorable = (json: string) => unstorable.test(json);

/**
 * Tells whether the database can hold every text of a value. Whatever strangers write is asked here before it gets there,
 * wherever it came in: the database would refuse it as if something were wrong with the service.
 */
export function isStorable(value: unknown): boolean {
  // JSON.stringify writes whole characters out, so that what is still an escape then is what cannot be stored.
  return !unstorable.test((JSON.stringify(value) ?? '').replaceAll('\\\\', ''));
}
