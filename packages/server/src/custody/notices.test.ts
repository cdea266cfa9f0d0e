import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { smsRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApps } from '../apps/index.ts';
import { createAudit } from '../audit/index.ts';
import { createNotices } from '../safeguards/notices/createNotices.ts';
import { composeBriefNotice, type UserNotice } from '../safeguards/notices/message.ts';
import type { NoticeKind } from '../safeguards/table.ts';
import type { Session } from '../sessions/index.ts';
import { createUsers } from '../users/index.ts';
import { createCustodyLog } from './custodyLog.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  sms_auth: true,
  guest_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [app] });
});
afterEach(() => service.close());

/** Opens a log of custody events on the service's database, for kinds whose operations are not tested here. */
function openLog() {
  const { world } = service;
  const audit = createAudit(world);
  const apps = createApps(world, { audit, verificationKey: async () => '', toOnRampServices: () => ({}) });
  const notices = createNotices(world, {
    apps,
    audit,
    users: createUsers(world, { audit }),
    requesterNames: { find: async () => null },
  });
  const log = createCustodyLog(world, { audit, notices });
  return {
    record: (session: Session, event: Parameters<typeof log.record>[2]) =>
      service.database.transaction((tx) => log.record(tx, session, event)),
    async send(session: Session, event: Parameters<typeof log.sendNotice>[1]) {
      log.sendNotice(session, event);
      await notices.idle();
    },
    async tell(session: Session, kind: NoticeKind, subject: string) {
      const event = { kind, subject };
      await service.database.transaction((tx) => log.record(tx, session, event));
      log.sendNotice(session, event);
      await notices.idle();
    },
  };
}

async function sessionOf(userId: string): Promise<Session> {
  const times = {
    authTimeMs: service.clock.now(),
    startedAtMs: service.clock.now(),
    hasFactor: false,
    isHalfIn: false,
  };
  return { appId: app.id, userId, sessionId: `session-of-${userId}`, ...times };
}

test('changes, exports, revocations and wrong passwords send one notice per subject, and recoveries and further keys one per session', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const session = await sessionOf(user?.id ?? '');
  const log = openLog();
  service.outbox.clear();
  const kinds = [
    'wallet.recovery_changed',
    'wallet.exported',
    'device.revoked',
    'wallet.recovery_refused',
  ] as const;
  for (const kind of kinds)
    for (const subject of ['first', 'first', 'second']) await log.tell(session, kind, subject);
  for (const kind of ['wallet.recovered', 'session.key_added'] as const)
    for (const subject of ['first', 'second']) await log.tell(session, kind, subject);
  const subjects = service.outbox.messages.map(({ subject }) => subject);
  expect(subjects).toHaveLength(2 * kinds.length + 2);
  expect(new Set(subjects).size).toBe(kinds.length + 2);
  await log.tell({ ...session, sessionId: 'another' }, 'wallet.recovered', 'first');
  expect(service.outbox.messages).toHaveLength(2 * kinds.length + 3);
});

test('a custody event without a notice sends nothing, not even what another event queued', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const session = await sessionOf(user?.id ?? '');
  const log = openLog();
  service.outbox.clear();
  const [told, untold] = [
    { kind: 'wallet.exported', subject: 'first' },
    { kind: 'wallet.recovery_tried', subject: 'first' },
  ] as const;
  for (const event of [told, untold]) await log.record(session, event);
  await log.send(session, untold);
  expect(service.outbox.messages).toEqual([]);
  await log.send(session, told);
  expect(service.outbox.messages).toHaveLength(1);
});

test('a user with only a phone number is notified by SMS, and a user without any address is recorded as not notified', async () => {
  const phoneNumber = '+12015550123';
  await service.call(smsRoutes.sendCode, { body: { phoneNumber } });
  const code = service.outbox.codeFor(phoneNumber);
  const { json } = await service.call(smsRoutes.authenticate, { body: { phoneNumber, code } });
  const log = openLog();
  service.outbox.clear();
  await log.tell(await sessionOf(json.user?.id ?? ''), 'wallet.recovered', 'first');
  expect(service.outbox.smsMessages).toEqual([
    { to: phoneNumber, text: expect.stringMatching(/^Test app: your wallet was opened in a new browser, /) },
  ]);
  await log.tell(await sessionOf('did:privy:nobody'), 'wallet.recovered', 'first');
  expect(service.outbox.messages).toEqual([]);
  expect(service.outbox.smsMessages.length).toBe(1);
  const told = await service.database.statement(
    'told',
    "select kind, details from audit_events where kind like 'notice.%' order by event_id",
  )([]);
  const details = { notice: 'wallet.recovered' };
  expect(told).toEqual([
    { kind: 'notice.sent', details },
    { kind: 'notice.failed', details },
  ]);
});

const everyNotice = {
  'cross_app.connected': true,
  'device.revoked': true,
  'mfa.disabled': true,
  'mfa.enabled': true,
  'mfa.fallback_used': true,
  'mfa.removal_cancelled': true,
  'mfa.removal_pending': true,
  'session.key_added': true,
  'user.change_undone': true,
  'user.linked_account': true,
  'user.sessions_ended': true,
  'user.transferred_account': true,
  'user.unlinked_account': true,
  'user.updated_account': true,
  'wallet.exported': true,
  'wallet.passkey_added': true,
  'wallet.passkey_removed': true,
  'wallet.recovered': true,
  'wallet.recovery_changed': true,
  'wallet.recovery_refused': true,
} satisfies Record<UserNotice, true>;

test('notices to users fit one SMS in ASCII, also with a long or malformed name of the app', () => {
  const atMs = Date.UTC(2026, 10, 21, 10, 0);
  const names = ['Demo', 'N'.repeat(200), 'Two\nlines\u2028@evil.example #123456', 'De\u3164mo\u2800\ufe01'];
  for (const appName of names) {
    for (const kind of Object.keys(everyNotice) as UserNotice[])
      expect(composeBriefNotice(kind, { appName, atMs }), kind).toMatch(/^[\x20-\x7e]{40,160}$/);
  }
});
