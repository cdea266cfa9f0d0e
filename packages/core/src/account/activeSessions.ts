import { type ActiveSession, activeSessionRoutes, sessionFromWire } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';

/** Lists the sessions of the user who is signed in. */
export async function listActiveSessions(client: LatchkeyClient): Promise<readonly ActiveSession[]> {
  const { sessions } = await callAsUser(internalsOf(client), activeSessionRoutes.list);
  return sessions.map(sessionFromWire);
}

/** Ends one; the session at hand is logged out here too. */
export async function endActiveSession(
  client: LatchkeyClient,
  { id }: Pick<ActiveSession, 'id'>,
): Promise<void> {
  const internals = internalsOf(client);
  const reply = await callAsUser(internals, activeSessionRoutes.end, {
    params: { session_id: id },
    body: {},
  });
  if (reply.session_ended) await internals.session.logout();
}

/** Ends all but the one at hand, and tells how many. */
export async function endSessionsElsewhere(client: LatchkeyClient): Promise<number> {
  return (await callAsUser(internalsOf(client), activeSessionRoutes.endOthers, { body: {} })).ended;
}
