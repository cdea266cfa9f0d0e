/**
 * Writes custody events to the audit log, and queues their notices to the user in the same transaction (safeguards).
 */
import { fail, type RateLimit } from '@latchkey/wire';
import type { Audit, AuditEvent } from '../audit/index.ts';
import type { Db } from '../db/index.ts';
import { type Notices, noticeOf } from '../safeguards/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';

type CustodyEvent = Pick<AuditEvent, 'kind' | 'details'> & { readonly subject: string };

export interface CustodyLog {
  /** Writes an event in the caller's transaction, and queues its notice if its kind has one. */
  record(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  recordQuietly(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  /**
   * Records an event like `record`, with a limit per session. With a limit per user, an attacker with one stolen
   * session could lock the owner out of the wallet in the other sessions.
   *
   * @throws ServiceError `too_many_requests` with `details.retry_after_s`
   */
  recordLimited(tx: Db, session: Session, event: CustodyEvent & { readonly limit: RateLimit }): Promise<void>;
  /**
   * Starts to send the notices that a committed transaction queued for an event, without waiting for the result.
   *
   * @example
   * const event = { kind: 'wallet.exported', subject: entropyUid } as const;
   * await database.transaction((tx) => events.record(tx, session, event));
   * events.sendNotice(session, event);
   */
  sendNotice(session: Session, event: CustodyEvent): void;
}

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
