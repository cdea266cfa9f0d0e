import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCommandLine, type Ran } from '../openCommandLine.testkit.ts';

const url = 'https://auth.example.com';
const user = {
  id: 'did:privy:ada',
  created_at: 1_700_000_000,
  linked_accounts: [{ type: 'email', address: 'ada@example.com' }],
};
const made = {
  id: 'tok-1',
  name: 'Ada',
  role: 'support',
  created_at: 1_700_000_000,
  expires_at: 1_800_000_000,
};

/** Opens a command line whose service gives one answer to every call. Returns the calls too, one line each. */
function open(answer: unknown, given: Parameters<typeof openCommandLine>[0] = {}) {
  const calls: string[] = [];
  const fetch = async (input: string | URL, init: RequestInit = {}) => {
    const { authorization } = init.headers as Record<string, string>;
    const { pathname, search } = new URL(input);
    calls.push(`${init.method} ${pathname}${search} ${authorization} ${init.body ?? ''}`.trim());
    return Response.json(answer);
  };
  const env = { LATCHKEY_URL: url, LATCHKEY_TOKEN: 'lko_env' };
  return { calls, ...openCommandLine({ env, fetch, ...given }) };
}

test.each([
  [
    ['users', 'find', 'app-1', '--email', 'ada@example.com'],
    'POST /api/v1/admin/apps/app-1/users/search Bearer lko_env {"emails":["ada@example.com"]}',
  ],
  [
    ['users', 'get', 'app-1', 'did:privy:ada'],
    'GET /api/v1/admin/apps/app-1/users/did%3Aprivy%3Aada Bearer lko_env',
  ],
  [['users', 'export', 'app-1', 'ada'], 'GET /api/v1/admin/apps/app-1/users/ada/export Bearer lko_env'],
  [
    ['users', 'delete', 'app-1', 'ada', '--yes', '--immediately'],
    'DELETE /api/v1/admin/apps/app-1/users/ada?immediately=true Bearer lko_env {}',
  ],
  [
    ['users', 'reset-factors', 'app-1', 'ada', '--yes'],
    'DELETE /api/v1/admin/apps/app-1/users/ada/mfa Bearer lko_env {}',
  ],
  [
    ['users', 'end-sessions', 'app-1', 'ada'],
    'POST /api/v1/admin/apps/app-1/users/ada/end-sessions Bearer lko_env {}',
  ],
  [
    ['allowlist', 'add', 'app-1', 'domain', 'example.com'],
    'POST /api/v1/admin/apps/app-1/allowlist Bearer lko_env {"type":"domain","value":"example.com"}',
  ],
  [
    ['allowlist', 'remove', 'app-1', 'email', 'a@b.example'],
    'DELETE /api/v1/admin/apps/app-1/allowlist Bearer lko_env {"type":"email","value":"a@b.example"}',
  ],
  [
    ['tokens', 'create', 'Ada', '--role', 'viewer', '--days', '7'],
    'POST /api/v1/admin/tokens Bearer lko_env {"name":"Ada","role":"viewer","expires_in_s":604800}',
  ],
  [['tokens', 'revoke', 'tok-1'], 'DELETE /api/v1/admin/tokens/tok-1 Bearer lko_env {}'],
])("%j calls the operator's API once", async (args, call) => {
  const { calls, run } = open({
    ...user,
    ...made,
    token: 'lko_new',
    data: [],
    next_cursor: null,
    type: 'email',
    value: '',
    acceptedAt: null,
  });
  expect(await run(...args)).toMatchObject({ code: 0, noted: '' });
  expect(calls).toEqual([call]);
});

test('users find prints no address of a user, and --json prints the whole answer', async () => {
  const page = { data: [user], next_cursor: 'next' };
  const { run } = open(page);
  const { told } = await run('users', 'find', 'app-1');
  expect(told).toBe('did:privy:ada  since 2023-11-14T22:13:20.000Z  email\nMore: --cursor next\n');
  expect((await run('users', 'find', 'app-1', '--json')).json()).toEqual(page);
});

test('users delete and reset-factors ask for the id of the user, and do nothing without it', async () => {
  for (const action of ['delete', 'reset-factors']) {
    const { calls, run } = open({});
    expect(await run('users', action, 'app-1', 'ada')).toMatchObject({ code: 2 });
    const typing = (typed: string) => ({ prompt: { text: async () => typed, secret: async () => '' } });
    const wrong = open({}, typing('bob'));
    expect(await wrong.run('users', action, 'app-1', 'ada')).toMatchObject({ code: 2 });
    expect([...calls, ...wrong.calls]).toEqual([]);
    const right = open({}, typing('ada'));
    expect(await right.run('users', action, 'app-1', 'ada')).toMatchObject({ code: 0 });
    expect(right.calls).toHaveLength(1);
  }
});

test('users export writes a file that only its owner can read, and overwrites none', async () => {
  const { cwd, run } = open({ user });
  expect(await run('users', 'export', 'app-1', 'ada', '--out', 'ada.json')).toMatchObject({ code: 0 });
  expect(statSync(join(cwd, 'ada.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(cwd, 'ada.json'), 'utf8'))).toEqual({ user });
  expect(await run('users', 'export', 'app-1', 'ada', '--out', 'ada.json')).toMatchObject({ code: 2 });
});

test('login with the admin key makes a token and stores only that, login with a token stores it, and logout revokes and removes it', async () => {
  const env = { LATCHKEY_ADMIN_KEY: 'canary-admin-key' };
  const { calls, configFolder, run } = open({ ...made, token: 'lko_new' }, { env });
  const file = join(configFolder, 'credentials.json');
  const result = await run('login', '--url', url, '--role', 'support', '--name', 'Ada', '--days', '1');
  expect(result).toMatchObject({ code: 0, told: expect.stringContaining('tok-1  support  Ada') });
  expect(result.told).not.toMatch(/lko_new|canary/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(configFolder).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).toContain('lko_new');
  expect(readFileSync(file, 'utf8')).not.toContain('canary');
  expect(calls.splice(0)).toEqual([
    'POST /api/v1/admin/tokens Bearer canary-admin-key {"name":"Ada","role":"support","expires_in_s":86400}',
  ]);

  // From here on without the admin key, as a person works every day.
  const given = { env: {}, configFolder };
  const later = open(made, given);
  expect(await later.run('whoami')).toMatchObject({
    code: 0,
    told: expect.stringContaining(`${url}  tok-1`),
  });
  expect(await later.run('apps', 'list', '--url', 'https://other.example.com')).toMatchObject({ code: 3 });
  expect(await later.run('logout')).toMatchObject({ code: 0 });
  expect(later.calls).toEqual([
    'GET /api/v1/admin/tokens/current Bearer lko_new',
    'GET /api/v1/admin/tokens/current Bearer lko_new',
    'DELETE /api/v1/admin/tokens/tok-1 Bearer lko_new {}',
  ]);
  expect(() => statSync(file)).toThrow();

  const asking = { prompt: { text: async () => '', secret: async () => 'lko_typed' } };
  const typed = open(made, { env: {}, configFolder, ...asking });
  expect(await typed.run('login', '--url', url)).toMatchObject({ code: 0 });
  expect(typed.calls).toEqual(['GET /api/v1/admin/tokens/current Bearer lko_typed']);
  expect(readFileSync(file, 'utf8')).toContain('lko_typed');
});

test('login refuses a key argument, a wrong lifetime or role, and a missing answer without a terminal', async () => {
  const results: Ran[] = [];
  const { calls, run } = open(made, { env: {} });
  results.push(await run('login', '--url', url, '--key', 'canary'));
  results.push(await run('login', '--url', url));
  results.push(await run('login'));
  const withKey = open(made, { env: { LATCHKEY_ADMIN_KEY: 'key' } });
  results.push(await withKey.run('login', '--url', url, '--days', 'many'));
  results.push(await withKey.run('login', '--url', url, '--role', 'owner'));
  expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  expect([...calls, ...withKey.calls]).toEqual([]);
});
