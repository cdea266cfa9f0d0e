/**
 * Someone who reads the addresses that popups were opened with, as a proxy's log, an extension or a history shows them, and
 * asks the service again from a machine of their own.
 */

/** What was asked, and what came of it. */
export interface Replayed {
  readonly status: number;
  /** Where the service would lead, without its query. */
  readonly to: string | null;
  readonly body: string;
}

/** Opens an address as a browser does that follows no redirect. */
export async function openAgain(address: string, headers: Record<string, string> = {}): Promise<Replayed> {
  const response = await fetch(address, { redirect: 'manual', headers });
  const location = response.headers.get('location');
  const to = location && new URL(location, address);
  return {
    status: response.status,
    to: to ? `${to.origin}${to.pathname}` : null,
    body: await response.text(),
  };
}

/** The same address with one of its parts changed: another letter in the middle of each value. */
export function alter(address: string): string[] {
  const names = [...new URL(address).searchParams.keys()];
  return names.map((name) => {
    const url = new URL(address);
    const value = url.searchParams.get(name) ?? '';
    const at = Math.floor(value.length / 2);
    url.searchParams.set(name, `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`);
    return url.href;
  });
}

/** Asks the service for what an id of a hosted page stands for, as that page does. */
export async function takeAgain(
  { serviceUrl, appId, hostedUrl }: { serviceUrl: string; appId: string; hostedUrl: string },
  id: string,
): Promise<{ status: number; code: string | null }> {
  const response = await fetch(`${serviceUrl}/api/v1/cross-app/take`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': appId, origin: hostedUrl },
    body: JSON.stringify({ id }),
  });
  const { code = null } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}
