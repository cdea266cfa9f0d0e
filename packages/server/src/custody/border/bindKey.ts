import { rateLimits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Db } from '../../db/index.ts';
import type { Session, Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { CustodyLog } from '../custodyLog.ts';
import { failLate } from './spendProof.ts';
import { addKey, findBinding } from './store.ts';

/**
 * Largest age of a session's `auth_time` at which it may bind a further key without a confirmation, in an app with
 * `session_key_binding: 'strict'`.
 */
const secondKeyLoginAgeMs = 10 * 60_000;

interface GivenKey {
  readonly app: App;
  readonly session: Session;
  readonly thumbprint: string;
}

export interface BindKey {
  bind(key: GivenKey): Promise<void>;
  /** Binds like `bind`, for a route that admits an unbound key. Returns true if the key is now bound. */
  tryBind(key: GivenKey): Promise<boolean>;
}

/**
 * Creates the binding of proof keys to sessions. The first key of a session is bound without a condition. An attacker
 * with a stolen token may bring a further key, so the first further key of a session queues a notice to the user. An
 * app with `session_key_binding: 'strict'` refuses a further key unless the login is recent or a confirmation names the
 * key. Binding throws ServiceError `missing_or_invalid_token` if the session ended in the meantime,
 * `recent_login_required`, `too_many_requests`.
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

export const keyAdded = (thumbprint: string) => ({ kind: 'session.key_added', subject: thumbprint }) as const;

/**
 * Binds a further key to a session, in the caller's transaction.
 *
 * @returns false if another request bound the key in the meantime
 * @throws ServiceError `too_many_requests`, and the codes of `addKey`
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
