/**
 * Custody events and notices: what happened to a user's keys goes to the audit log in the transaction that it
 * describes, and what the user must hear of is owed in the same transaction, sent after it, and sent again until it has
 * left: by mail, or by SMS to somebody without an address. Owns table `custody_notices`; asks users for address and
 * number. Part of the wallets room.
 */
import { fail, isCode, limits, type RateLimit } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Audit, AuditEvent } from '../../audit/index.ts';
import type { Db } from '../../db/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import { composeBriefNotice, composeNotice } from './message.ts';
import { noticeOf } from './notices.ts';
import {
  addNotice,
  claimNotice,
  closeNotice,
  deleteClosedNotices,
  listDueNotices,
  type NoticeRow,
} from './store.ts';

/** What was done, and to what: a device, a recovery set, a proof key, an entropy. */
type CustodyEvent = Pick<AuditEvent, 'kind' | 'details'> & { readonly subject: string };

export interface CustodyLog {
  /** Writes an event, and owes its notice if its kind has one, in the transaction that does what it tells. */
  record(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  /** Writes an event that another one tells the user of. */
  recordQuietly(tx: Db, session: Session, event: CustodyEvent): Promise<void>;
  /**
   * The same for an event of which a session has only so many in a while. Not the user: whoever stole one session
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
  /** Sends notices that are still owed, and forgets old ones. */
  sweep(): Promise<void>;
  /** Resolves when no notice is being sent. */
  idle(): Promise<void>;
}

const minuteMs = 60_000;
/** Time to the next try: 1, 2, 4 … minutes; given up after the twelfth, some three days later. */
const retryMs = (tries: number) => minuteMs * 2 ** tries;
const triesInAll = 12;
const sweepBatch = 100;

type NoticeOwner = Pick<NoticeRow, 'appId' | 'sessionId' | 'userId' | 'kind' | 'subject'>;

/** Makes the log of custody events over the database and the mailer of the world. */
export function createCustodyLog(
  world: World,
  rooms: { apps: Apps; audit: Audit; users: Users },
): CustodyLog {
  const { clock, database, log } = world;
  const { audit } = rooms;
  const sending = new Set<Promise<void>>();

  async function recordQuietly(tx: Db, { appId, sessionId, userId }: Session, event: CustodyEvent) {
    await audit.record(tx, appId, { ...event, userId, sessionId, actor: { type: 'user', id: userId } });
  }

  async function record(tx: Db, session: Session, event: CustodyEvent) {
    const { appId, sessionId, userId } = session;
    await recordQuietly(tx, session, event);
    const atMs = clock.now();
    const notice = noticeOf(event);
    if (!notice) return;
    await addNotice(tx, { appId, sessionId, ...notice, userId, createdAtMs: atMs, dueAtMs: atMs, tries: 0 });
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

  /** Sends a notice to its user's address, or number; false where they have neither: the app's back end hears of it alone. */
  async function deliver({ appId, userId, kind, createdAtMs }: NoticeRow): Promise<boolean> {
    const app = await rooms.apps.find(appId);
    const user = await rooms.users.findWireUser(appId, userId);
    if (!app || !user) return false;
    const facts = { appName: app.settings.name, atMs: createdAtMs };
    const email = user.linked_accounts.find((account) => account.type === 'email');
    const phone = user.linked_accounts.find((account) => account.type === 'phone');
    if (email) await world.mailer.send({ to: email.address, ...composeNotice(kind, facts) });
    else if (phone)
      await world.smsSender.send({ to: phone.phoneNumber, text: composeBriefNotice(kind, facts) });
    return email !== undefined || phone !== undefined;
  }

  /** One try for one notice. Failures are logged without the address; the notice stays due. */
  async function send(key: NoticeOwner & { tries: number }): Promise<void> {
    try {
      const nowMs = clock.now();
      const notice = await claimNotice(database.db, key, { nowMs, retryAtMs: nowMs + retryMs(key.tries) });
      if (!notice) return;
      await close(notice, (await deliver(notice)) ? 'notice.sent' : 'notice.failed');
    } catch (error) {
      const code = isCode(error) ? error.code : 'internal_error'; // never the error itself: it may name the address
      log.warn({ app: key.appId, notice: key.kind, code }, 'A custody notice was not sent');
      if (key.tries + 1 >= triesInAll) await close(key, 'notice.failed').catch(() => {});
    }
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

    sendNotice({ appId, sessionId, userId }, event) {
      const notice = noticeOf(event);
      if (!notice) return;
      const sent = send({ appId, sessionId, userId, ...notice, tries: 0 });
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
