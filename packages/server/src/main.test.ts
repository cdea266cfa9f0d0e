import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchema, seedDataFolder, startServerProcess } from '@latchkey/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const isPostgres = process.env.LATCHKEY_TEST_DATABASE === 'postgres';
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'latchkey-main-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Starts the program and expects it to end with status 1; gives what it said. */
async function refusal(env: Record<string, string>): Promise<string> {
  const start = startServerProcess(env, cwd);
  expect(await start.exited).toBe(1);
  expect(start.output()).not.toMatch(/\bat .*\.[jt]s:\d+/);
  return start.output();
}

const onPostgres = () => {
  test('the database is down', async () => {
    const text = await refusal({ LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey' });
    expect(text).toContain('PostgreSQL at 127.0.0.1:9, database latchkey: does not answer');
    expect(text).toContain('LATCHKEY_DATABASE_URL');
    expect(text).not.toContain('canary');
  });

  test('there is no such database', async () => {
    const url = new URL(await createSchema());
    url.pathname = '/not_there';
    expect(await refusal({ LATCHKEY_DATABASE_URL: url.href })).toContain('there is no such database');
  });

  test('the port is taken', async () => {
    const holder = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    const address = holder.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const text = await refusal({ LATCHKEY_DATABASE_URL: await createSchema(), LATCHKEY_PORT: port });
    expect(text).toContain(`Port ${port} is taken on 127.0.0.1`);
    expect(text).toContain('LATCHKEY_PORT');
    holder.close();
  });

  test('the apps file has a wrong field', async () => {
    const app = { id: 'my-app-000000000000000001', name: 'Mine', colour: 'red' };
    writeFileSync(join(cwd, 'latchkey.config.json'), JSON.stringify({ apps: [app] }));
    const text = await refusal({ LATCHKEY_DATABASE_URL: await createSchema() });
    expect(text).toContain(
      'latchkey.config.json: apps[0] (my-app-000000000000000001): colour is not a known field',
    );
  });

  test('the command is none', async () => {
    const start = startServerProcess({}, cwd, ['recover']);
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain('There is no command `recover`.');
    expect(start.output()).toContain('recovery    starts the recovery store');
  });

  test('[S50] [S55] production with what development has', async () => {
    const text = await refusal({ NODE_ENV: 'production', LATCHKEY_URL: 'http://auth.example.com' });
    for (const name of ['URL', 'DATABASE_URL', 'ADMIN_KEY', 'PARTS_KEK', 'RECOVERY_KEK', 'SMTP_URL']) {
      expect(text).toContain(`LATCHKEY_${name} `);
    }
  });
};

const onEmbedded = () => {
  test('is for one process; killed, its folder is free and its data there', async () => {
    const env = { LATCHKEY_DATA_DIR: join(cwd, 'data') };
    await seedDataFolder(env.LATCHKEY_DATA_DIR);
    const first = startServerProcess(env, cwd);
    const port = await first.listening;
    expect(first.output()).toContain('survives a killed process, not a power cut');
    const created = await createApp(port);
    expect(await refusal(env)).toContain('The data folder is in use');
    first.kill('SIGKILL');
    await first.exited;

    const second = startServerProcess(env, cwd);
    const response = await fetch(`http://127.0.0.1:${await second.listening}/api/v1/apps/${created}`);
    expect(response.status).toBe(200);
    second.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });
};

test('--help tells commands and variables, and starts nothing', async () => {
  for (const option of ['--help', '-h']) {
    const help = startServerProcess({ NODE_ENV: 'production' }, cwd, [option]);
    expect(await help.exited).toBe(0);
    for (const word of ['recovery', 'LATCHKEY_URL', 'LATCHKEY_RECOVERY_KEK', 'AWS_ENDPOINT_URL_KMS']) {
      expect(help.output()).toContain(word);
    }
  }
});

if (isPostgres) describe('a start that cannot work says why and what to do', onPostgres);
else describe('the embedded database', onEmbedded);

/** Makes an app by the operator's API; gives its id. */
async function createApp(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/apps`, {
    method: 'POST',
    headers: { authorization: 'Bearer latchkey-dev-admin', 'content-type': 'application/json' },
    body: '{"name":"Kept"}',
  });
  return ((await response.json()) as { id: string }).id;
}
