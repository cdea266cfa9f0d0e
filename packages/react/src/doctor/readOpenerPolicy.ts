/**
 * Returns the page's `Cross-Origin-Opener-Policy`. Requests the page again, because scripts cannot read the headers
 * that it was loaded with. Null if the response has none, or if the request fails.
 */
export async function readOpenerPolicy(page: Window): Promise<string | null> {
  try {
    const { headers } = await page.fetch(page.location.href, { method: 'HEAD' });
    return headers.get('cross-origin-opener-policy');
  } catch {
    return null;
  }
}
