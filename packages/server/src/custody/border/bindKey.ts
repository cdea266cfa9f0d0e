import { rateLimits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Session, Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { CustodyLog } from '../custodyLog.ts';
import { failLate } from './spendProof.ts';
import { addKey, findBinding } from './store.ts';

/** How recent a login must be for a session to bind a second key in an app with `session_key_binding: 'strict'`. */
const secondKeyLoginAgeMs = 10 * 60_000;

/** Binds the key of a checked proof to the session that it came with, or finds it bound. */
export type BindKey = (app: App, session: Session, thumbprint: string) => Promise<void>;

/**
 * Makes the binding of proof keys to sessions: the first custody call of a session binds its key. A thief of the
 * token comes with a key of their own, which is the second one: told to the user, and in strict apps refused unless
 * the login is fresh, or the owner has confirmed a release to that very key. The binding throws ServiceError `recent_login_required`, `too_many_requests`.
 */
export function createBindKey(world: World, rooms: { events: CustodyLog; sessions: Sessions }): BindKey {
  const { clock, database } = world;
  const { events, sessions } = rooms;

  return async (app, session, thumbprint) => {
    const { sessionId } = session;
    const nowMs = clock.now();
    const key = { appId: app.id, sessionId, thumbprint, boundAtMs: nowMs };
    const find = () => findBinding(database.db, app.id, sessionId, thumbprint);
    const binding = await find();
    if (binding === 'bound') return;
    if (binding === 'none' && (await addKey(database.db, { ...key, isFirst: true }))) return;
    const isFreshLogin = nowMs - session.authTimeMs <= secondKeyLoginAgeMs;
    const act = { purpose: 'release', key: thumbprint } as const;
    const isLate =
      app.settings.session_key_binding === 'strict' &&
      !isFreshLogin &&
      (await sessions.findConfirmation(database.db, session, act)) === null;
    if (isLate && (await find()) !== 'bound') failLate(thumbprint);
    const event = {
      kind: 'session.key_added',
      subject: thumbprint,
      limit: rateLimits['frame.verifyToken'].session,
    } as const;
    const hasBound = await database.transaction(async (tx) => {
      // A tab that shares the key may have bound it in the meantime, as first or second: then there is nothing to tell.
      if (!(await addKey(tx, { ...key, isFirst: false }))) return false;
      await events.recordLimited(tx, session, event);
      return true;
    });
    if (hasBound) events.sendNotice(session, event);
  };
}
