import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { citusUrl, createSchema, seedDataFolder, startServerProcess } from '@latchkey/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const isPostgres = process.env.LATCHKEY_TEST_DATABASE === 'postgres';
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'latchkey-main-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Starts the program and expects it to exit with status 1. Returns its output. */
async function refusal(env: Record<string, string>): Promise<string> {
  const start = startServerProcess(env, cwd);
  expect(await start.exited).toBe(1);
  expect(start.output()).not.toMatch(/\bat .*\.[jt]s:\d+/);
  return start.output();
}

const onPostgres = () => {
  test('a failing start names the database that is down', async () => {
    const text = await refusal({ LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey' });
    expect(text).toContain('PostgreSQL at 127.0.0.1:9, database latchkey: does not answer');
    expect(text).toContain('LATCHKEY_DATABASE_URL');
    expect(text).not.toContain('canary');
  });

  test('a failing start names the database that does not exist', async () => {
    const url = new URL(await createSchema());
    url.pathname = '/not_there';
    expect(await refusal({ LATCHKEY_DATABASE_URL: url.href })).toContain('there is no such database');
  });

  test('a failing start names the port that is taken', async () => {
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

  test('a failing start names the wrong field of the apps file', async () => {
    const app = { id: 'my-app-000000000000000001', name: 'Mine', colour: 'red' };
    writeFileSync(join(cwd, 'latchkey.config.json'), JSON.stringify({ apps: [app] }));
    const text = await refusal({ LATCHKEY_DATABASE_URL: await createSchema() });
    expect(text).toContain(
      'latchkey.config.json: apps[0] (my-app-000000000000000001): colour is not a known field',
    );
  });

  test('a failing start names the unknown command and lists the commands', async () => {
    const start = startServerProcess({}, cwd, ['recover']);
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain('There is no command `recover`.');
    expect(start.output()).toContain('recovery    starts the recovery store');
  });

  if (citusUrl() === null) {
    test('the command spread refuses a database without Citus, and the service starts on it afterwards', async () => {
      const env = { LATCHKEY_DATABASE_URL: await createSchema() };
      const refused = startServerProcess(env, cwd, ['spread']);
      expect(await refused.exited).toBe(1);
      expect(refused.output()).toContain('has no Citus extension');
      const server = startServerProcess(env, cwd);
      await server.listening;
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    });
  }

  test('the command token prints only a token, which works while the shared key is off', async () => {
    const env = { LATCHKEY_DATABASE_URL: await createSchema(), LATCHKEY_DATA_DIR: join(cwd, 'data') };
    const args = ['token', '--name', 'First', '--role', 'admin', '--expires-in-s', '3600'];
    const command = startServerProcess(env, cwd, args);
    expect(await command.exited).toBe(0);
    expect(command.output()).toMatch(/^lko_[A-Za-z0-9_-]{43}\n$/);
    const server = startServerProcess({ ...env, LATCHKEY_ADMIN_KEY: 'off' }, cwd);
    const url = `http://127.0.0.1:${await server.listening}/api/v1/admin/tokens/current`;
    const get = async (token: string) => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    };
    const { status, json } = await get(command.output().trim());
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: 'First', role: 'admin' });
    expect(Number(json.expires_at) - Number(json.created_at)).toBe(3_600);
    for (const other of ['off', 'latchkey-dev-admin']) expect((await get(other)).status).toBe(401);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  test('the command token names a wrong argument or prints its usage, before it opens the database', async () => {
    for (const [args, problem] of [
      [['--name', 'x'], '--role is missing'],
      [['--name', 'x', '--role', 'owner'], '--role '],
      [['--name', '', '--role', 'admin'], '--name must have a character'],
      [['--name', 'x', '--role', 'admin', '--expires-in-s', 'soon'], '--expires-in-s '],
      [['--name', 'x', '--role', 'admin', '--token', 'y'], 'Usage: node main.js token'],
    ] as const) {
      const env = { LATCHKEY_DATABASE_URL: 'postgres://127.0.0.1:9/latchkey' };
      const command = startServerProcess(env, cwd, ['token', ...args]);
      expect(await command.exited, problem).toBe(1);
      expect(command.output()).toContain(problem);
      expect(command.output()).not.toContain('lko_');
      expect(command.output()).not.toMatch(/\bat .*\.[jt]s:\d+/);
    }
  });

  test('[S50] [S55] a failing start lists what production needs if the configuration is that of development', async () => {
    const text = await refusal({ NODE_ENV: 'production', LATCHKEY_URL: 'http://auth.example.com' });
    for (const name of ['URL', 'DATABASE_URL', 'ADMIN_KEY', 'PARTS_KEK', 'RECOVERY_KEK', 'SMTP_URL']) {
      expect(text).toContain(`LATCHKEY_${name} `);
    }
  });
};

const onEmbedded = () => {
  test('the embedded database serves one process, and keeps its data and frees its folder when the process is killed', async () => {
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

test('--help lists commands and variables, and starts nothing', async () => {
  for (const option of ['--help', '-h']) {
    const help = startServerProcess({ NODE_ENV: 'production' }, cwd, [option]);
    expect(await help.exited).toBe(0);
    for (const word of ['recovery', 'LATCHKEY_URL', 'LATCHKEY_RECOVERY_KEK', 'AWS_ENDPOINT_URL_KMS']) {
      expect(help.output()).toContain(word);
    }
  }
});

if (isPostgres) describe('a start that fails', onPostgres);
else describe('the embedded database', onEmbedded);

/** Creates an app with the operator's API. Returns its id. */
async function createApp(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/apps`, {
    method: 'POST',
    headers: { authorization: 'Bearer latchkey-dev-admin', 'content-type': 'application/json' },
    body: '{"name":"Kept"}',
  });
  return ((await response.json()) as { id: string }).id;
}
