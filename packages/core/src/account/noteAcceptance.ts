import { fail, meRoutes, type User } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from '../session/index.ts';

/** Tells the service of the acceptance, and asks for the user anew. */
export async function noteAcceptance(client: LatchkeyClient): Promise<User> {
  const internals = internalsOf(client);
  await callWithToken(internals, meRoutes.acceptTerms, { body: {} });
  return (await internals.session.renewUser()) ?? fail('must_be_authenticated');
}
