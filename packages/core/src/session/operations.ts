import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';

/**
 * Gives an access token for the host's own back end, refreshed first where it is about to expire.
 *
 * @returns the token, or null where nobody is signed in
 * @throws ServiceError `no_api` on a server, `network_error` and the like where a refresh was needed and failed
 * @example
 * const token = await getAccessToken(client);
 * await fetch('/api/orders', { headers: { authorization: `Bearer ${token}` } });
 */
export async function getAccessToken(client: LatchkeyClient): Promise<string | null> {
  return internalsOf(client).session.getAccessToken();
}

/**
 * Logs out, on the service, in the wallet frame and in all tabs. Never fails for the service: a person who leaves has left.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  await internalsOf(client).session.logout();
}
