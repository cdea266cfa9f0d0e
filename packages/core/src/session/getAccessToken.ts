import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Gives an access token for the host's own back end, refreshed first where it is about to expire.
 *
 * @param options `autoRefresh: false` gives only a token that is still active
 * @returns the token, or null where no user is signed in
 * @throws ServiceError `no_api` on a server, `network_error` and the like where a refresh was needed and failed
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
