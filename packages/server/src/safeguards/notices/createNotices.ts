import { isCode, limits, undoParameter } from '@latchkey/wire';
import type { App, Apps } from '../../apps/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { RequesterNames } from '../../cross-app/index.ts';
import type { Db } from '../../db/index.ts';
import type { MailMessage } from '../../delivery/index.ts';
import type { UserKey } from '../../userKey.ts';
import {
  type AddressType,
  addressTypes,
  isAddressType,
  type KeptAccount,
  type Users,
} from '../../users/index.ts';
import type { World } from '../../world.ts';
import { type AddressRemovalRow, findAddressRemoval, listAddressRemovals } from '../store.ts';
import type { NoticeKind } from '../table.ts';
import {
  composeBriefNotice,
  composeBriefRemoval,
  composeNotice,
  composeRemoval,
  type OtherApp,
  type UserNotice,
} from './message.ts';
import {
  addNotice,
  claimNotice,
  closeNotice,
  deleteClosedNotices,
  deleteNoticesOf,
  listDueNotices,
  listDueOf,
  type NoticeRow,
} from './store.ts';

/** The user whom a notice is about, and the session that caused it. */
export interface NoticeOwner extends UserKey {
  /** Id of the session that caused the notice, or another unique id if no session did. */
  readonly sessionId: string;
}

export interface Notices {
  /**
   * Queues a notice, in the transaction of the event that it describes. By default it goes to the user's usual
   * address, to an older phone number if that address is new, and to every address that was removed in the last seven
   * days.
   *
   * @param to recipients to use instead: `email`, `phone`, or the id of a removal; `all` is every address of the
   *   user, and every address that was removed in the last seven days
   */
  owe(
    tx: Db,
    owner: NoticeOwner,
    notice: { kind: NoticeKind; subject: string },
    to?: readonly string[] | 'all',
  ): Promise<void>;
  /** Starts to send the notices that committed transactions queued for a user, without waiting for the result. */
  settle(owner: UserKey): void;
  sweep(): Promise<void>;
  forget(tx: Db, user: UserKey): Promise<void>;
  /** Resolves when the sends that `settle` started have ended. */
  idle(): Promise<void>;
}

const minuteMs = 60_000;
/**
 * Returns the time to the next try, in ms: 1, 2, 4 … minutes. The twelfth try, about 34 hours after the first, is the
 * last.
 */
const retryMs = (tries: number) => minuteMs * 2 ** tries;
const triesInAll = 12;
const sweepBatch = 100;

interface Message {
  letter(): Omit<MailMessage, 'to'>;
  brief(): string;
}

export function createNotices(
  world: World,
  deps: {
    apps: Apps;
    audit: Audit;
    requesterNames: RequesterNames;
    users: Pick<Users, 'listAddresses'>;
  },
): Notices {
  const { clock, config, database, log } = world;
  const { apps, audit, users } = deps;
  const sending = new Set<Promise<void>>();
  const send: Readonly<Record<AddressType, (to: string, message: Message) => Promise<void>>> = {
    email: (to, { letter }) => world.mailer.send({ to, ...letter() }),
    phone: (to, { brief }) => world.smsSender.send({ to, text: brief() }),
  };

  async function listRecipients(tx: Db, owner: NoticeOwner, isAll: boolean): Promise<string[]> {
    const addresses = await users.listAddresses(tx, owner);
    const removals = await listAddressRemovals(tx, owner, clock.now());
    const usual = isAll ? addresses.map(({ type }) => type) : usualRecipients(addresses, clock.now());
    const recipients = [...usual, ...removals.map(({ removalId }) => removalId)];
    return recipients.length > 0 ? recipients : [''];
  }

  async function close(key: NoticeRow, kind: 'notice.sent' | 'notice.failed'): Promise<void> {
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

  async function findOther({ appId, subject }: NoticeRow): Promise<OtherApp | null> {
    const name = await deps.requesterNames.find(appId, subject);
    const link = config.hostedUrl === null ? null : `${config.hostedUrl}/connections?app=${appId}`;
    return name === null ? null : { name, link };
  }

  /** Sends a notice to its recipient. Returns false if there is no address to send it to. */
  async function deliver(row: NoticeRow): Promise<boolean> {
    const { appId, userId, kind, createdAtMs, recipient } = row;
    const app = await apps.find(appId);
    if (!app) return false;
    const other = kind === 'cross_app.connected' ? await findOther(row) : null;
    const facts = { appName: app.settings.name, atMs: createdAtMs, ...(other ? { other } : {}) };
    const notice = (told: UserNotice): Message => ({
      letter: () => composeNotice(told, facts),
      brief: () => composeBriefNotice(told, facts),
    });
    if (recipient !== '' && !isAddressType(recipient)) {
      const removal = await findAddressRemoval(database.db, appId, recipient, clock.now());
      if (!removal || isTestAddress(app, removal)) return false;
      const removed = removalFacts(app, removal);
      const message =
        kind === 'user.address_removed'
          ? { letter: () => composeRemoval(removed), brief: () => composeBriefRemoval(removed) }
          : notice(kind);
      await send[removal.type](removal.subject, message);
      return true;
    }
    if (kind === 'user.address_removed') return false; // goes only to the removed address
    const addresses = await users.listAddresses(database.db, { appId, userId });
    for (const type of recipient === '' ? addressTypes : [recipient]) {
      const address = addresses.find((one) => one.type === type);
      if (!address) continue;
      await send[type](address.subject, notice(kind));
      return true;
    }
    return false;
  }

  /** True if an address is the test account's, which has no mailbox. */
  function isTestAddress(app: App, { type, subject }: AddressRemovalRow): boolean {
    return apps.testAccounts.keysOf(app).some((key) => key.type === type && key.subject === subject);
  }

  function removalFacts(app: App, removal: AddressRemovalRow) {
    const { canUndo, removalId: reference, removedAtMs: atMs, replacedBy, type } = removal;
    const isReplaced = replacedBy !== null;
    const link = canUndo ? linkTo(apps, app, removal) : null;
    return { appName: app.settings.name, atMs, type, isReplaced, reference, canUndo, link };
  }

  /** Tries once to send a notice. A failed try is logged without the address, and the last one closes the notice. */
  async function tryOnce(key: NoticeRow): Promise<void> {
    try {
      const nowMs = clock.now();
      const notice = await claimNotice(database.db, key, { nowMs, retryAtMs: nowMs + retryMs(key.tries) });
      if (!notice) return;
      await close(notice, (await deliver(notice)) ? 'notice.sent' : 'notice.failed');
    } catch (error) {
      const code = isCode(error) ? error.code : 'internal_error'; // never the error itself, which may contain the address
      log.warn({ app: key.appId, notice: key.kind, code }, 'A custody notice was not sent');
      if (key.tries + 1 >= triesInAll) await close(key, 'notice.failed').catch(() => {});
    }
  }

  async function sendDueOf(owner: UserKey): Promise<void> {
    const due = await listDueOf(database.db, owner, clock.now());
    await Promise.all(due.map(tryOnce));
  }

  return {
    async owe(tx, owner, { kind, subject }, to) {
      const nowMs = clock.now();
      const isAll = to === 'all';
      const named = isAll || to === undefined ? await listRecipients(tx, owner, isAll) : to;
      for (const recipient of named) {
        const times = { createdAtMs: nowMs, dueAtMs: nowMs, tries: 0 };
        await addNotice(tx, { ...owner, kind, subject, recipient, ...times });
      }
    },

    settle(owner) {
      // If the lookup fails, the next sweep sends the notices.
      const sent = sendDueOf(owner).catch(() => {});
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
    },

    async sweep() {
      const nowMs = clock.now();
      for (const notice of await listDueNotices(database.acrossApps, nowMs, sweepBatch))
        await tryOnce(notice);
      await deleteClosedNotices(database.acrossApps, nowMs - limits.sessionLifeMs);
    },

    forget: deleteNoticesOf,

    async idle() {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

/**
 * Returns the usual recipients of a user's notices: the email address, else the phone number. If the email address is
 * new, an older number is notified too. An attacker who adds an email address could otherwise get the notices in place
 * of the owner at once.
 */
function usualRecipients(addresses: readonly KeptAccount[], nowMs: number): string[] {
  const email = addresses.find(({ type }) => type === 'email');
  const phone = addresses.find(({ type }) => type === 'phone');
  if (!email || !phone) return addresses.map(({ type }) => type);
  const isNew = email.firstVerifiedAtMs > nowMs - limits.removedAddressMs;
  return isNew && phone.firstVerifiedAtMs < email.firstVerifiedAtMs ? ['email', 'phone'] : ['email'];
}

/**
 * Returns the page of the app on which the removal can be undone: the page that the operator set, else the page on
 * which the removal was made, else the app's first origin without a wildcard. Skips a page of an origin that the app
 * does not allow.
 */
function linkTo(apps: Apps, app: App, { page, removalId }: AddressRemovalRow): string | null {
  const { allowed_origins, undo_url } = app.settings;
  const isTheirs = (one: string) => apps.isOriginAllowed(app, new URL(one).origin);
  const pages = [undo_url, page, allowed_origins.find((one) => !one.includes('*'))];
  const found = pages.find((one): one is string => typeof one === 'string' && isTheirs(one));
  if (found === undefined) return null;
  const url = new URL(found);
  url.searchParams.set(undoParameter, removalId);
  return url.href;
}
