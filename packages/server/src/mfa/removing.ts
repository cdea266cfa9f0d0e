import { fail, limits, type MfaMethod } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { type Audit, operatorActor } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import type { Job } from '../jobs.ts';
import type { Operator } from '../operator.ts';
import type { Notices } from '../safeguards/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Canceller, CancelRemoval } from './cancelRemoval.ts';
import type { Enrolling } from './enrolling.ts';
import {
  addFactorRemoval,
  type FactorRemovalRow,
  findFactorRemoval,
  listAppsWithRemovals,
  listDueFactorRemovals,
  listFactorRemovals,
  listUntold,
  setTold,
  takeDueFactorRemoval,
} from './removalStore.ts';
import { listFactors } from './store.ts';

const dayMs = 24 * 60 * 60_000;
const batch = 100;

/**
 * Removal of all factors: after a waiting period, for an owner who lost them all, if the operator enabled that; or at
 * once, by the operator.
 */
export interface Removing {
  /**
   * Requests the removal, which requires a login of the last ten minutes. A second request changes nothing. Returns
   * when the removal is due, Unix ms.
   */
  request(app: App, session: Session): Promise<number>;
  find(user: UserKey): Promise<FactorRemovalRow | null>;
  /**
   * Removes all factors of a user for the operator. Returns the removed methods.
   *
   * @returns null for a user without factors
   */
  removeAll(user: UserKey, operator: Operator | null): Promise<MfaMethod[] | null>;
  /** Performs due removals, sends daily notices of pending ones, and cancels those that the app no longer wants. */
  readonly job: Job;
}

/**
 * Creates the removals. An attacker with the first factor may request one. Every address of the user is notified at
 * once and daily. Until the removal is performed, the operator can cancel it, and so can the user in a session or
 * browser that `FactorOperations.cancelRemoval` admits.
 */
export function createRemoving(
  { clock, database, random }: World,
  deps: {
    apps: Pick<Apps, 'find'>;
    audit: Audit;
    cancelRemoval: CancelRemoval;
    enrolling: Enrolling;
    notices: Notices;
    sessions: Sessions;
    users: Users;
  },
): Removing {
  const { apps, audit, cancelRemoval, enrolling, notices, sessions, users } = deps;

  async function tell(tx: Db, { appId, userId, dueAtMs }: FactorRemovalRow, by: Canceller) {
    const kind = 'mfa.removal_pending';
    const details = { minutes_left: Math.round((dueAtMs - clock.now()) / 60_000) };
    const subject = await audit.record(tx, appId, { kind, userId, actor: by, details });
    await notices.owe(tx, { appId, userId, sessionId: subject }, { kind, subject }, 'all');
  }

  async function takeAll(tx: Db, user: UserKey, actor: Canceller): Promise<MfaMethod[]> {
    const { appId, userId } = user;
    const methods = await enrolling.takeAway(tx, user, await listFactors(tx, user));
    for (const method of methods) {
      const kind = 'mfa.disabled';
      const subject = await audit.record(tx, appId, { kind, userId, actor, details: { method } });
      await notices.owe(tx, { ...user, sessionId: randomId(random) }, { kind, subject }, 'all');
    }
    return methods;
  }

  /** Performs a due removal. A simultaneous cancellation deletes the same row, so only one of the two takes effect. */
  async function remove(row: FactorRemovalRow): Promise<void> {
    const { appId, userId } = row;
    const user = { appId, userId };
    await database.transaction(async (tx) => {
      const locked = await users.factors.lock(tx, user);
      // A removal that is due during a hold waits until the hold ends.
      if (!locked || locked.holdEndsMs > clock.now()) return;
      if (!(await takeDueFactorRemoval(tx, user, clock.now()))) return;
      await takeAll(tx, user, { type: 'system' });
    });
    notices.settle(user);
  }

  /**
   * Cancels the removals of apps that are gone or no longer remove factors after a waiting period. The operator may have
   * turned such removals off because of an attack, and may turn them on again after the attack.
   */
  async function cancelUnwanted(): Promise<void> {
    for (const appId of await listAppsWithRemovals(database.acrossApps)) {
      const app = await apps.find(appId);
      if (app && app.settings.mfa_removal_days !== null) continue;
      for (const row of await listFactorRemovals(database.db, appId)) {
        await database.transaction((tx) => cancelRemoval(tx, row, { type: 'system' }));
        notices.settle(row);
      }
    }
  }

  return {
    find: (user) => findFactorRemoval(database.db, user),

    async request(app, session) {
      const { appId, userId } = session;
      const days = app.settings.mfa_removal_days;
      sessions.checkHold(session);
      sessions.checkAge(session, limits.firstFactorLoginAgeMs);
      if (days === null) return fail('not_supported', { details: { reason: 'factor_removal_off' } });
      if (!session.hasFactor) return fail('not_supported', { details: { reason: 'no_factor' } });
      const nowMs = clock.now();
      const times = { requestedAtMs: nowMs, dueAtMs: nowMs + days * dayMs, toldAtMs: nowMs };
      const row = { appId, userId, sessionId: session.sessionId, ...times };
      await database.transaction(async (tx) => {
        if (await addFactorRemoval(tx, row)) await tell(tx, row, { type: 'user', id: userId });
      });
      notices.settle(session);
      return (await findFactorRemoval(database.db, session))?.dueAtMs ?? row.dueAtMs;
    },

    async removeAll({ appId, userId }, operator) {
      const user = { appId, userId };
      const methods = await database.transaction(async (tx) => {
        if (!(await users.factors.lock(tx, user))) return [];
        return takeAll(tx, user, operatorActor(operator));
      });
      notices.settle(user);
      return methods.length > 0 ? methods : null;
    },

    job: {
      name: 'mfa-removals',
      everyMs: 10 * 60_000,
      async run() {
        const nowMs = clock.now();
        await cancelUnwanted();
        for (const row of await listDueFactorRemovals(database.acrossApps, nowMs, batch)) await remove(row);
        for (const row of await listUntold(database.acrossApps, nowMs - dayMs, batch)) {
          await database.transaction(async (tx) => {
            if (await setTold(tx, row, nowMs)) await tell(tx, row, { type: 'system' });
          });
          notices.settle(row);
        }
      },
    },
  };
}
