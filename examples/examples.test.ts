import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from '@latchkey/server';
import { createTestService, freePort, logIn, startProcess, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const appId = 'latchkey-demo-app-0000001';
const tsx = import.meta.resolve('tsx');
/** Programs that `npx` would start. The test starts them directly, because it could end only `npx`, not its child. */
const commands: Readonly<Record<string, readonly string[]>> = {
  next: ['node_modules/next/dist/bin/next'],
  tsx: ['--import', tsx],
  vite: ['node_modules/vite/bin/vite.js'],
};
/** Command of each example, from the table of the README. The test replaces the port with its own. */
const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const programs = Object.fromEntries(
  [...readme.matchAll(/^\| \[`(\w+)`\].*`npx (\w+) (.+?)`/gm)].map(
    ([, name = '', command = '', rest = '']) => [
      name,
      (port: string) => [
        ...(commands[command] ?? []),
        ...rest.replace(/--port \d+/, `--port ${port}`).split(' '),
      ],
    ],
  ),
);
const backEnds = Object.entries(programs).filter(([name]) => name !== 'vite');

test('the README has a command for each example', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
  expect(Object.keys(programs).sort()).toEqual(folders.sort());
});

test("the README's command for the Vite example serves its page", async () => {
  const port = String(await freePort());
  const program = startProcess(process.execPath, programs.vite?.(port) ?? [], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, VITE_APP_ID: service.app.id, VITE_AUTH_URL: service.config.url },
    stdio: 'ignore',
  });
  try {
    const read = async () => (await fetch(`http://localhost:${port}/`)).text();
    await vi.waitFor(async () => expect(await read()).toContain('src="/src/main.jsx"'), 60_000);
  } finally {
    const ended = new Promise((resolve) => program.once('exit', resolve));
    program.kill();
    await ended;
  }
});

let service: TestService;
let closeService: () => Promise<void>;
let token: string;
let userId: string;

beforeAll(async () => {
  const port = await freePort();
  // `published_clients` changes the issuer of the app's tokens, as in the demo app. No example sets an issuer.
  const app = { id: appId, name: 'Demo', email_auth: true, published_clients: true };
  const apps = [{ ...app, allowed_origins: ['http://localhost:3000'] }];
  service = await createTestService({ apps, config: { url: `http://127.0.0.1:${port}` } });
  const listener = await listen(service.service, { port, hosts: ['127.0.0.1'] });
  closeService = async () => {
    await listener.close();
    await service.close();
  };
  const { user, token: shown } = await logIn(service, 'ada@example.com', { appId });
  userId = user?.id ?? '';
  token = shown ?? '';
});
afterAll(() => closeService());

describe.each(backEnds)('the example for %s', (_name, argsFor) => {
  let url: string;
  let program: ChildProcess;
  let output = '';

  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    program = startProcess(process.execPath, argsFor(port), {
      cwd: import.meta.dirname,
      env: {
        PATH: process.env.PATH,
        PORT: port,
        NEXT_TELEMETRY_DISABLED: '1',
        APP_ID: appId,
        AUTH_URL: service.config.url,
        WEBHOOK_SECRET: secret,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [program.stdout, program.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const isUp = async () => expect((await get()).status, output).toBe(401);
    await vi.waitFor(isUp, { timeout: 150_000, interval: 200 });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => program.once('exit', resolve));
    program.kill();
    await ended;
  });

  async function get(headers: Record<string, string> = {}) {
    const response = await fetch(`${url}/api/me`, { headers });
    return { status: response.status, json: await response.json() };
  }

  test("an example's back end accepts a token from the service, and rejects a missing, invented or changed one", async () => {
    const refused = { status: 401, json: { code: 'missing_or_invalid_token' } };
    expect(await get()).toMatchObject(refused);
    expect(await get({ authorization: 'Bearer made.up.token' })).toMatchObject(refused);
    expect(await get({ authorization: `Bearer ${token.slice(0, -6)}AAAAAA` })).toMatchObject(refused);
    expect(await get({ authorization: `Bearer ${token}` })).toEqual({ status: 200, json: { userId } });
  });

  test("an example's back end accepts a signed webhook, and rejects a forged one", async () => {
    const body = JSON.stringify({ type: 'user.created', occurred_at: 1, user: { id: userId } });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(`one.${timestamp}.${body}`).digest('base64')}`;
    const send = (text: string) =>
      fetch(`${url}/api/hooks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': 'one',
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        },
        body: text,
      });
    const taken = await send(body);
    expect(taken.status).toBe(200);
    expect(await taken.json()).toEqual({ type: 'user.created' });
    const forged = await send(body.replace('created', 'deleted'));
    expect([forged.status, await forged.json()]).toMatchObject([400, { code: 'invalid_webhook' }]);
  });
});
