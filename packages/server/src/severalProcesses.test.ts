import {
  createCustodyClient,
  createTestService,
  createWalletOwner,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { adminRoutes, custodyRoutes, emailRoutes, limits, rateLimits, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from './audit/index.ts';

// Two services on one database, like two processes: neither has what the other holds in memory. A request may reach
// either one.

let first: TestService;
let second: TestService;
let people = 0;

beforeAll(async () => {
  first = await createTestService();
  second = await first.startAnother();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const home = '203.0.113.7';
function newAddress(): string {
  people += 1;
  return `person-${people}@example.com`;
}
const send = (to: TestService, email: string) =>
  to.call(emailRoutes.sendCode, { network: home, body: { email } });
const logInWith = (to: TestService, email: string, code: string) =>
  to.call(emailRoutes.authenticate, { network: home, body: { email, code } });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('[OTP-05] two processes share the cooldown of a code, even for simultaneous sends', async () => {
  const email = newAddress();
  expect((await send(first, email)).status).toBe(200);
  expect((await send(second, email)).status).toBe(429);
  const other = newAddress();
  const statuses = (await Promise.all([send(first, other), send(second, other)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429]);
});

test('[S28] two processes share the count of tries of a code, and a code works once in total', async () => {
  const email = newAddress();
  await send(first, email);
  const code = first.outbox.codeFor(email);
  for (let tries = 0; tries < limits.codeTriesPerNetwork; tries += 1)
    await logInWith(tries % 2 ? first : second, email, wrong(code));
  expect((await logInWith(first, email, code)).status).toBe(422);
  expect((await logInWith(second, email, code)).status).toBe(422);

  const other = newAddress();
  await send(second, other);
  const good = first.outbox.codeFor(other);
  const answers = await Promise.all([first, second, first, second].map((to) => logInWith(to, other, good)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a user who first logged in at one process is the same user at the other', async () => {
  const email = newAddress();
  await send(first, email);
  const code = first.outbox.codeFor(email);
  const one = await logInWith(second, email, code);
  first.clock.advance(limits.resendCooldownMs);
  await send(second, email);
  const two = await logInWith(first, email, first.outbox.codeFor(email));
  expect(one.json.is_new_user).toBe(true);
  expect(two.json.is_new_user).toBe(false);
  expect(two.json.user?.id).toBe(one.json.user?.id);
});

test('[S22] twenty simultaneous refreshes of one token at two processes return the same new token, which works', async () => {
  const { refresh_token: token } = await logIn(first, newAddress());
  const refresh = (to: TestService, refreshToken: string | null) =>
    to.call(sessionRoutes.refresh, { body: { refresh_token: refreshToken } });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refresh(index % 2 ? first : second, token)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const successors = new Set(replies.map(({ json }) => json.refresh_token));
  expect(successors.size).toBe(1);
  const [successor = null] = successors;
  expect((await refresh(second, successor)).status).toBe(200);
});

test('[S23] a log-out at one process ends the session at the other within a second', async () => {
  const owner = await createWalletOwner(first, newAddress());
  const elsewhere = await createCustodyClient(second, { token: owner.user.privyAccessToken });
  expect((await elsewhere.call(custodyRoutes.verifyToken, {})).status).toBe(200);
  await first.call(sessionRoutes.logout, { body: { refresh_token: owner.user.refreshToken } });
  first.clock.advance(1_000);
  expect((await elsewhere.call(custodyRoutes.verifyToken, {})).status).toBe(401);
});

test('a proof of possession that one process has accepted is refused by the other', async () => {
  const owner = await createWalletOwner(first, newAddress());
  expect((await owner.client.call(custodyRoutes.verifyToken, {})).status).toBe(200);
  const replay = await createCustodyClient(second, { token: owner.user.privyAccessToken });
  const refused = await replay.call(custodyRoutes.verifyToken, {}, { proof: owner.client.lastProof() });
  expect(refused).toMatchObject({ status: 401, json: { code: 'invalid_dpop_proof' } });
});

test('[S12] two processes share the count of releases of recovery material', async () => {
  const owner = await createWalletOwner(first, newAddress());
  const recoverAt = async (at: TestService) =>
    (await owner.client.call(custodyRoutes.recover, owner.wallet.ref, { at })).status;
  const { calls } = rateLimits['frame.recover'].session;
  for (let release = 0; release < calls; release += 1) {
    expect(await recoverAt(release % 2 ? first : second)).toBe(200);
  }
  expect(await recoverAt(first)).toBe(429);
  expect(await recoverAt(second)).toBe(429);
});

test('a change of an app takes effect at the other process within 10 s', async () => {
  const bearer = first.config.adminKey;
  const app = { id: 'latchkey-test-app-0000077', name: 'Changing app', email_auth: true };
  const origin = 'http://localhost:3000';
  const created = await first.call(adminRoutes.createApp, {
    bearer,
    body: { ...app, allowed_origins: [origin] },
  });
  expect(created.status).toBe(200);
  first.clock.advance(10_000);
  const start = (to: TestService) =>
    to.call(emailRoutes.sendCode, { appId: app.id, origin, body: { email: newAddress() } });
  expect((await start(second)).status).toBe(200);
  await first.call(adminRoutes.updateApp, { bearer, params: { id: app.id }, body: { email_auth: false } });
  expect((await start(first)).json.code).toBe('disallowed_login_method');
  first.clock.advance(10_000);
  expect((await start(second)).json.code).toBe('disallowed_login_method');
});

test('two processes that seal at once give every event its place, in one valid chain', async () => {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([logIn(first, newAddress()), first.service.seal(), second.service.seal()]);
  }
  await Promise.all([first.service.seal(), second.service.seal()]);
  await second.service.seal();
  const { problems, ends } = await verifyAudit(first.database);
  expect(problems).toEqual([]);
  const end = ends.find(({ appId }) => appId === first.app.id);
  expect(end?.events).toBe(end?.sequence);
  const unsealed = first.database.statement(
    'test_unsealed',
    'select 1 from audit_events where sequence is null',
  );
  expect(await unsealed([])).toEqual([]);
});

test('two processes can sweep at once without an error', async () => {
  first.clock.advance(limits.sessionLifeMs + limits.codeLifeMs);
  await Promise.all([first.service.sweep(), second.service.sweep(), first.service.sweep()]);
});
