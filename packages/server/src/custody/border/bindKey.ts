import { rateLimits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Db } from '../../db/index.ts';
import type { Session, Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { CustodyLog } from '../custodyLog.ts';
import { failLate } from './spendProof.ts';
import { addKey, findBinding } from './store.ts';

/** How recent a login must be for a session to bind a second key in an app with `session_key_binding: 'strict'`. */
const secondKeyLoginAgeMs = 10 * 60_000;

/** A key, and the session that it came with. */
interface GivenKey {
  readonly app: App;
  readonly session: Session;
  readonly thumbprint: string;
}

export interface BindKey {
  /** Binds the key of a checked proof to the session that it came with, or finds it bound. */
  bind(key: GivenKey): Promise<void>;
  /** The same for a route that admits a key which is not bound: tells whether it is. */
  tryBind(key: GivenKey): Promise<boolean>;
}

/**
 * Makes the binding of proof keys to sessions: the first custody call of a session binds its key. A thief of the
 * token comes with a key of their own, which is the second one: told to the user, and in strict apps refused unless
 * the login is fresh, or the owner has confirmed a release to that very key. Binding throws ServiceError `recent_login_required`, `too_many_requests`.
 */
export function createBindKey(world: World, deps: { events: CustodyLog; sessions: Sessions }): BindKey {
  const { clock, database } = world;
  const { events, sessions } = deps;

  async function tryBind({ app, session, thumbprint }: GivenKey): Promise<boolean> {
    const { sessionId } = session;
    const nowMs = clock.now();
    const key = { appId: app.id, sessionId, thumbprint, boundAtMs: nowMs };
    const find = () => findBinding(database.db, app.id, sessionId, thumbprint);
    const binding = await find();
    if (binding === 'bound') return true;
    if (binding === 'none' && (await addKey(database.db, { ...key, isFirst: true }))) return true;
    const isFreshLogin = nowMs - session.authTimeMs <= secondKeyLoginAgeMs;
    const act = { purpose: 'release', key: thumbprint } as const;
    const isLate =
      app.settings.session_key_binding === 'strict' &&
      !isFreshLogin &&
      (await sessions.findConfirmation(database.db, session, act)) === null;
    if (isLate && (await find()) !== 'bound') return false;
    const given = { session, thumbprint, nowMs };
    if (await database.transaction((tx) => addFurtherKey(tx, events, given)))
      events.sendNotice(session, keyAdded(thumbprint));
    return true;
  }

  return {
    tryBind,
    async bind(key) {
      if (!(await tryBind(key))) failLate(key.thumbprint);
    },
  };
}

/** The event of which the user hears, once it is committed. */
export const keyAdded = (thumbprint: string) => ({ kind: 'session.key_added', subject: thumbprint }) as const;

/**
 * Binds a key that is not the first of its session, inside the caller's transaction.
 *
 * @returns false where a tab that shares the key has bound it in the meantime: then there is nothing to tell
 * @throws ServiceError `too_many_requests`
 */
export async function addFurtherKey(
  tx: Db,
  events: Pick<CustodyLog, 'recordLimited'>,
  { session, thumbprint, nowMs }: Omit<GivenKey, 'app'> & { nowMs: number },
): Promise<boolean> {
  const { appId, sessionId } = session;
  if (!(await addKey(tx, { appId, sessionId, thumbprint, boundAtMs: nowMs, isFirst: false }))) return false;
  const { session: limit } = rateLimits['frame.verifyToken'];
  await events.recordLimited(tx, session, { ...keyAdded(thumbprint), limit });
  return true;
}
