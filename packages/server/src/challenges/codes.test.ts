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

function newAddress(): string {
  people += 1;
  return `person-${people}@example.com`;
}

const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `100.64.${index >> 8}.${index & 255}`);

const send = (email: string, network = home) =>
  service.call(emailRoutes.sendCode, { network, body: { email } });

const logInWith = (email: string, code: string, network = home) =>
  service.call(emailRoutes.authenticate, { network, body: { email, code } });

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('[CODE-09, S28] a code has six digits, and its row contains neither the code nor its address or network in clear text', async () => {
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

test('[OTP-05, S29] a network may request another code after 30 s and not earlier; another network may at once', async () => {
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

test('[OTP-05] three simultaneous requests for a code from one network send one mail', async () => {
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

test('[OTP-14] a wrong code starts no session, and leaves the account, its events and its known networks unchanged', async () => {
  const email = newAddress();
  const { user } = await logIn(service, email);
  const traces = async () =>
    service.database.statement<{ traces: unknown }>(
      'test_traces',
      `select json_build_object(
         'sessions', (select count(*) from sessions s where s.app_id = u.app_id and s.user_id = u.user_id),
         'events', (select count(*) from audit_events e where e.app_id = u.app_id and e.user_id = u.user_id),
         'accounts', (select json_agg(a.latest_verified_at_ms) from linked_accounts a where a.app_id = u.app_id and a.user_id = u.user_id),
         'networks', (select count(*) from code_networks n where n.app_id = u.app_id)
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

test('[OTP-14, S28] a code is valid for ten minutes', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  service.clock.advance(10 * 60_000);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');

  await send(email);
  service.clock.advance(10 * 60_000 - 1);
  expect((await logInWith(email, service.outbox.codeFor(email))).status).toBe(200);
});

test('[OTP-14, S28] a code works once, even if it is submitted five times at once', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => logInWith(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[OTP-14, S29] a newer code voids the older code that the same network requested', async () => {
  const email = newAddress();
  await send(email);
  const older = service.outbox.codeFor(email);
  service.clock.advance(30_000);
  await send(email);
  const newer = service.outbox.codeFor(email);
  if (older !== newer) expect((await logInWith(email, older)).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, newer)).status).toBe(200);
});

test('a code stays valid after another network requests one, and works on that network', async () => {
  const email = newAddress();
  await send(email, home);
  const first = service.outbox.codeFor(email);
  await send(email, office);
  expect((await logInWith(email, first, office)).status).toBe(200);
});

test('[OTP-14] after five wrong codes from one network, the right code is refused there', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  for (let tries = 0; tries < 5; tries += 1) await logInWith(email, wrong(code));
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[S28] each of several simultaneous wrong codes counts as a try', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const guesses = Array.from({ length: 5 }, () => logInWith(email, wrong(code)));
  await Promise.all(guesses);
  expect((await logInWith(email, code)).json.code).toBe('invalid_credentials');
});

test('[S28] the owner logs in at the first try after a thousand wrong codes from other networks', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const networks = strangers(250);
  for (const network of networks) {
    await Promise.all([1, 2, 3, 4].map(() => logInWith(email, wrong(code), network)));
  }
  // All other networks share fifteen comparisons, which are used up. The right code no longer works from these
  // networks.
  expect((await logInWith(email, code, '192.0.2.200')).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, code)).status).toBe(200);
});

test('[S28] a code allows fifteen tries from other networks, and keeps five for the network that requested it', async () => {
  const email = newAddress();
  await send(email);
  const code = service.outbox.codeFor(email);
  const others = strangers(15);
  for (const network of others.slice(1)) await logInWith(email, wrong(code), network);
  for (let tries = 0; tries < 4; tries += 1) await logInWith(email, wrong(code));
  // One try is left for the other networks, and one for the requesting network.
  await logInWith(email, wrong(code), others[0]);
  expect((await logInWith(email, code, '192.0.2.201')).json.code).toBe('invalid_credentials');
  expect((await logInWith(email, code)).status).toBe(200);
});

test('[S28] after twenty networks have used up the sends, the owner logs in with a code on a network of earlier logins', async () => {
  const email = newAddress();
  await logIn(service, email, { network: home });
  service.clock.advance(limits.codeSendWindowMs);
  const attempts = [];
  for (const network of strangers(20)) attempts.push(await send(email, network));
  expect(attempts.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(attempts.at(-1)?.json.code).toBe('too_many_requests');

  expect((await send(email, home)).status).toBe(200);
  const code = service.outbox.codeFor(email);
  for (const network of strangers(20)) await send(email, network);
  expect((await logInWith(email, code, home)).status).toBe(200);
});

test('[S28] a code works only at its app and for its address', async () => {
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

test('sweeping deletes codes whose life and send window are over, and keeps the others', async () => {
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
