/**
 * An attacker who reads the addresses of popups, for example in a proxy's log or a browser history, and sends them to
 * the service again from another machine.
 */

/** The service's response to a replayed address. */
export interface Replayed {
  readonly status: number;
  /** Redirect target without its query; null if there was no redirect. */
  readonly to: string | null;
  readonly body: string;
}

/** Requests an address as a browser would, without following a redirect. */
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

/** Returns variants of the address, each with the middle letter of one query value changed. */
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

/** Redeems the id of a hosted page at the service, as that page does. */
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
