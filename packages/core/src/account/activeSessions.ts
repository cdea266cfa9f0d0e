import { type ActiveSession, activeSessionRoutes, sessionFromWire } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callAsUser } from '../mfa/index.ts';

/**
 * Lists the sessions of the signed-in user, most recently used first; at most 100.
 *
 * @throws ServiceError `must_be_authenticated`, or an error of the request or of verifying a second factor
 * @example
 * const sessions = await listSessions(client);
 */
export async function listSessions(client: LatchkeyClient): Promise<readonly ActiveSession[]> {
  const { sessions } = await callAsUser(contextsOf(client).frame, activeSessionRoutes.list);
  return sessions.map(sessionFromWire);
}

/**
 * Ends a session. If it is not the current session, the service notifies a user who has an email address or a phone
 * number. If the current session ends, because it is the named one or was forked from it, the user is logged out on
 * this page.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` if the session is not the current one and the
 *   last login is more than ten minutes ago (call `reauthenticate`, then call again), `session_not_found`, or another
 *   error of the request or of verifying a second factor
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
 * Ends every session of the user except the current one. If any ended, the service notifies a user who has an email
 * address or a phone number.
 *
 * @returns the number of ended sessions
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` if the last login is more than ten minutes ago
 *   (call `reauthenticate`, then call again), or another error of the request or of verifying a second factor
 * @example
 * const ended = await endOtherSessions(client);
 */
export async function endOtherSessions(client: LatchkeyClient): Promise<number> {
  return (await callAsUser(contextsOf(client).frame, activeSessionRoutes.endOthers, { body: {} })).ended;
}
