import { internalsOf } from '../internals.ts';
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
  return internalsOf(client).session.getAccessToken(options);
}

/**
 * Gives the identity token: who the user is and by which accounts, signed for a host's back end.
 *
 * @returns null where no user is signed in, the app has no identity tokens, or the service keeps it in a cookie
 * @throws ServiceError as {@link getAccessToken}
 */
export async function getIdentityToken(client: LatchkeyClient): Promise<string | null> {
  const { session, storage } = internalsOf(client);
  return (await session.getAccessToken()) && storage.find('identityToken');
}

/**
 * Logs out, on the service, in the wallet frame and in all tabs. Never fails for the service: a person who leaves has left.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  await internalsOf(client).session.logout();
}
