/**
 * The page's `Cross-Origin-Opener-Policy`: asked from its own server, because no script can read the headers that a
 * page came with. Null where it sends none, or its server or policy does not let itself be asked.
 */
export async function readOpenerPolicy(page: Window): Promise<string | null> {
  try {
    const { headers } = await page.fetch(page.location.href, { method: 'HEAD' });
    return headers.get('cross-origin-opener-policy');
  } catch {
    return null;
  }
}
