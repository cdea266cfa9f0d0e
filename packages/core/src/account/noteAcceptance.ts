import { fail, meRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';

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
  const { session, call } = internalsOf(client);
  const bearer = (await session.getCustodyToken()) ?? fail('must_be_authenticated');
  await call()(meRoutes.acceptTerms, { bearer, body: {} });
  return (await session.renewUser()) ?? fail('must_be_authenticated');
}
