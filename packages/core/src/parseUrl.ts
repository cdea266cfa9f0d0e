/**
 * Parses a URL.
 *
 * Replaces `URL.parse` and `URL.canParse`, which Safari 16 does not have.
 *
 * @param base base of a relative URL
 * @returns null if the text is not a URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
