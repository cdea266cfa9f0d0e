import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Returns the identity token, which is signed for your back end and contains the user and their linked accounts.
 *
 * @returns the token; null if no user is signed in, a second factor is pending, the app has no identity tokens, or the
 *   service keeps it in a cookie
 * @throws ServiceError as {@link getAccessToken}
 */
export async function getIdentityToken(client: LatchkeyClient): Promise<string | null> {
  const {
    page: { storage },
    session,
  } = contextsOf(client);
  return (await session.getAccessToken()) && storage.find('identityToken');
}
