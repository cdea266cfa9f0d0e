/**
 * Custody events: what happened to a user's keys goes to the audit log in the transaction that it describes, and what
 * the user must hear of is owed in the same transaction (safeguards).
 */
import { fail, type RateLimit } from '@latchkey/wire';
import type { Audit, AuditEvent } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import { type Notices, noticeOf } from '../safeguards/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';

/** What was done, and to what: a device, a recovery set, a proof key, an entropy. */
type CustodyEvent = Pick<AuditEvent, 'kind' | 'details'> & { readonly subject: string };

export interface CustodyLog {
  /** Writes an event, and owes its notice if its kind has one, in the transaction that does what it tells. */
  record(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  /** Writes an event that another one tells the user of. */
  recordQuietly(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  /**
   * The same for an event of which a session has only so many in a while. Not the user: an attacker who stole one session
   * could else keep its owner from the wallet in all others.
   * @throws ServiceError `too_many_requests` with `details.retry_after_s`
   */
  recordLimited(tx: Db, session: Session, event: CustodyEvent & { readonly limit: RateLimit }): Promise<void>;
  /**
   * Begins to send what a committed transaction owes for an event that it recorded, if anything; never rejects, does not
   * delay the caller.
   * @example
   * const event = { kind: 'wallet.exported', subject: entropyUid } as const;
   * await database.transaction((tx) => events.record(tx, session, event));
   * events.sendNotice(session, event);
   */
  sendNotice(session: Session, event: CustodyEvent): void;
}

/** Makes the log of custody events. */
export function createCustodyLog(
  { clock }: Pick<World, 'clock'>,
  { audit, notices }: { audit: Audit; notices: Notices },
): CustodyLog {
  async function recordQuietly(tx: Db, { appId, sessionId, userId }: Session, event: CustodyEvent) {
    await audit.record(tx, appId, { ...event, userId, sessionId, actor: { type: 'user', id: userId } });
  }

  async function record(tx: Db, session: Session, event: CustodyEvent) {
    const { appId, sessionId, userId } = session;
    await recordQuietly(tx, session, event);
    const notice = noticeOf(event);
    if (notice) await notices.owe(tx, { appId, sessionId, userId }, notice);
  }

  return {
    record,
    recordQuietly,

    async recordLimited(tx, session, { limit, ...event }) {
      const { appId, sessionId, userId } = session;
      const count = await audit.count(tx, {
        appId,
        userId,
        sessionId,
        kind: event.kind,
        sinceMs: clock.now() - limit.perMs,
      });
      if (count >= limit.calls) fail('too_many_requests', { details: { retry_after_s: limit.perMs / 1000 } });
      await record(tx, session, event);
    },

    sendNotice(session, event) {
      if (noticeOf(event)) notices.settle(session);
    },
  };
}
