/**
 * Custody events and notices: what happened to a user's keys goes to the audit log in the transaction that it
 * describes, and what the user must hear of is owed in the same transaction, sent after it, and sent again until it has
 * left. Owns table `custody_notices`; asks users for the address. Part of the wallets room.
 */
import { type AuditKind, fail, isCode, limits, type RateLimit } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { NoticeKind } from '../table.ts';
import { composeNotice } from './message.ts';
import {
  addNotice,
  claimNotice,
  closeNotice,
  deleteClosedNotices,
  listDueNotices,
  type NoticeRow,
} from './store.ts';

export interface CustodyLog {
  /** Writes an event, and owes its notice if its kind has one, in the transaction that does what it tells. */
  record(tx: Db, session: Session, event: { kind: AuditKind; subject: string }): Promise<void>;
  /**
   * The same for an event of which a session has only so many in a while. Not the user: whoever stole one session
   * could else keep its owner from the wallet in all others.
   * @throws ServiceError `too_many_requests` with `details.retry_after_s`
   */
  recordLimited(
    tx: Db,
    session: Session,
    event: { kind: AuditKind; subject: string; limit: RateLimit },
  ): Promise<void>;
  /** Begins to send a notice that a committed transaction owes; never rejects, does not delay the caller. */
  sendNotice(session: Session, kind: NoticeKind): void;
  /** Sends notices that are still owed, and forgets old ones. */
  sweep(): Promise<void>;
  /** Resolves when no notice is being sent. */
  idle(): Promise<void>;
}

const noticeKinds: readonly AuditKind[] = ['session.key_added', 'wallet.recovered'] satisfies NoticeKind[];
const minuteMs = 60_000;
/** Time to the next try: 1, 2, 4 … minutes; given up after the twelfth, some three days later. */
const retryMs = (tries: number) => minuteMs * 2 ** tries;
const triesInAll = 12;
const sweepBatch = 100;

type NoticeOwner = Pick<NoticeRow, 'appId' | 'sessionId' | 'userId' | 'kind'>;

/** Makes the log of custody events over the database and the mailer of the world. */
export function createCustodyLog(
  world: World,
  rooms: { apps: Apps; audit: Audit; users: Users },
): CustodyLog {
  const { clock, database, log, mailer } = world;
  const { audit } = rooms;
  const sending = new Set<Promise<void>>();

  async function record(tx: Db, session: Session, event: { kind: AuditKind; subject: string }) {
    const { appId, sessionId, userId } = session;
    const atMs = clock.now();
    await audit.record(tx, appId, { ...event, userId, sessionId, actor: { type: 'user', id: userId } });
    const kind = event.kind as NoticeKind;
    if (noticeKinds.includes(kind)) {
      await addNotice(tx, { appId, sessionId, kind, userId, createdAtMs: atMs, dueAtMs: atMs, tries: 0 });
    }
  }

  /** Sends a notice no more, and writes down whether the user was told. */
  async function close(key: NoticeOwner, kind: 'notice.sent' | 'notice.failed'): Promise<void> {
    const { appId, sessionId, userId } = key;
    const event = {
      kind,
      userId,
      sessionId,
      actor: { type: 'system' },
      details: { notice: key.kind },
    } as const;
    await database.transaction(async (tx) => {
      await closeNotice(tx, key);
      await audit.record(tx, appId, event);
    });
  }

  /** One try for one notice. Failures are logged without the address; the notice stays due. */
  async function send(key: NoticeOwner & { tries: number }): Promise<void> {
    try {
      const nowMs = clock.now();
      const notice = await claimNotice(database.db, key, { nowMs, retryAtMs: nowMs + retryMs(key.tries) });
      if (!notice) return;
      const app = await rooms.apps.find(notice.appId);
      const user = await rooms.users.findWireUser(notice.appId, notice.userId);
      const email = user?.linked_accounts.find((account) => account.type === 'email');
      if (app && email) {
        const { kind, createdAtMs } = notice;
        await mailer.send({
          to: email.address,
          ...composeNotice(kind, { appName: app.settings.name, atMs: createdAtMs }),
        });
      }
      await close(notice, email ? 'notice.sent' : 'notice.failed');
    } catch (error) {
      const code = isCode(error) ? error.code : 'internal_error'; // never the error itself: it may name the address
      log.warn({ app: key.appId, notice: key.kind, code }, 'A custody notice was not sent');
      if (key.tries + 1 >= triesInAll) await close(key, 'notice.failed').catch(() => {});
    }
  }

  return {
    record,

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

    sendNotice(session, kind) {
      const { appId, sessionId, userId } = session;
      const sent = send({ appId, sessionId, userId, kind, tries: 0 });
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },

    async sweep() {
      const nowMs = clock.now();
      for (const notice of await listDueNotices(database.db, nowMs, sweepBatch)) await send(notice);
      await deleteClosedNotices(database.db, nowMs - limits.sessionLifeMs);
    },

    async idle() {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}
