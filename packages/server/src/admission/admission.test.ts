import { createService } from '@latchkey/server';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toProof } from './index.ts';
import { openAdmission, stranger } from './openAdmission.testkit.ts';

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

test('[ROLE-04] an app refuses a login method that is off, before a code is sent and at the login', async () => {
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

test('a login in mode no-signup refuses a new user and creates none; after a sign-up the same mode logs them in', async () => {
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

test('two simultaneous first logins with one email address create one user', async () => {
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

test('[LINK-04] a user can link five passkeys and no sixth', async () => {
  const { admission, app } = await openAdmission(service);
  const { user } = await logIn(service, 'keys@example.com');
  const userId = user?.id ?? '';
  const by = { actor: { type: 'user', id: userId }, session: null, page: null } as const;
  // The limit depends on the type of the account and not on the method.
  const link = (subject: string) =>
    admission.link(
      app,
      toProof({ method: 'email', account: { type: 'passkey', subject, details: {} }, provedAtMs: 0 }),
      { userId, by },
    );
  for (let key = 1; key <= 5; key += 1) await link(`key-${key}`);
  await expect(link('key-6')).rejects.toMatchObject({ code: 'cannot_link_more_of_type' });
  const account = { type: 'passkey', subject: 'key-6' } as const;
  await expect(admission.checkLink(app, { method: 'email', account }, userId)).rejects.toMatchObject({
    code: 'cannot_link_more_of_type',
  });
});

test('ten simultaneous logins with one proof are all admitted as the same new user', async () => {
  const { admission, app } = await openAdmission(service);
  const address = 'crowd@example.com';
  const proof = toProof({
    method: 'email',
    account: { type: 'email', subject: address, details: { address } },
    provedAtMs: service.clock.now(),
  });
  const arrivals = Array.from({ length: 10 }, () =>
    admission.logIn(app, proof, { mode: 'login-or-sign-up', caller: stranger }),
  );
  const admitted = await Promise.all(arrivals);
  expect(new Set(admitted.map(({ user }) => user?.id))).toHaveLength(1);
  expect(admitted.filter((reply) => reply.is_new_user)).toHaveLength(1);
});

describe('[ROLE-06] an app with a user limit', () => {
  const limited = { ...closedApp, id: 'latchkey-test-app-0000003', email_auth: true, max_users: 3 };
  const people = Array.from({ length: 12 }, (_, at) => `person-${at}@example.com`);
  let limitedService: TestService;
  beforeEach(async () => {
    limitedService = await createTestService({ apps: [limited] });
  });
  afterEach(() => limitedService.close());

  async function codesOf(emails: readonly string[]): Promise<Map<string, string>> {
    const codes = new Map<string, string>();
    for (const email of emails) {
      await limitedService.call(emailRoutes.sendCode, { appId: limited.id, body: { email } });
      codes.set(email, limitedService.outbox.codeFor(email));
    }
    return codes;
  }
  function bodyOf(email: string, code: string | undefined): Request {
    return new Request(`http://localhost:4000${emailRoutes.authenticate.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'privy-app-id': limited.id },
      body: JSON.stringify({ email, code }),
    });
  }
  const countRows = async (table: string) => {
    const count = limitedService.database.statement<{ n: number }>(
      `test_${table}`,
      `select count(*)::integer as n from ${table} where app_id = $1`,
    );
    return (await count([limited.id]))[0]?.n;
  };

  test('an app with a limit of three users admits three of twelve who log in at once at two processes', async () => {
    const { clock, config, database } = limitedService;
    const mailer = { send: async () => {}, close: async () => {} };
    const second = await createService({ config, database, mailer, clock, apps: [limited] });
    const entrances = [limitedService.service, second];
    const codes = await codesOf(people);
    const answers = await Promise.all(
      people.map(async (email, at) => {
        const entrance = entrances[at % entrances.length] ?? second;
        const answer = await entrance.fetch(bodyOf(email, codes.get(email)), { remoteAddress: '127.0.0.1' });
        return { status: answer.status, json: (await answer.json()) as { code?: string } };
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.code}`))).toEqual(
      new Set(['403 max_accounts_reached']),
    );
    expect(await countRows('users')).toBe(3);
    expect(await countRows('linked_accounts')).toBe(3);
    await second.close();
  });

  test('an app at its user limit still admits its users, and admits a new user once its count is lower', async () => {
    const first = people.slice(0, 3);
    for (const email of first) await logIn(limitedService, email, { appId: limited.id });
    const again = await logIn(limitedService, first[0] ?? '', { appId: limited.id });
    expect(again.is_new_user).toBe(false);
    await expect(logIn(limitedService, 'late@example.com', { appId: limited.id })).rejects.toThrow(
      '403 max_accounts_reached',
    );
    const leave = limitedService.database.statement(
      'test_leave',
      'update user_counts set users = users - 1 where app_id = $1 and slot = 0',
    );
    await leave([limited.id]);
    const late = await logIn(limitedService, 'late@example.com', { appId: limited.id });
    expect(late.is_new_user).toBe(true);
  });

  test('two simultaneous first logins of one user count once towards the app’s user limit', async () => {
    const email = 'twin@example.com';
    const codes: string[] = [];
    for (const network of ['203.0.113.1', '203.0.113.2']) {
      await limitedService.call(emailRoutes.sendCode, { appId: limited.id, network, body: { email } });
      codes.push(limitedService.outbox.codeFor(email));
    }
    const logins = await Promise.all(
      codes.map((code, at) =>
        limitedService.service.fetch(bodyOf(email, code), { remoteAddress: `203.0.113.${at + 1}` }),
      ),
    );
    expect(logins.map(({ status }) => status)).toEqual([200, 200]);
    for (const more of people.slice(0, 2)) await logIn(limitedService, more, { appId: limited.id });
    await expect(logIn(limitedService, people[2] ?? '', { appId: limited.id })).rejects.toThrow('max_acc');
  });

  test('the user limit uses stored counts, which are also kept for apps without a limit', async () => {
    const { database } = limitedService;
    const put = database.statement('test_put', 'insert into user_counts values ($1, 7, 999999)');
    await put([limited.id]);
    await expect(logIn(limitedService, people[0] ?? '', { appId: limited.id })).rejects.toThrow('max_acc');

    const unlimited = limitedService.app.id;
    for (const email of people) await logIn(limitedService, email, { appId: unlimited });
    const total = database.statement<{ n: number }>(
      'test_total',
      'select sum(users)::integer as n from user_counts where app_id = $1',
    );
    expect((await total([unlimited]))[0]?.n).toBe(people.length);
  });
});
