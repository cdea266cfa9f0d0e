import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSchema,
  createTestService,
  databaseKind,
  logIn,
  type TestService,
  temporaryFolder,
} from '@latchkey/testkit';
import { operatorRoles } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';
import { commands } from './index.ts';

const url = 'http://localhost:4000';
/** Exit code for a key that is unknown, or whose role does not allow the call. */
const notAllowed = 3;

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

function open(env: Record<string, string>, configFolder?: string) {
  const fetch = (input: string | URL, init?: RequestInit) =>
    service.fetch(new Request(input, init), { remoteAddress: '127.0.0.1' });
  return openCommandLine({
    env: { LATCHKEY_URL: url, ...env },
    fetch,
    now: () => service.clock.now(),
    ...(configFolder === undefined ? {} : { configFolder }),
  });
}
const admin = () => open({ LATCHKEY_ADMIN_KEY: 'test-admin-key' });

async function makeToken(role: string): Promise<string> {
  const { told } = await admin().run('tokens', 'create', role, '--role', role);
  return told.trim();
}

test('a person logs in with the admin key, works with a token of their own, and is refused after the logout', async () => {
  const { configFolder, run } = admin();
  expect(await run('login', '--role', 'support', '--name', 'Ada', '--days', '1')).toMatchObject({ code: 0 });
  const later = open({}, configFolder);
  expect((await later.run('whoami')).told).toMatch(/ {2}support {2}Ada {2}until /);

  const { user } = await logIn(service, 'ada@example.com');
  const found = await later.run('users', 'find', service.app.id, '--email', 'ada@example.com');
  expect(found.told).toContain(user?.id);
  expect(found.told).not.toContain('@');
  const missing = await later.run('users', 'find', service.app.id, '--email', 'bob@example.com');
  expect(missing.told).toBe('No user was found.\n');
  expect(await later.run('users', 'end-sessions', service.app.id, user?.id ?? '')).toMatchObject({ code: 0 });
  expect(await later.run('users', 'delete', service.app.id, user?.id ?? '', '--yes')).toMatchObject({
    code: notAllowed,
    noted: expect.stringContaining('insufficient_role'),
  });

  const [id = ''] = (await admin().run('tokens', 'list')).told.split('  ');
  expect(await later.run('logout')).toMatchObject({ code: 0 });
  expect((await later.run('apps', 'list')).code).toBe(notAllowed);
  const listed = (await admin().run('tokens', 'list', '--json')).json() as {
    data: Record<string, unknown>[];
  };
  expect(listed.data.find((token) => token.id === id)?.revoked_at).toEqual(expect.any(Number));
});

test('a revoked token is refused at the next command', async () => {
  const token = await makeToken('viewer');
  const own = open({ LATCHKEY_TOKEN: token });
  expect(await own.run('apps', 'list')).toMatchObject({ code: 0 });
  const { id } = ((await own.run('whoami', '--json')).json() as { token: { id: string } }).token;
  expect(await admin().run('tokens', 'revoke', id)).toMatchObject({ code: 0 });
  expect(await own.run('apps', 'list')).toMatchObject({ code: notAllowed });
});

test('an entry of the allowlist is added, listed and removed', async () => {
  const { run } = open({ LATCHKEY_TOKEN: await makeToken('support') });
  const { id } = service.app;
  expect(await run('allowlist', 'add', id, 'domain', 'example.com')).toMatchObject({ code: 0 });
  expect((await run('allowlist', 'list', id)).told).toContain('domain  example.com  not signed up');
  expect(await run('allowlist', 'remove', id, 'domain', 'example.com')).toMatchObject({ code: 0 });
  expect((await run('allowlist', 'list', id)).told).toBe('The allowlist is empty.\n');
});

const withRole = commands.filter(({ role, words }) => role !== undefined && words !== 'whoami');

test.each(withRole.map(({ words }) => words))(
  'the service permits the command %s to the role that its help names, and not to the role below',
  async (words) => {
    const one = withRole.find((command) => command.words === words);
    const role = one?.role ?? 'admin';
    const below = operatorRoles[operatorRoles.indexOf(role) - 1];
    const samples: Record<string, string> = {
      app_id: service.app.id,
      user_id: 'did:privy:nobody',
      name: 'Shop',
      type: 'domain',
      value: 'nobody.example',
      'settings...': 'max_users=5',
    };
    const args = (one?.arguments ?? []).map((name) => samples[name] ?? 'none');
    const switches = one?.options && 'yes' in one.options ? ['--yes'] : [];
    const codeWith = async (token: string) => {
      const { cwd, run } = open({ LATCHKEY_TOKEN: token });
      writeFileSync(join(cwd, 'none'), '{}');
      return (await run(...words.split(' '), ...args, ...switches)).code;
    };
    const code = await codeWith(await makeToken(role));
    // Not wrong usage either: the call was sent.
    expect([notAllowed, 2]).not.toContain(code);
    if (below) expect(await codeWith(await makeToken(below))).toBe(notAllowed);
  },
);

if (databaseKind === 'postgres')
  test('tokens create --in-database needs no key and no service, but a name and a database that answers', async () => {
    const env = { LATCHKEY_DATABASE_URL: await createSchema(), LATCHKEY_DATA_DIR: temporaryFolder('keys') };
    const { run } = openCommandLine({ env });
    const made = (await run('tokens', 'create', 'First', '--in-database', '--json')).json();
    expect(made).toMatchObject({ name: 'First', role: 'admin', token: expect.stringMatching(/^lko_/) });
    expect(await run('tokens', 'create', ' ', '--in-database')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('name '),
    });
    const elsewhere = openCommandLine({
      env: { LATCHKEY_DATABASE_URL: 'postgres://ada@127.0.0.1:9/latchkey' },
    });
    expect(await elsewhere.run('tokens', 'create', 'First', '--in-database')).toMatchObject({
      code: 1,
      told: '',
      noted: expect.stringContaining('does not answer'),
    });
  });
