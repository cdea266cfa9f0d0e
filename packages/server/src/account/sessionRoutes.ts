import { activeSessionRoutes, fail, limits } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import { sha256 } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import type { World } from '../world.ts';

export interface SessionDeps {
  readonly audit: Audit;
  readonly notices: Notices;
  readonly sessions: Sessions;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Returns the id under which a user sees a session: not the real id, which is in tokens and in the audit log. */
const handleOf = (sessionId: string) => sha256(sessionId).subarray(0, 16).toString('base64url');

/**
 * Creates the routes that list and end a user's sessions. An attacker with a stolen session could end the owner's
 * other sessions unnoticed. So ending another session requires a login or a new proof of an account within the last ten
 * minutes, even if the app requires none elsewhere, and queues a notice to the user.
 */
export function activeSessionImplementations(world: World, deps: SessionDeps): Implementation[] {
  const { sessions } = deps;
  return [
    implement(activeSessionRoutes.list, async ({ app, caller }) => {
      const own = await sessions.authenticate(app, caller.bearer);
      const living = await sessions.list(own);
      return {
        sessions: living.slice(0, limits.listedSessions).map((one) => ({
          id: handleOf(one.sessionId),
          started_at: seconds(one.startedAtMs),
          last_used_at: seconds(one.usedAtMs),
          expires_at: seconds(one.expiresAtMs),
          browser: one.browser,
          os: one.os,
          is_current: one.sessionId === own.sessionId,
        })),
      };
    }),

    implement(activeSessionRoutes.end, async ({ app, caller, params }) => {
      const own = await sessions.authenticate(app, caller.bearer);
      const living = await sessions.list(own);
      const named = living.find(({ sessionId }) => handleOf(sessionId) === params.session_id);
      if (!named) return fail('session_not_found');
      const { sessionId } = named;
      const isOwn = sessionId === own.sessionId;
      if (!isOwn) sessions.checkAge(own, limits.endSessionsAgeMs);
      const ended = await end(world, deps, { own, isTold: !isOwn }, (tx) =>
        sessions.end(tx, own, [sessionId]),
      );
      if (ended === 0) fail('session_not_found');
      // The caller's session has ended too if it is a fork of the ended one.
      return { session_ended: isOwn || (await sessions.find(app, caller.bearer)) === null };
    }),

    implement(activeSessionRoutes.endOthers, async ({ app, caller }) => {
      const own = await sessions.authenticate(app, caller.bearer);
      sessions.checkAge(own, limits.endSessionsAgeMs);
      return { ended: await end(world, deps, { own, isTold: true }, (tx) => sessions.endOthers(tx, own)) };
    }),
  ];
}

async function end(
  { database }: World,
  { audit, notices }: SessionDeps,
  { own, isTold }: { own: Session; isTold: boolean },
  act: (tx: Db) => Promise<number>,
): Promise<number> {
  const { appId, sessionId, userId } = own;
  const ended = await database.transaction(async (tx) => {
    const count = await act(tx);
    if (count === 0) return 0;
    const actor = { type: 'user', id: userId } as const;
    const details = { sessions_ended: count };
    const event = { kind: 'user.sessions_ended', userId, sessionId, actor, details } as const;
    const subject = await audit.record(tx, appId, event);
    if (isTold) await notices.owe(tx, { appId, userId, sessionId }, { kind: event.kind, subject });
    return count;
  });
  notices.settle(own);
  return ended;
}
