/**
 * Parses an address.
 *
 * Stands for `URL.parse` and `URL.canParse`, which Safari 16 does not have.
 *
 * @param base what a relative address is relative to
 * @returns null if the text is no address
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
