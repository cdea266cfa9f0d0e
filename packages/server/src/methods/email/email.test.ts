import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  emailRoutes,
  limits,
  sessionRoutes,
  tokenReplySchema,
  userFromWire,
  type WireUser,
} from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

const plainApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Plain app',
  email_auth: true,
  disable_plus_emails: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [plainApp] });
});
afterAll(() => service.close());

const send = (body: unknown, more: { appId?: string; network?: string } = {}) =>
  service.call(emailRoutes.sendCode, { body, ...more });
const authenticate = (body: unknown) => service.call(emailRoutes.authenticate, { body });

test('[OTP-10, SESS-03] init sends a code by email, and authenticate returns a session with its user', async () => {
  expect(emailRoutes.sendCode.path).toBe('/api/v1/passwordless/init');
  expect(emailRoutes.authenticate.path).toBe('/api/v1/passwordless/authenticate');
  const start = await send({ email: 'ada@example.com' });
  expect(start.status).toBe(200);
  expect(start.json).toEqual({ success: true });

  const code = service.outbox.codeFor('ada@example.com');
  const login = await authenticate({ email: 'ada@example.com', code, mode: 'login-or-sign-up' });
  expect(login.status).toBe(200);
  expect(v.is(tokenReplySchema(), login.json)).toBe(true);
  expect(login.json).toMatchObject({
    is_new_user: true,
    session_update_action: 'set',
    oauth_tokens: null,
    identity_token: null,
  });
  for (const token of [login.json.token, login.json.privy_access_token, login.json.refresh_token]) {
    expect(token).toMatch(/^\S{80,}$/);
  }
  const isReply = (change: object) => v.is(tokenReplySchema(), { ...login.json, ...change });
  for (const action of ['set', 'clear', 'ignore'])
    expect(isReply({ session_update_action: action }), action).toBe(true);
  for (const action of ['keep', '', null]) expect(isReply({ session_update_action: action })).toBe(false);
});

test('an email address or code in full-width characters or digits of another script is normalised', async () => {
  const { user } = await logIn(service, 'wide@example.com');
  service.clock.advance(limits.codeSendWindowMs);
  expect((await send({ email: '\u200bｗｉｄｅ＠ｅｘａｍｐｌｅ．ｃｏｍ\u3000' })).status).toBe(200);
  const code = service.outbox.codeFor('wide@example.com');
  const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');
  const login = await authenticate({ email: 'ＷＩＤＥ@example.com', code: `\u200e${arabic}` });
  expect(login.status).toBe(200);
  expect(login.json.user?.id).toEqual(user?.id);
  // The same address with a Cyrillic letter is another user's.
  await send({ email: 'wid\u0435@example.com' });
  const other = service.outbox.codeFor('wid\u0435@example.com');
  const stranger = await authenticate({ email: 'wid\u0435@example.com', code: other });
  expect(stranger.json.is_new_user).toBe(true);
  expect(stranger.json.user?.id === user?.id).toBe(false);
  for (const email of ['wi\u3000de@example.com', 'wide@ex\u0430mple.com'])
    expect((await send({ email })).json.code, email).toBe('invalid_data');
});

test('[OTP-12] a user who logs in by email has an account of type email, which sets user.email.address', async () => {
  const { user } = await logIn(service, 'grace@example.com');
  expect(user?.linked_accounts).toMatchObject([{ type: 'email', address: 'grace@example.com' }]);
  expect(userFromWire(user as WireUser).email).toEqual({ address: 'grace@example.com' });
});

test('[SDK-01] each login by email sets the time of the account’s latest verification, in the reply and in later reads of the user', async () => {
  const first = await logIn(service, 'hedy@example.com');
  service.clock.advance(limits.codeSendWindowMs);
  const second = await logIn(service, 'hedy@example.com');
  const [before, after] = [first, second].map(({ user }) => user?.linked_accounts[0]);
  expect(first.is_new_user).toBe(true);
  expect(second.is_new_user).toBe(false);
  expect(second.user?.id).toEqual(first.user?.id);
  const nowS = Math.floor(service.clock.now() / 1000);
  expect(after).toEqual({ ...before, latest_verified_at: nowS });
  expect(before?.latest_verified_at).toBeLessThan(nowS);
  const body = { refresh_token: second.refresh_token };
  expect((await service.call(sessionRoutes.refresh, { body })).json.user).toEqual(second.user);
});

test('an email address is the same in upper and lower case and with spaces around it; a plus address is another user', async () => {
  const first = await logIn(service, 'Linus@Example.com');
  const again = await logIn(service, 'linus@example.com');
  expect(again.user?.id).toBe(first.user?.id);
  expect(first.user?.linked_accounts).toMatchObject([{ address: 'linus@example.com' }]);
  const plus = await logIn(service, 'linus+news@example.com');
  expect(plus.user?.id).not.toBe(first.user?.id);
  await send({ email: '  margaret@example.com ' });
  expect(service.outbox.messages.at(-1)?.to).toBe('margaret@example.com');
});

test('a plus address is refused if the app disallows it, before anything is sent', async () => {
  const sent = service.outbox.messages.length;
  const refused = await send({ email: 'linus+news@example.com' }, { appId: plainApp.id });
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('disallowed_plus_email');
  expect(service.outbox.messages).toHaveLength(sent);
  expect((await send({ email: 'linus@plus+.example.com' }, { appId: plainApp.id })).status).toBe(400);
  expect((await send({ email: 'linus@example.com' }, { appId: plainApp.id })).status).toBe(200);
});

test('a malformed email address or code is refused as invalid_data', async () => {
  for (const email of [
    '',
    'nobody',
    'a@b',
    'a b@example.com',
    'a@example.com\nbcc: b@example.com',
    7,
    null,
  ]) {
    const refused = await send({ email });
    expect(refused.status).toBe(400);
    expect(refused.json.code).toBe('invalid_data');
  }
  for (const code of ['', '12345', '1234567', 'abcdef', 123456]) {
    expect((await authenticate({ email: 'ada@example.com', code })).json.code).toBe('invalid_data');
  }
});

test('a failed delivery of a mail is reported, voids the code, and uses up neither the cooldown nor a send', async () => {
  const email = 'unlucky@example.com';
  service.clock.advance(1);
  service.outbox.setDown(true);
  for (let tries = 0; tries < 8; tries += 1) {
    const failed = await send({ email });
    expect(failed.status).toBe(422);
    expect(failed.json.code).toBe('delivery_failed');
  }
  service.outbox.setDown(false);
  const codes = service.database.statement('test_codes_at', 'select 1 from codes where created_at_ms = $1');
  expect(await codes([service.clock.now()])).toHaveLength(0);
  expect((await send({ email })).status).toBe(200);
});

test('[S30] an unknown email address gets the same answer and the same mail as a known one', async () => {
  await logIn(service, 'known@example.com', { network: '192.0.2.1' });
  service.clock.advance(60 * 60_000);
  const answers = [];
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const first = await send({ email }, { network: '203.0.113.50' });
    const letter = service.outbox.messages.at(-1);
    const second = await send({ email }, { network: '203.0.113.50' });
    const headers = Object.fromEntries([...first.headers].filter(([name]) => name !== 'x-request-id'));
    answers.push({
      first: [first.status, first.json],
      second: [second.status, second.json],
      headers,
      letter: letter && { subject: letter.subject, text: letter.text.replace(/\d{6}/, '') },
    });
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('[S30] a wrong code gets the same answer with an account, without an account, and if no code was requested', async () => {
  await logIn(service, 'has-one@example.com', { network: '192.0.2.2' });
  service.clock.advance(60 * 60_000);
  const answers = [];
  for (const [email, isAsked] of [
    ['has-one@example.com', true],
    ['has-none@example.com', true],
    ['asked-never@example.com', false],
  ] as const) {
    if (isAsked) await send({ email }, { network: '203.0.113.51' });
    const wrong = isAsked && service.outbox.codeFor(email) === '000000' ? '000001' : '000000';
    for (const mode of ['login-or-sign-up', 'no-signup']) {
      const { status, json, headers } = await authenticate({ email, code: wrong, mode });
      const names = [...headers].filter(([name]) => name !== 'x-request-id');
      answers.push(JSON.stringify([status, json, names]));
    }
  }
  expect(new Set(answers).size).toBe(1);
  expect(JSON.parse(answers[0] ?? '')[1]).toMatchObject({ code: 'invalid_credentials' });
});
