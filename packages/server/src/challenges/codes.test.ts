import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes, limits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [otherApp] });
});
afterAll(() => service.close());

const home = '203.0.113.7';
const office = '198.51.100.20';
let people = 0;

/** An address that no other test has used. */
function newAddress(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** Addresses of as many different networks. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `100.64.${index >> 8}.${index & 255}`);

const send = (email: string, network = home) =>
  service.call(emailRoutes.sendCode, { network, body: { email } });

const logInWith = (email: string, code: string, network = home) =>
  service.call(emailRoutes.authenticate, { network, body: { email, code } });

/** A code that is not the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('[CODE-09, S28] a code is six digits, and stands in the database neither in clear nor beside an address', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  expect(code).toMatch(/^[0-9]{6}$/);
  const rows = await service.database.statement<Record<string, unknown>>(
    'test_codes',
    'select * from codes',
  )([]);
  const dump = JSON.stringify(rows);
  expect(rows.length).toBeGreaterThan(0);
  for (const secret of [code, email, home]) expect(dump).not.toContain(secret);
});

test('[OTP-05, S29] the same network may send again after 30 s, not before; another network at once', async () => {
  const email = newAddress();
  expect((await send(email)).status).toBe(200);
  service.clock.advance(29_000);
  const refused = await send(email);
  expect(refused.status).toBe(429);
  expect(refused.json.code).toBe('too_many_requests');
  expect(refused.json.data).toEqual({ retry_after_s: 1 });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await send(email, office)).status).toBe(200);
  service.clock.advance(1_000);
  expect((await send(email)).status).toBe(200);
});

test('[OTP-05] two sends at the same time give one mail', async () => {
  const email = newAddress();
  const statuses = (await Promise.all([send(email), send(email), send(email)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429, 429]);
  expect(service.outbox.messages.filter(({ to }) => to === email)).toHaveLength(1);
});

test('[OTP-14] a wrong code is refused, and no session starts', async () => {
  const email = newAddress();
  await send(email);
  const refused = await logInWith(email, wrong(service.outbox.codeFor(email)));
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('invalid_credentials');
  expect(refused.json).not.toHaveProperty('token');
});

test('[OTP-14] a wrong code of a person who has an account leaves no trace but its try', async () => {
  const email = newAddress();
  const { user } = await logIn(service, email);
  const traces = async () =>
    service.database.statement<{ traces: unknown }>(
      'test_traces',
      `select json_build_object(
         'sessions', (select count(*) from sessions s where s.user_id = u.user_id),
         'events', (select count(*) from audit_events e where e.user_id = u.user_id),
         'accounts', (select json_agg(a.latest_verified_at_ms) from linked_accounts a where a.user_id = u.user_id),
         'networks', (select count(*) from code_networks)
       ) as traces from users u where u.user_id = $1`,
    )([user?.id]);
  service.clock.advance(60_000);
  await send(email);
  const before = await traces();
  const code = service.outbox.codeFor(email);
  expect((await logInWith(email, wrong(code))).json.code).toBe('invalid_credentials');
  expect(await traces()).toEqual(before);
  expect((await logInWith(email, code)).status).toBe(200);
  expect(await traces()).not.toEqual(before);
});

test('[OTP-14, S28] a code is good for ten minutes and no longer', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  service.clock.advance(10 * 60_000);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');

  await send(email);
  service.clock.advance(10 * 60_000 - 1);
  expect((await logInWith(email, service.outbox.codeFor(email))).status).toBe(200);
});

test('[OTP-14, S28] a code works once, also when it is given five times at once', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => logInWith(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[OTP-14, S29] a newer code voids the older one of the same network', async () => {
  const email = newAddress();
  await send(email);
  const older = service.outbox.codeFor(email);
  service.clock.advance(30_000);
  await send(email);
  const newer = service.outbox.codeFor(email);
  if (older !== newer) expect((await logInWith(email, older)).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, newer)).status).toBe(200);
});

test('a code that another network asked for lives on, and may be typed anywhere', async () => {
  const email = newAddress();
  await send(email, home);
  const first = service.outbox.codeFor(email);
  await send(email, office);
  expect((await logInWith(email, first, office)).status).toBe(200);
});

test('[OTP-14] after five wrong tries the right code is refused too', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  for (let tries = 0; tries < 5; tries += 1) await logInWith(email, wrong(code));
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[S28] tries at the same time are counted one by one', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const guesses = Array.from({ length: 5 }, () => logInWith(email, wrong(code)));
  await Promise.all(guesses);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[S28] a thousand wrong codes from other networks, then the owner logs in at the first try', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const networks = strangers(250);
  for (const network of networks) {
    await Promise.all([1, 2, 3, 4].map(() => logInWith(email, wrong(code), network)));
  }
  // The guesses that were compared: fifteen, which all other networks share. So the right one opens nothing any more.
  expect((await logInWith(email, code, '192.0.2.200')).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, code)).status).toBe(200);
});

test('[S28] twenty tries of a code in all, however many networks take part', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const others = strangers(15);
  for (const network of others.slice(1)) await logInWith(email, wrong(code), network);
  for (let tries = 0; tries < 4; tries += 1) await logInWith(email, wrong(code));
  // One try is left to the others, one to the asking network.
  await logInWith(email, wrong(code), others[0]);
  expect((await logInWith(email, code, '192.0.2.201')).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, code)).status).toBe(200);
});

test('[S28] strangers who spend all sends cannot keep the owner from a code at a network of earlier logins', async () => {
  const email = newAddress();
  await logIn(service, email, { network: home });
  service.clock.advance(limits.codeSendWindowMs);
  const attempts = [];
  for (const network of strangers(20)) attempts.push(await send(email, network));
  expect(attempts.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(attempts.at(-1)?.json.code).toBe('too_many_requests');

  expect((await send(email, home)).status).toBe(200);
  const code = service.outbox.codeFor(email);
  // Nor can they void it by asking on.
  for (const network of strangers(20)) await send(email, network);
  expect((await logInWith(email, code, home)).status).toBe(200);
});

test('[S28] a code belongs to its app and its address', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const elsewhere = await service.call(emailRoutes.authenticate, {
    appId: otherApp.id,
    network: home,
    body: { email, code },
  });
  expect(elsewhere.json.code).toBe('invalid_credentials');
  expect((await logInWith(newAddress(), code)).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, code)).status).toBe(200);
});

test('sweeping deletes codes whose life and window are over, and keeps the others', async () => {
  const count = service.database.statement<{ n: number }>(
    'test_count',
    'select count(*)::integer as n from codes',
  );
  service.clock.advance(limits.codeLifeMs + limits.codeSendWindowMs);
  const email = newAddress();
  await send(email);
  await service.service.sweep();
  expect(await count([])).toEqual([{ n: 1 }]);
  expect((await logInWith(email, service.outbox.codeFor(email))).status).toBe(200);
});
