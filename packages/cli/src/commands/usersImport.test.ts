import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestService, type TestService, testAppSecret } from '@latchkey/testkit';
import { directoryRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';

const url = 'http://localhost:4000';
let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

/** Opens a command line that calls the service. `fails` says for the n-th request if its connection breaks. */
function open(fails: (count: number) => boolean = () => false) {
  let count = 0;
  const fetch = async (input: string | URL, init?: RequestInit) => {
    count += 1;
    if (fails(count)) throw new Error('the connection broke');
    return service.fetch(new Request(input, init), { remoteAddress: '127.0.0.1' });
  };
  const env = { LATCHKEY_URL: url, LATCHKEY_APP_SECRET: testAppSecret };
  return { ...openCommandLine({ env, fetch }), countRequests: () => count };
}

const tableOf = (name: string, length: number) =>
  `id,email\n${Array.from({ length }, (_, at) => `${name}-${at},${name}-${at}@example.com`).join('\n')}\n`;
const command = ['users', 'import'] as const;
const args = (appId: string, file: string) => [...command, appId, file, '--from', 'csv'];

test('an import creates users with their accounts and their former id, counts the results, and writes no address into its state', async () => {
  const { cwd, run } = open();
  writeFileSync(
    join(cwd, 'users.csv'),
    'id,email,phone\n1,ada@example.com,\n2,,+15550100001\n3,,\n4,not an address,\n',
  );
  const { code, told, noted } = await run(...args(service.app.id, 'users.csv'), '--json');
  expect({ code, noted }).toEqual({ code: 1, noted: '' });
  expect(JSON.parse(told)).toMatchObject({ imported: 2, refused: 1, left_out: 1 });
  const state = readFileSync(join(cwd, 'users.csv.state'), 'utf8');
  expect(statSync(join(cwd, 'users.csv.state')).mode & 0o777).toBe(0o600);
  expect(state).not.toMatch(/example\.com|15550100001/);
  expect(state).toContain('"source_id":"4","status":"refused","code":"invalid_data"');
  const { json } = await service.call(directoryRoutes.listUsers, { body: {} });
  const [ada] = json.data.filter(({ custom_metadata }) => custom_metadata?.imported_id === '1');
  expect(ada).toMatchObject({
    linked_accounts: [{ type: 'email', address: 'ada@example.com' }],
    custom_metadata: { imported_from: 'csv' },
  });
});

test('an import whose connection breaks goes on where it ended, and imports nobody twice', async () => {
  const { cwd, run } = open((count) => count > 3);
  const table = tableOf('broken', 6);
  writeFileSync(join(cwd, 'users.csv'), table);
  const broken = await run(...args(service.app.id, 'users.csv'));
  expect(broken).toMatchObject({ code: 5, noted: expect.stringContaining('3 of 6 users are done') });

  // A crash in the middle of a line loses this outcome only.
  const statePath = join(cwd, 'users.csv.state');
  truncateSync(statePath, statSync(statePath).size - 10);
  const second = open();
  writeFileSync(join(second.cwd, 'users.csv'), table);
  writeFileSync(join(second.cwd, 'users.csv.state'), readFileSync(statePath));
  expect(await second.run(...args(service.app.id, 'users.csv'))).toMatchObject({
    code: 0,
    told: expect.stringContaining('6 imported, 0 refused'),
  });
  expect(second.countRequests()).toBe(4);
  const { json } = await service.call(directoryRoutes.searchUsers, { body: { searchTerm: 'broken-' } });
  expect(json.data).toHaveLength(6);
});

test('an import refuses the state of another file without a request, and a wrong or missing secret', async () => {
  const { countRequests, cwd, run } = open();
  writeFileSync(join(cwd, 'users.csv'), tableOf('first', 1));
  expect(await run(...args(service.app.id, 'users.csv'))).toMatchObject({ code: 0 });
  const before = countRequests();
  writeFileSync(join(cwd, 'users.csv'), tableOf('second', 1));
  expect(await run(...args(service.app.id, 'users.csv'))).toMatchObject({
    code: 2,
    noted: expect.stringContaining('state of another import'),
  });
  expect(countRequests()).toBe(before);

  writeFileSync(join(cwd, 'wrong'), 'canary-secret');
  const wrong = await run(...args(service.app.id, 'users.csv'), '--secret-file', 'wrong', '--state', 'other');
  expect(wrong).toMatchObject({ code: 3, noted: expect.stringContaining('invalid_app_secret') });
  expect(wrong.noted).not.toContain('canary');
  const without = openCommandLine({ env: { LATCHKEY_URL: url } });
  writeFileSync(join(without.cwd, 'users.csv'), tableOf('third', 1));
  expect(await without.run(...args(service.app.id, 'users.csv'))).toMatchObject({ code: 2 });
});

test('users import --dry-run counts what would be imported and calls nothing', async () => {
  const { countRequests, cwd, run } = open();
  const users = [
    { id: '1', linked_accounts: [{ type: 'email', address: 'a@b.example' }] },
    { id: '2', linked_accounts: [{ type: 'passkey' }] },
  ];
  writeFileSync(join(cwd, 'users.json'), JSON.stringify(users));
  const { told } = await run(...command, service.app.id, 'users.json', '--from', 'privy', '--dry-run');
  expect(told).toBe('1 of 2 users can be imported.\nleft out 1 times: an account of the type passkey\n');
  expect(await run(...command, service.app.id, 'users.json', '--from', 'okta')).toMatchObject({ code: 2 });
  expect(await run(...command, service.app.id, 'none.json', '--from', 'csv')).toMatchObject({ code: 2 });
  expect(countRequests()).toBe(0);
});
