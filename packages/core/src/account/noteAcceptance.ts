import { fail, meRoutes, type User } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/** Tells the service of the acceptance, and asks for the user anew. */
export async function noteAcceptance(client: LatchkeyClient): Promise<User> {
  const { session, call } = internalsOf(client);
  const bearer = (await session.getCustodyToken()) ?? fail('must_be_authenticated');
  await call()(meRoutes.acceptTerms, { bearer, body: {} });
  return (await session.renewUser()) ?? fail('must_be_authenticated');
}
