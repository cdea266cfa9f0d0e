/** Escapes of characters that the database cannot store: U+0000 and half a surrogate pair. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * Returns true if a JSON text may contain an escape that the database cannot store. Parse it and call {@link
 * isStorable} to be sure: an escaped backslash before `u0000` and a whole escaped surrogate pair match too.
 */
export const mayBeUnstorable = (json: string) => unstorable.test(json);

/** Returns true if the database can store every text in a value. */
export function isStorable(value: unknown): boolean {
  // JSON.stringify escapes half a surrogate pair, but no whole one. A match therefore cannot be stored.
  return !unstorable.test((JSON.stringify(value) ?? '').replaceAll('\\\\', ''));
}
