import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, seedDataFolder, startProcess } from '@latchkey/testkit';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildAll } from '../../scripts/build.ts';
import { blocksOf } from '../../scripts/docs/markdown.ts';
import { openInbox, openProfile } from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
const demoAppId = 'latchkey-demo-app-0000001';
// First port of this file's own range, beyond those that Linux by default and the testkit choose.
const first = 61_000 + (process.pid % 35) * 100;

interface Start {
  child: ChildProcess;
  output(): string;
  /** Resolves when the addresses are printed; rejects if the program ends before. */
  ready: Promise<void>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

let ports: { service: number; sandbox: number; mail: number; demo: number; hosted: number };
let dataDir: string;
let running: Start[] = [];

beforeAll(async () => {
  ports = {
    service: await freePort(),
    sandbox: await freePort(),
    mail: await freePort(),
    demo: await freePort(),
    hosted: await freePort(),
  };
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
  await buildAll({ only: ['programs'] });
  return () => rmSync(dataDir, { recursive: true, force: true });
});

afterEach(() => stopAll());

async function stopAll(): Promise<void> {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  running = [];
}

describe('npm start', () => {
  it('npm start starts everything on both loopback addresses, stops on Ctrl-C, keeps its data, works with the commands of the guide to the first app, and stops as a whole if one program dies', async () => {
    const first = start();
    await first.ready;
    // Nothing is built again, because one build serves every port.
    expect(first.output()).not.toContain('built');
    await expectEverything();
    expect(first.output()).toContain(`http://localhost:${ports.demo}`);
    const keys = await signingKeys();

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await expect(fetch(`http://127.0.0.1:${ports.service}/readyz`)).rejects.toThrow();

    const guide = await openGuide();
    const second = start({ LATCHKEY_CONFIG: guide.appsFile });
    await second.ready;
    expect(await signingKeys()).toBe(keys);
    await guide.follow();

    const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('The service stopped by itself (SIGKILL), so everything stops.');
    await expect(fetch(`http://127.0.0.1:${ports.sandbox}/inbox`)).rejects.toThrow();
  }, 480_000);

  describe('if something is in the way', () => {
    const usual = {
      PATH: process.env.PATH ?? '',
      LATCHKEY_PORT: String(first),
      LATCHKEY_SANDBOX_PORT: String(first + 1),
      LATCHKEY_SANDBOX_SMTP_PORT: String(first + 2),
      LATCHKEY_DEMO_PORT: String(first + 3),
      LATCHKEY_HOSTED_PORT: String(first + 4),
    };
    it('npm start names every port and the data folder that are in use, with one command line that starts beside them; with --free-ports the demo works on free ports, with a wallet that its stand-ins fund', async () => {
      const ownFolder = { LATCHKEY_DATA_DIR: dataDir };
      const holders = await hold(first, first + 3);
      const refused = start(ownFolder, [], usual);
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toContain(`port ${first}, for the service, is taken`);
      expect(refused.output()).toContain(`port ${first + 3}, for the demo, is taken`);
      expect(refused.output()).toContain('npm start -- --free-ports');
      const advised = settingsIn(refused.output());
      expect(advised.LATCHKEY_PORT).not.toBe(usual.LATCHKEY_PORT);
      expect(advised.LATCHKEY_DATA_DIR).toBe(dataDir);

      const all = start(ownFolder, ['--free-ports'], usual);
      await all.ready.finally(() => release(holders));
      const urlOf = (name: string) =>
        all.output().match(new RegExp(`^ {4}${name} +(http://localhost:\\d+)`, 'm'))?.[1] ?? '';
      const [demoUrl, inboxUrl, serviceUrl] = [urlOf('demo'), urlOf('inbox'), urlOf('service')];
      const taken = { LATCHKEY_PORT: new URL(serviceUrl).port, LATCHKEY_DEMO_PORT: new URL(demoUrl).port };
      expect(taken.LATCHKEY_DEMO_PORT).not.toBe(usual.LATCHKEY_DEMO_PORT);
      expect(taken.LATCHKEY_PORT).not.toBe(usual.LATCHKEY_PORT);
      expect(new URL(inboxUrl).port).toBe(usual.LATCHKEY_SANDBOX_PORT);
      await useDemo(demoUrl, inboxUrl, serviceUrl);
      await startBeside({ ...usual, ...ownFolder, ...taken });
    }, 480_000);
  });

  it('npm start refuses an unknown option', async () => {
    const all = start({}, ['--free-port']);
    expect(await all.ended).toBe(1);
    expect(all.output()).toContain('There is no option --free-port.');
  });

  it('[S55] npm start is refused in production, with what to do instead', async () => {
    const all = start({ NODE_ENV: 'production' });
    expect(await all.ended).toBe(1);
    expect(all.output()).toContain('The sandbox does not run in production');
    expect(all.output()).toContain('LATCHKEY_SMTP_URL');
  });
});

/** Expects the service, the inbox, the demo and the hosted pages to answer, and the demo to refuse paths outside it. */
async function expectEverything(): Promise<void> {
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    expect((await fetch(`http://${host}:${ports.service}/readyz`)).status).toBe(200);
    expect((await fetch(`http://${host}:${ports.sandbox}/inbox`)).status).toBe(200);
    expect(await (await fetch(`http://${host}:${ports.demo}/`)).text()).toContain('<div id="root">');
    expect((await fetch(`http://${host}:${ports.hosted}/connections`)).status).toBe(200);
  }
  const outside = await fetch(`http://127.0.0.1:${ports.demo}/..%2f..%2fpackage.json`);
  expect(outside.status).toBe(404);
  expect(await outside.text()).toBe('Not found');
}

/** Logs in to the demo, and funds the wallet by card. */
async function useDemo(demoUrl: string, inboxUrl: string, serviceUrl: string): Promise<void> {
  const profile = await openProfile();
  try {
    const page = await profile.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(demoUrl);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('input[type=email]').fill('free@ports.example');
    await page.keyboard.press('Enter');
    await page.locator('input[name=code]:focus').waitFor();
    await page.keyboard.type(await openInbox(inboxUrl).nextCode('free@ports.example'));
    const wallet = page.getByRole('region', { name: 'Wallet', exact: true });
    expect(await wallet.locator('code').first().textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await wallet.getByText('0 ETH', { exact: true }).waitFor();
    expect(problems).toEqual([]);

    const press = (name: string) =>
      page.locator('button:enabled', { has: page.getByText(name, { exact: true }) }).click();
    await press('Add funds');
    await press('Pay with card');
    const [moonpay] = await Promise.all([
      profile.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Continue to Moonpay' }).click(),
    ]);
    await moonpay.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByText('Received 0.1 ETH').waitFor();
    await press('Close');
    await wallet.getByText('0.1 ETH', { exact: true }).waitFor();
  } finally {
    await profile.close();
  }
  // MoonPay's event reached the service of this start.
  const headers = { authorization: 'Bearer latchkey-dev-admin' };
  await expect
    .poll(async () => (await fetch(`${serviceUrl}/api/v1/admin/apps/${demoAppId}/audit`, { headers })).text())
    .toContain('"funding.completed"');
}

/**
 * Starts a second Latchkey beside a running one, with the command line that the refusal advises, in a shell without
 * the first one's variables.
 */
async function startBeside(taken: Record<string, string>): Promise<void> {
  const demoOf = async () => (await fetch(`http://127.0.0.1:${taken.LATCHKEY_DEMO_PORT}/`)).text();
  const before = await demoOf();
  expect(before).toContain(`"apiUrl":"http://localhost:${taken.LATCHKEY_PORT}"`);
  const refused = start(taken, [], {});
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`the data folder ${taken.LATCHKEY_DATA_DIR} is in use`);
  expect(refused.output()).toContain(`port ${taken.LATCHKEY_PORT}, for the service, is taken`);
  const settings = settingsIn(refused.output());
  const { LATCHKEY_DATA_DIR: nextDir = '', LATCHKEY_PORT: port } = settings;
  // This start gets a prepared database, to save time.
  await seedDataFolder(nextDir);
  try {
    const beside = start(settings, [], { PATH: process.env.PATH ?? '' });
    await beside.ready;
    expect(beside.output()).toContain(`http://localhost:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(await demoOf()).toBe(before);
  } finally {
    await stopAll();
    rmSync(nextDir, { recursive: true, force: true });
  }
}

/**
 * Creates an apps file as the guide to the first app says. `follow` runs the guide's later commands, which need the
 * service.
 */
async function openGuide() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'examples'), join(folder, 'examples'));
  const path = 'docs/guide/first-app.md';
  const shells = blocksOf({ path, text: readFileSync(join(root, path), 'utf8') }).filter(
    ({ language }) => language === 'sh',
  );
  const [prepare, begin, ...rest] = shells.map(({ text }) => text);
  expect(begin).toBe('npm start\n');
  const made = await shell(folder, `${prepare}`);
  const id = /Your app id is ([a-z0-9-]{25})\n/.exec(made)?.[1];
  return {
    appsFile: join(folder, 'latchkey.config.json'),
    async follow() {
      const asked = rest.filter((text) => text.includes('curl') || text.includes('openssl'));
      expect(asked).toHaveLength(4);
      const output = await shell(folder, `APP_ID=${id}\n${asked.join('echo\n')}`);
      expect(output).toContain('"name":"Your app"');
      expect(output).toContain('"google_oauth":true');
      expect(output).toContain('"address":"ada@example.com"');
      expect(output).toContain('"refresh_token":"');
      expect(output).toMatch(/^[0-9a-f]{64}$/m);
      expect(output).toMatch(/"name":"Another app".*"app_secret":"/);
    },
  };
}

/**
 * Runs commands of a guide, with the addresses of this start.
 *
 * @returns their output
 */
async function shell(cwd: string, script: string): Promise<string> {
  const text = script
    .replaceAll('localhost:4000', `localhost:${ports.service}`)
    .replaceAll('localhost:4010', `localhost:${ports.sandbox}`);
  const child = startProcess('bash', ['--norc', '-euc', text], { cwd, env: { PATH: process.env.PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  return output;
}

/** Occupies ports, as another program would. */
async function hold(...taken: number[]): Promise<Server[]> {
  const servers = taken.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers;
}

async function release(holders: readonly Server[]): Promise<void> {
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
}

/** Returns the variables of the command line in a refusal. */
function settingsIn(output: string): Record<string, string> {
  const line = /^ {2}((?:LATCHKEY_[A-Z_]+=\S+ )+)npm start$/m.exec(output)?.[1] ?? expect.fail(output);
  return Object.fromEntries(
    line
      .trim()
      .split(' ')
      .map((setting) => setting.split('=') as [string, string]),
  );
}

function start(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  usual: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    LATCHKEY_PORT: String(ports.service),
    LATCHKEY_SANDBOX_PORT: String(ports.sandbox),
    LATCHKEY_SANDBOX_SMTP_PORT: String(ports.mail),
    LATCHKEY_DEMO_PORT: String(ports.demo),
    LATCHKEY_HOSTED_PORT: String(ports.hosted),
    LATCHKEY_DATA_DIR: dataDir,
  },
): Start {
  // Starts it as the npm script does.
  const child = startProcess(process.execPath, ['--import', 'tsx', 'scripts/start.ts', ...args], {
    cwd: root,
    env: { ...usual, ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output += String(text);
        if (output.includes('Latchkey is running')) resolve();
      });
    }
    void ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  // A start that is meant to fail is awaited only through `ended`.
  ready.catch(() => undefined);
  const one = { child, output: () => output, ready, ended };
  running.push(one);
  return one;
}

async function signingKeys(): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${ports.service}/api/v1/apps/${demoAppId}/jwks.json`);
  expect(reply.status).toBe(200);
  return reply.text();
}
