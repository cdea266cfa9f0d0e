import { type ActiveSession, activeSessionRoutes, sessionFromWire } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';

/**
 * Lists where the signed-in user is logged in, the session that was used last first; at most 100.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const sessions = await listSessions(client);
 */
export async function listSessions(client: LatchkeyClient): Promise<readonly ActiveSession[]> {
  const { sessions } = await callAsUser(contextsOf(client).frame, activeSessionRoutes.list);
  return sessions.map(sessionFromWire);
}

/**
 * Ends a session: its browser is logged out. The user is told by mail or SMS. A user who ends the session at hand is logged
 * out here.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` for another session than one's own (then
 *   `reauthenticate` and call again), `session_not_found`
 * @example
 * await endSession(client, { id: session.id });
 */
export async function endSession(client: LatchkeyClient, { id }: Pick<ActiveSession, 'id'>): Promise<void> {
  const { frame, session } = contextsOf(client);
  const reply = await callAsUser(frame, activeSessionRoutes.end, {
    params: { session_id: id },
    body: {},
  });
  if (reply.session_ended) await session.logout();
}

/**
 * Ends every session of the user but the one at hand. The user is told by mail or SMS.
 *
 * @returns how many were ended
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (then `reauthenticate` and call again)
 * @example
 * const ended = await endOtherSessions(client);
 */
export async function endOtherSessions(client: LatchkeyClient): Promise<number> {
  return (await callAsUser(contextsOf(client).frame, activeSessionRoutes.endOthers, { body: {} })).ended;
}
