import { type ConfirmationAct, fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/index.ts';
import type { Proof } from '../../proof.ts';
import type { World } from '../../world.ts';
import type { Confirmation, Session } from '../index.ts';
import { authTimeOf } from './authTime.ts';
import { createConfirmationStore } from './store.ts';

/**
 * Proofs given for one purpose (docs/custody.md): what a recent login opens is open to anyone who holds the session's token,
 * what a confirmation opens is the one act that it was given for.
 */
export interface Confirmations {
  /**
   * Keeps that the session's user has proved who they are for an act. For `limits.confirmationLifeMs` from the proof it is
   * good for that act, once; a newer one for the same takes its place. It ends with the session.
   *
   * @returns the session's `auth_time`, Unix ms: a confirmation for a release leaves it as it is
   * @throws ServiceError `missing_or_invalid_token` when the session ended in the meantime
   */
  confirm(session: Session, proof: Proof, act: ConfirmationAct): Promise<number>;
  /** Finds a living confirmation without spending it. */
  findConfirmation(db: Db, session: Session, act: ConfirmationAct): Promise<Confirmation | null>;
  /** Spends a living confirmation in the caller's transaction; null without one. */
  consumeConfirmation(tx: Db, session: Session, act: ConfirmationAct): Promise<Confirmation | null>;
  /**
   * Locks a session until the transaction ends.
   * @throws ServiceError `missing_or_invalid_token` when the session ended in the meantime
   */
  lock(tx: Db, session: Session): Promise<void>;
  /**
   * Spends the login that began a session, where it was proved since a time (Unix ms) and is not spent yet; gives when it
   * was proved, else null. A proof that was given later, and a fork's login, are none.
   */
  consumeLogin(tx: Db, session: Session, sinceMs: number): Promise<number | null>;
}

/** Makes the confirmations of sessions. */
export function createConfirmations(
  { clock, database }: Pick<World, 'clock' | 'database'>,
  audit: Audit,
): Confirmations & { sweep(): Promise<void> } {
  const store = createConfirmationStore(database);
  return {
    async confirm(session, { account, provedAtMs }, act) {
      const { appId, sessionId, userId } = session;
      const nowMs = clock.now();
      const entry = audit.entry(appId, {
        kind: 'session.reauthenticated',
        userId,
        sessionId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type, purpose: act.purpose },
      });
      const atMs = authTimeOf(provedAtMs, nowMs);
      const authTimeMs = await store.add({ session, act, account, atMs, nowMs, entry });
      return authTimeMs ?? fail('missing_or_invalid_token');
    },
    findConfirmation: (db, session, act) => store.find(db, session, act, clock.now()),
    consumeConfirmation: (tx, session, act) => store.consume(tx, session, act, clock.now()),
    lock: store.lock,
    consumeLogin: store.consumeLogin,
    sweep: () => store.sweep(clock.now()),
  };
}
