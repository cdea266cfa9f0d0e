import { fail, meRoutes, type User } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from '../session/index.ts';

/**
 * Notes on the service that the signed-in user accepts the app's terms. The user is asked for anew then, and with
 * it the identity token.
 *
 * @returns the user, who has accepted from now on
 * @throws ServiceError `must_be_authenticated` where the user is no longer signed in, and what the network says
 * @example
 * if (needsTerms(client.getState())) await acceptTerms(client);
 */
export async function acceptTerms(client: LatchkeyClient): Promise<User> {
  const { session } = contextsOf(client);
  await callWithToken(session, meRoutes.acceptTerms, { body: {} });
  return (await session.renewUser()) ?? fail('must_be_authenticated');
}
