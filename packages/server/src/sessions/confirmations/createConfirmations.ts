import { type ConfirmationAct, fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/index.ts';
import type { Proof } from '../../proof.ts';
import type { World } from '../../world.ts';
import type { Confirmation, Session } from '../index.ts';
import { authTimeOf } from './authTime.ts';
import { createConfirmationStore } from './store.ts';

/**
 * Proofs given for one purpose (docs/custody.md). A confirmation counts only for its action. A proof for the release of
 * a recovery to a new key does not make the login recent, because an attacker with the session's token could then take
 * every action that a recent login permits. Other proofs also make the login recent.
 */
export interface Confirmations {
  /**
   * Records that the session's user has proved who they are for one action. The confirmation can be used once, within
   * `limits.confirmationLifeMs` of the proof. It replaces an earlier one for the same action and ends with the
   * session.
   *
   * @returns the session's `auth_time`, Unix ms, which a confirmation for a release does not change
   * @throws ServiceError `missing_or_invalid_token` if the session ended in the meantime
   */
  confirm(session: Session, proof: Proof, act: ConfirmationAct): Promise<number>;
  findConfirmation(db: Db, session: Session, act: ConfirmationAct): Promise<Confirmation | null>;
  /** Spends a valid confirmation in the caller's transaction. Returns null if there is none. */
  consumeConfirmation(tx: Db, session: Session, act: ConfirmationAct): Promise<Confirmation | null>;
  /**
   * Locks a session until the transaction ends.
   *
   * @throws ServiceError `missing_or_invalid_token` if the session ended in the meantime
   */
  lock(tx: Db, session: Session): Promise<void>;
  /**
   * Spends the login that began a session, if its proof is not older than `sinceMs` (Unix ms) and it is not spent
   * yet. Returns the time of the proof, or null. Later proofs, and the login of a fork, do not count.
   */
  consumeLogin(tx: Db, session: Session, sinceMs: number): Promise<number | null>;
}

export function createConfirmations(
  { clock, database }: Pick<World, 'clock' | 'database'>,
  audit: Audit,
): Confirmations & { sweep(): Promise<void> } {
  const store = createConfirmationStore(database, audit);
  return {
    async confirm(session, { account, provedAtMs }, act) {
      const { sessionId, userId } = session;
      const nowMs = clock.now();
      const event = {
        kind: 'session.reauthenticated',
        userId,
        sessionId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type, purpose: act.purpose },
      } as const;
      const atMs = authTimeOf(provedAtMs, nowMs);
      const authTimeMs = await store.add({ session, act, account, atMs, nowMs, event });
      return authTimeMs ?? fail('missing_or_invalid_token');
    },
    findConfirmation: (db, session, act) => store.find(db, session, act, clock.now()),
    consumeConfirmation: (tx, session, act) => store.consume(tx, session, act, clock.now()),
    lock: store.lock,
    consumeLogin: store.consumeLogin,
    sweep: () => store.sweep(clock.now()),
  };
}
