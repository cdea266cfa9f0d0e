import { fail, limits, type MfaMethod, type WireUser } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { deleteGrantsOf, type KeyHolder } from './grantStore.ts';
import type { FactorCaller, FactorGate } from './index.ts';
import { isTaken } from './methods.ts';
import {
  deleteEnrollmentsOf,
  deleteFactorRecords,
  type FactorRow,
  listFactors,
  removeFactors,
} from './store.ts';
import type { Verifying } from './verifying.ts';

export interface EnrollingDeps {
  readonly audit: Audit;
  readonly gate: FactorGate;
  readonly notices: Notices;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly verifying: Verifying;
}

export interface Enrolling {
  /**
   * Refuses to start an enrolment if the app does not accept the method or the account is on hold. A first factor
   * also requires a login of the last ten minutes, and no guest may enrol one.
   */
  checkStart(caller: FactorCaller, method: MfaMethod): Promise<void>;
  /**
   * Admits the first half of an enrolment, in its transaction. A further factor spends a fresh verification, which
   * the second half does not require again.
   *
   * @returns true if a verification was spent
   */
  admitStart(tx: Db, caller: FactorCaller): Promise<boolean>;
  /**
   * Admits the second half of an enrolment, in its transaction. Locks the user, so if two first factors are enrolled
   * at once, the later one needs a verification of the earlier one.
   *
   * @param isGranted true if the first half spent a verification
   * @returns the factors that the user has
   */
  admitEnd(tx: Db, caller: FactorCaller, method: MfaMethod, isGranted: boolean): Promise<FactorRow[]>;
  /**
   * Admits a removal of factors, in its transaction. Refuses it if the account is on hold. Spends a fresh
   * verification and locks the user. Returns the user's factors.
   */
  admitRemoval(tx: Db, caller: FactorCaller): Promise<FactorRow[]>;
  /**
   * Records and reports new factors of a method, in the transaction that adds them. If the caller is a wallet frame,
   * unlocks the wallet for it and permits it to create backup codes.
   */
  added(tx: Db, caller: FactorCaller, method: MfaMethod): Promise<void>;
  /** Removes factors at their user's request and reports it, in the caller's transaction, which has locked the user. */
  removed(tx: Db, caller: FactorCaller, factors: readonly FactorRow[]): Promise<void>;
  /**
   * Removes factors of a user, in the caller's transaction, which has locked the user. Also deletes the user's
   * verifications and started enrolments, except those of `kept`. A stolen phone that verified a factor could
   * otherwise still open the wallet.
   *
   * @returns the methods of the removed factors
   */
  takeAway(tx: Db, user: UserKey, factors: readonly FactorRow[], kept?: KeyHolder): Promise<MfaMethod[]>;
  /** Returns the user after a change of factors, and starts to send its notices. */
  answer(caller: FactorCaller): Promise<WireUser>;
}

const keyOf = ({ session: { sessionId }, thumbprint }: FactorCaller): KeyHolder => ({
  sessionId,
  thumbprint,
});

export function createEnrolling({ clock }: Pick<World, 'clock'>, deps: EnrollingDeps): Enrolling {
  const { audit, gate, notices, sessions, users, verifying } = deps;

  async function settleUser(tx: Db, user: UserKey): Promise<FactorRow[]> {
    const factors = await listFactors(tx, user);
    const methods = [...new Set(factors.map(({ method }) => method))].map((type) => {
      const sinceMs = factors.find(({ method }) => method === type)?.createdAtMs ?? clock.now();
      return { type, verified_at: Math.floor(sinceMs / 1000) };
    });
    const credentialIds = factors.flatMap(({ credentialId }) => credentialId ?? []);
    await users.factors.set(tx, user, { methods, credentialIds });
    return factors;
  }

  async function takeAway(
    tx: Db,
    user: UserKey,
    gone: readonly FactorRow[],
    kept?: KeyHolder,
  ): Promise<MfaMethod[]> {
    await removeFactors(
      tx,
      user,
      gone.map(({ factorId }) => factorId),
    );
    await deleteGrantsOf(tx, user, kept);
    await deleteEnrollmentsOf(tx, user, kept);
    const left = await settleUser(tx, user);
    if (left.length === 0) await deleteFactorRecords(tx, user);
    return [...new Set(gone.map(({ method }) => method))];
  }

  /**
   * Records a change and notifies every address of the user. An attacker may control one of them and could otherwise
   * hide the change from the owner.
   */
  async function tell(
    tx: Db,
    { session }: FactorCaller,
    kind: 'mfa.disabled' | 'mfa.enabled',
    method: MfaMethod,
  ): Promise<void> {
    const { appId, sessionId, userId } = session;
    const actor = { type: 'user', id: userId } as const;
    const event = { kind, userId, sessionId, actor, details: { method } } as const;
    const subject = await audit.record(tx, appId, event);
    await notices.owe(tx, { appId, userId, sessionId }, { kind, subject }, 'all');
  }

  return {
    takeAway,

    async checkStart({ app, session }, method) {
      if (!isTaken(app, method))
        fail('not_supported', {
          message: 'This app does not take this method',
          details: { reason: 'factor_method_off' },
        });
      sessions.checkHold(session);
      if (session.hasFactor) return;
      sessions.checkAge(session, limits.firstFactorLoginAgeMs);
      // A guest has only a secret in the browser's storage, and no login to which a factor could be the second.
      if (await users.guests.isGuest(session))
        fail('not_supported', {
          message: 'A guest has to log in before they can add a second factor',
          details: { reason: 'guest' },
        });
    },

    async admitStart(tx, caller) {
      await gate.spendFresh(tx, caller, 'change_factors');
      return caller.session.hasFactor;
    },

    async admitEnd(tx, caller, method, isGranted) {
      const { session } = caller;
      // Locks the session before the user, in the same order as a deletion.
      await sessions.noteFactor(tx, session, { method, atMs: clock.now() });
      if (!(await users.factors.lock(tx, session))) fail('missing_or_invalid_token');
      const factors = await listFactors(tx, session);
      // All factors were removed in the meantime, so this would be a first factor, but it was not checked as one.
      if (factors.length === 0 && session.hasFactor) fail('missing_or_invalid_token');
      if (factors.length === 0) sessions.checkAge(session, limits.firstFactorLoginAgeMs);
      else if (!isGranted)
        await gate.spendFresh(tx, { ...caller, session: { ...session, hasFactor: true } }, 'change_factors');
      return factors;
    },

    async admitRemoval(tx, caller) {
      const { session } = caller;
      sessions.checkHold(session);
      if (!(await users.factors.lock(tx, session))) fail('missing_or_invalid_token');
      await gate.spendFresh(tx, caller, 'change_factors');
      return listFactors(tx, session);
    },

    async added(tx, caller, method) {
      await settleUser(tx, caller.session);
      await verifying.unlock(tx, caller);
      await verifying.permit(tx, caller, 'backup_codes');
      await tell(tx, caller, 'mfa.enabled', method);
    },

    async removed(tx, caller, gone) {
      if (gone.length === 0) fail('not_found', { message: 'There is no such second factor' });
      for (const method of await takeAway(tx, caller.session, gone, keyOf(caller)))
        await tell(tx, caller, 'mfa.disabled', method);
    },

    async answer({ session }) {
      notices.settle(session);
      return (await users.findWireUser(session)) ?? fail('missing_or_invalid_token');
    },
  };
}
