import { createTestService, type TestService } from '@latchkey/testkit';
import { captchaRoutes, emailRoutes, limits, smsRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { solve } from '../captcha/captcha.testkit.ts';

// A request for a code whose answer was lost is sent again: by its id it is known, and answered as at first.

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

test('[OTP-05] the same request is answered as at first within the cooldown; one mail leaves, whose code stays good', async () => {
  expect(await request({ id: first })).toEqual(success);
  const code = service.outbox.codeFor(email);
  for (let again = 0; again < 2 * limits.codeSendsPerWindow; again += 1)
    expect(await request({ id: first })).toEqual(success);
  // A telephone that changed its network, and another process: the one that answered first may have crashed.
  const another = await service.startAnother();
  expect(await request({ id: first, network: elsewhere, at: another })).toEqual(success);
  await another.close();
  expect(mailsTo(email)).toBe(1);
  const body = { email, code };
  expect((await service.call(emailRoutes.authenticate, { appId: open.id, network: home, body })).status).toBe(
    200,
  );
});

test('[OTP-05] another request meets the cooldown, and so does one without an id', async () => {
  await request({ id: first });
  expect(await request({ id: second })).toBe('too_many_requests');
  expect(await request({})).toBe('too_many_requests');
  expect(mailsTo(email)).toBe(1);
});

test('an id tells of no other address, app or purpose, and nothing of a code that another user asked for', async () => {
  await request({ id: first });
  expect(await request({ id: first, to: 'bea@example.com' })).toEqual(success);
  expect(mailsTo('bea@example.com')).toBe(1);
  await request({ id: first, app: scarce });
  expect(mailsTo(email)).toBe(2);
  // A stranger's answer is the same whether or not the owner has asked.
  const answers = [await request({ id: second, network: elsewhere })];
  answers.push(await request({ id: second, network: elsewhere, to: 'cleo@example.com' }));
  expect(answers).toEqual([success, success]);
});

test('after the cooldown, and once its code was used, a request is a new one', async () => {
  await request({ id: first });
  service.clock.advance(limits.resendCooldownMs);
  expect(await request({ id: first })).toEqual(success);
  expect(mailsTo(email)).toBe(2);
  const body = { email, code: service.outbox.codeFor(email) };
  await service.call(emailRoutes.authenticate, { appId: open.id, network: home, body });
  expect(await request({ id: first })).toBe('too_many_requests');
});

test('a request whose mail never left is sent again', async () => {
  service.outbox.setDown(true);
  expect(await request({ id: first })).toBe('delivery_failed');
  service.outbox.setDown(false);
  expect(await request({ id: first })).toEqual(success);
  expect(mailsTo(email)).toBe(1);
});

test('the same request at the same time, at two processes, gives one mail and no refusal', async () => {
  const another = await service.startAnother();
  const answers = await Promise.all(
    [service, another, service, another].map((at) => request({ id: first, at })),
  );
  expect(answers).toEqual(Array(4).fill(success));
  expect(mailsTo(email)).toBe(1);
  await another.close();
});

test('[CAPT-19] a captcha that was passed for the first answer is not asked for again, nor does it pass for a new code', async () => {
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

test('a text to a new number counts once, however often its request comes', async () => {
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

test('an id stands in the database in no form that a dump could be searched by, and goes with its code', async () => {
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

test('an id that could be guessed is refused', async () => {
  expect(await request({ id: 'one' })).toBe('invalid_data');
  expect(await request({ id: `${first} with blanks` })).toBe('invalid_data');
});
