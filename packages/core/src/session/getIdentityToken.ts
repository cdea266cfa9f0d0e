import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Gives the identity token: who the user is and by which accounts, signed for a host's back end.
 *
 * @returns null where no user is signed in, the app has no identity tokens, or the service keeps it in a cookie
 * @throws ServiceError as {@link getAccessToken}
 */
export async function getIdentityToken(client: LatchkeyClient): Promise<string | null> {
  const {
    page: { storage },
    session,
  } = contextsOf(client);
  return (await session.getAccessToken()) && storage.find('identityToken');
}
