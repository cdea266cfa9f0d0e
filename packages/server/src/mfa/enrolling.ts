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

/** How factors come and go: the rules that all methods share. */
export interface Enrolling {
  /**
   * Asks whether an enrolment may begin: of a first factor by a login of the last ten minutes, whatever the app asks for
   * elsewhere.
   */
  checkStart(caller: FactorCaller, method: MfaMethod): Promise<void>;
  /**
   * Admits the first half of an enrolment, in its transaction: of a further factor by a fresh verification, which the half
   * that follows need not show again.
   * @returns whether a factor permitted it
   */
  admitStart(tx: Db, caller: FactorCaller): Promise<boolean>;
  /**
   * The same for what ends an enrolment, in its transaction: locks the user, so that of two first factors at once the second
   * is none any more, and needs the first.
   * @param isGranted whether a factor permitted the first half
   * @returns the factors that the user has
   */
  admitEnd(tx: Db, caller: FactorCaller, method: MfaMethod, isGranted: boolean): Promise<FactorRow[]>;
  /** Admits what takes factors away, in its transaction, by a fresh verification; locks the user. Gives their factors. */
  admitRemoval(tx: Db, caller: FactorCaller): Promise<FactorRow[]>;
  /** Writes down and tells, in the transaction that adds factors of a method. Gives the caller the wallet. */
  added(tx: Db, caller: FactorCaller, method: MfaMethod): Promise<void>;
  /** Takes factors away for their user, and tells of it, in the caller's transaction, which has locked the user. */
  removed(tx: Db, caller: FactorCaller, factors: readonly FactorRow[]): Promise<void>;
  /**
   * Takes factors of a user away, in the caller's transaction, which has locked the user, and with them what they
   * permitted: in every browser but the one that asks. A telephone that was stolen with its authenticator opens nothing from then on.
   * @returns the methods that the user has no factor of any more
   */
  takeAway(tx: Db, user: UserKey, factors: readonly FactorRow[], kept?: KeyHolder): Promise<MfaMethod[]>;
  /** The user as they are now, once an enrolment has ended; begins to tell of it. */
  answer(caller: FactorCaller): Promise<WireUser>;
}

const keyOf = ({ session: { sessionId }, thumbprint }: FactorCaller): KeyHolder => ({
  sessionId,
  thumbprint,
});

/** Makes what all methods share. */
export function createEnrolling({ clock }: Pick<World, 'clock'>, deps: EnrollingDeps): Enrolling {
  const { audit, gate, notices, sessions, users, verifying } = deps;

  /** Brings what users' replies say in line with their factors; gives what is left. */
  async function settleUser(tx: Db, user: UserKey): Promise<FactorRow[]> {
    const factors = await listFactors(tx, user);
    // The oldest of a method says since when the user has it.
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
    const methods = [...new Set(gone.map(({ method }) => method))];
    return methods.filter((method) => left.every((one) => one.method !== method));
  }

  /** Writes a change down, and owes it to every address of the user: the holder of any must hear of it. */
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
      // Known by nothing but a browser's storage: there is no first factor that this could be the second of.
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
      // Sessions before the user, as a deletion locks them.
      await sessions.noteFactor(tx, session, { method, atMs: clock.now() });
      if (!(await users.factors.lock(tx, session))) fail('missing_or_invalid_token');
      const factors = await listFactors(tx, session);
      // All were removed a moment ago: what comes first now was asked for nothing that a first one is asked for.
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
      // A person who has just shown a factor may have codes for the day when they lose it.
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
