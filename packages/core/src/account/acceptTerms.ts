import { fail, meRoutes, type User } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from '../session/index.ts';

/**
 * Records that the signed-in user accepts the app's terms. Then fetches the user and the identity token again.
 *
 * @returns the updated user
 * @throws ServiceError `must_be_authenticated` if the user is no longer signed in, or the error of the request
 * @example
 * if (needsTerms(client.getState())) await acceptTerms(client);
 */
export async function acceptTerms(client: LatchkeyClient): Promise<User> {
  const { session } = contextsOf(client);
  await callWithToken(session, meRoutes.acceptTerms, { body: {} });
  return (await session.renewUser()) ?? fail('must_be_authenticated');
}
