import { type ActiveSession, activeSessionRoutes, fail, sessionFromWire } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

async function bearerOf(client: LatchkeyClient): Promise<string> {
  return (await internalsOf(client).session.getCustodyToken()) ?? fail('must_be_authenticated');
}

/** Lists the sessions of the user who is signed in. */
export async function listActiveSessions(client: LatchkeyClient): Promise<readonly ActiveSession[]> {
  const { call } = internalsOf(client);
  const { sessions } = await call()(activeSessionRoutes.list, { bearer: await bearerOf(client) });
  return sessions.map(sessionFromWire);
}

/** Ends one; the session at hand is logged out here too. */
export async function endActiveSession(
  client: LatchkeyClient,
  { id }: Pick<ActiveSession, 'id'>,
): Promise<void> {
  const { call, session } = internalsOf(client);
  const bearer = await bearerOf(client);
  const reply = await call()(activeSessionRoutes.end, { bearer, params: { session_id: id }, body: {} });
  if (reply.session_ended) await session.logout();
}

/** Ends all but the one at hand, and tells how many. */
export async function endSessionsElsewhere(client: LatchkeyClient): Promise<number> {
  const { call } = internalsOf(client);
  const bearer = await bearerOf(client);
  return (await call()(activeSessionRoutes.endOthers, { bearer, body: {} })).ended;
}
