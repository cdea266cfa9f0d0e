import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Returns an access token for your own back end. Refreshes it first if it is about to expire.
 *
 * @param options with `autoRefresh: false`, returns only a token that is still active
 * @returns the token, or null if no user is signed in
 * @throws ServiceError `network_error` and similar if a required refresh failed
 * @example
 * const token = await getAccessToken(client);
 * await fetch('/api/orders', { headers: { authorization: `Bearer ${token}` } });
 */
export async function getAccessToken(
  client: LatchkeyClient,
  options: { autoRefresh?: boolean } = {},
): Promise<string | null> {
  return contextsOf(client).session.getAccessToken(options);
}
