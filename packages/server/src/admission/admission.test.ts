import { createTestService, type TestService } from '@latchkey/testkit';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApps } from '../apps/index.ts';
import { createAudit } from '../audit/index.ts';
import { createUsers } from '../users/index.ts';
import { createAdmission } from './index.ts';

const closedApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Closed app',
  email_auth: false,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [closedApp] });
});
afterAll(() => service.close());

async function codeFor(email: string, network: string): Promise<string> {
  const { status } = await service.call(emailRoutes.sendCode, { network, body: { email } });
  expect(status).toBe(200);
  return service.outbox.codeFor(email);
}

const countUsers = async () => {
  const count = service.database.statement<{ n: number }>(
    'test_users',
    'select count(*)::integer as n from users',
  );
  return (await count([]))[0]?.n;
};

test('an app without the method refuses it before anything is sent, and at the door', async () => {
  const sent = service.outbox.messages.length;
  const start = await service.call(emailRoutes.sendCode, {
    appId: closedApp.id,
    body: { email: 'ada@example.com' },
  });
  const finish = await service.call(emailRoutes.authenticate, {
    appId: closedApp.id,
    body: { email: 'ada@example.com', code: '123456' },
  });
  for (const { status, json } of [start, finish]) {
    expect(status).toBe(403);
    expect(json.code).toBe('disallowed_login_method');
  }
  expect(service.outbox.messages).toHaveLength(sent);
});

test('without sign-up, a newcomer is turned away and leaves no user; after a sign-up the same mode lets them in', async () => {
  const email = 'newcomer@example.com';
  const users = await countUsers();
  const tryIn = async (mode: 'no-signup' | 'login-or-sign-up' | null, network: string) => {
    const code = await codeFor(email, network);
    return service.call(emailRoutes.authenticate, { network, body: { email, code, mode } });
  };
  const refused = await tryIn('no-signup', '203.0.113.1');
  expect(refused.status).toBe(404);
  expect(refused.json.code).toBe('user_does_not_exist');
  expect(await countUsers()).toBe(users);

  const signedUp = await tryIn(null, '203.0.113.2');
  expect(signedUp.json.is_new_user).toBe(true);
  const back = await tryIn('no-signup', '203.0.113.3');
  expect(back.json.is_new_user).toBe(false);
  expect(back.json.user?.id).toBe(signedUp.json.user?.id);
});

test('two first logins at once make one user', async () => {
  const email = 'twins@example.com';
  const users = (await countUsers()) ?? 0;
  const networks = ['203.0.113.4', '203.0.113.5'];
  const codes: string[] = [];
  for (const network of networks) codes.push(await codeFor(email, network));
  const logins = await Promise.all(
    codes.map((code, at) =>
      service.call(emailRoutes.authenticate, { network: networks[at] ?? '', body: { email, code } }),
    ),
  );
  expect(logins.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(logins.map(({ json }) => json.user?.id))).toHaveLength(1);
  expect(logins.filter(({ json }) => json.is_new_user)).toHaveLength(1);
  expect(await countUsers()).toBe(users + 1);
});

test('ten proofs at the door at once: all are admitted as the one user that the first made', async () => {
  const { world } = service;
  const apps = createApps(world, { audit: createAudit(world), verificationKey: async () => '' });
  const app = (await apps.find(service.app.id)) ?? expect.fail('no test app');
  const admission = createAdmission(world, { users: createUsers(world, { audit: createAudit(world) }) });

  const address = 'crowd@example.com';
  const proof = {
    method: 'email',
    account: { type: 'email', subject: address, details: { address } },
  } as const;
  const arrivals = Array.from({ length: 10 }, () =>
    admission.admit(app, proof, { mode: 'login-or-sign-up' }),
  );
  const admitted = await Promise.all(arrivals);
  expect(new Set(admitted.map(({ userId }) => userId))).toHaveLength(1);
  expect(admitted.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
});
