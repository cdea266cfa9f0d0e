import { createTestService, type TestService } from '@latchkey/testkit';
import { captchaRoutes, emailRoutes, limits, smsRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { solve } from '../captcha/captcha.testkit.ts';

const base = { email_auth: true, sms_auth: true, allowed_origins: ['http://localhost:3000'] };
const open = { ...base, id: 'latchkey-request-app-0001', name: 'Open' };
const guarded = { ...base, id: 'latchkey-request-app-0002', name: 'Guarded', captcha_enabled: true };
const scarce = { ...base, id: 'latchkey-request-app-0003', name: 'Scarce', sms_new_numbers_per_day: 1 };

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [open, guarded, scarce] });
});
afterEach(() => service.close());

const email = 'ada@example.com';
const home = '203.0.113.7';
const elsewhere = '198.51.100.20';
const first = 'first-request-000000000001';
const second = 'second-request-00000000002';

interface Asked {
  readonly id?: string;
  readonly network?: string;
  readonly to?: string;
  readonly app?: { readonly id: string };
  readonly token?: string;
  readonly at?: Pick<TestService, 'call'>;
}
async function request({ id, network = home, to = email, app = open, token, at = service }: Asked) {
  const body = { email: to, ...(id ? { request_id: id } : {}), ...(token ? { token } : {}) };
  const { status, json } = await at.call(emailRoutes.sendCode, { appId: app.id, network, body });
  return status === 200 ? json : json.code;
}
const success = { success: true };
const mailsTo = (address: string) => service.outbox.messages.filter(({ to }) => to === address).length;

async function newToken(): Promise<string> {
  const body = { action: 'login' } as const;
  return solve((await service.call(captchaRoutes.challenge, { appId: guarded.id, body })).json);
}

test('[OTP-05] a repeated request for a code gets the first answer within the cooldown, sends no second mail, and leaves the code valid', async () => {
  expect(await request({ id: first })).toEqual(success);
  const code = service.outbox.codeFor(email);
  for (let again = 0; again < 2 * limits.codeSendsPerWindow; again += 1)
    expect(await request({ id: first })).toEqual(success);
  // From another network, at another process.
  const another = await service.startAnother();
  expect(await request({ id: first, network: elsewhere, at: another })).toEqual(success);
  await another.close();
  expect(mailsTo(email)).toBe(1);
  const body = { email, code };
  expect((await service.call(emailRoutes.authenticate, { appId: open.id, network: home, body })).status).toBe(
    200,
  );
});

test('[OTP-05] a request for a code with another id, or without one, is refused within the cooldown', async () => {
  await request({ id: first });
  expect(await request({ id: second })).toBe('too_many_requests');
  expect(await request({})).toBe('too_many_requests');
  expect(mailsTo(email)).toBe(1);
});

test('a request id is valid for one address and app only, and the answer does not reveal that someone else requested a code', async () => {
  await request({ id: first });
  expect(await request({ id: first, to: 'bea@example.com' })).toEqual(success);
  expect(mailsTo('bea@example.com')).toBe(1);
  await request({ id: first, app: scarce });
  expect(mailsTo(email)).toBe(2);
  // The owner's request does not change the answer to an attacker's first request from another network.
  const answers = [await request({ id: second, network: elsewhere })];
  answers.push(await request({ id: second, network: elsewhere, to: 'cleo@example.com' }));
  expect(answers).toEqual([success, success]);
});

test('a repeated request for a code counts as new after the cooldown, and after its code was used', async () => {
  await request({ id: first });
  service.clock.advance(limits.resendCooldownMs);
  expect(await request({ id: first })).toEqual(success);
  expect(mailsTo(email)).toBe(2);
  const body = { email, code: service.outbox.codeFor(email) };
  await service.call(emailRoutes.authenticate, { appId: open.id, network: home, body });
  expect(await request({ id: first })).toBe('too_many_requests');
});

test('a repeated request for a code sends the mail that could not be sent before', async () => {
  service.outbox.setDown(true);
  expect(await request({ id: first })).toBe('delivery_failed');
  service.outbox.setDown(false);
  expect(await request({ id: first })).toEqual(success);
  expect(mailsTo(email)).toBe(1);
});

test('the same request for a code at two processes at the same time sends one mail and is not refused', async () => {
  const another = await service.startAnother();
  const answers = await Promise.all(
    [service, another, service, another].map((at) => request({ id: first, at })),
  );
  expect(answers).toEqual(Array(4).fill(success));
  expect(mailsTo(email)).toBe(1);
  await another.close();
});

test('[CAPT-19] a repeated request for a code needs no second captcha, and its token buys no other code', async () => {
  const token = await newToken();
  expect(await request({ id: first, app: guarded, token })).toEqual(success);
  expect(await request({ id: first, app: guarded, token })).toEqual(success);
  expect(await request({ id: first, app: guarded })).toEqual(success);
  expect(mailsTo(email)).toBe(1);
  expect(await request({ id: second, app: guarded, token })).toBe('invalid_captcha');
  expect(await request({ id: first, app: guarded, to: 'bea@example.com' })).toBe('invalid_captcha');
  service.clock.advance(limits.resendCooldownMs);
  expect(await request({ id: first, app: guarded, token })).toBe('invalid_captcha');
  expect(mailsTo(email)).toBe(1);
});

test('a text message to a new phone number counts once towards the app’s daily limit, even if its request is repeated', async () => {
  await request({ app: scarce });
  const code = service.outbox.codeFor(email);
  const login = await service.call(emailRoutes.authenticate, { appId: scarce.id, body: { email, code } });
  const text = async (phoneNumber: string, request_id: string) => {
    const body = { phoneNumber, request_id };
    const bearer = login.json.token ?? '';
    const { status, json } = await service.call(smsRoutes.sendCode, { appId: scarce.id, bearer, body });
    return status === 200 ? json : json.code;
  };
  const sent = [text('+12015550101', first), text('+12015550101', first)];
  expect(await Promise.all(sent)).toContainEqual(success);
  expect(await text('+12015550101', first)).toEqual(success);
  expect(service.outbox.smsMessages).toHaveLength(1);
  expect(await text('+12015550102', second)).toBe('too_many_requests');
});

test('the row of a code contains its request id only as a hash, and is swept', async () => {
  await request({ id: first });
  const read = service.database.statement<Record<string, unknown>>(
    'test_code_requests',
    'select * from codes',
  );
  const [row] = await read([]);
  expect(row?.request_hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(first);
  service.clock.advance(limits.codeLifeMs + limits.codeSendWindowMs);
  await service.service.sweep();
  expect(await read([])).toEqual([]);
});

test('a request id that is too short or contains blanks is refused', async () => {
  expect(await request({ id: 'one' })).toBe('invalid_data');
  expect(await request({ id: `${first} with blanks` })).toBe('invalid_data');
});
