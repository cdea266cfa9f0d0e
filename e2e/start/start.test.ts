import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from '@latchkey/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAll } from '../../scripts/build.ts';
import { blocksOf } from '../../scripts/docs/markdown.ts';
import { launchBrowser, openInbox } from '../rig/index.ts';

const root = join(import.meta.dirname, '../..');
const demoAppId = 'latchkey-demo-app-0000001';
// Beyond the ports that the system chooses and those of the testkit: what is found free here is asked for by no other test.
const first = 61_000 + (process.pid % 35) * 100;

interface Start {
  child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Resolves when the addresses are printed; rejects when it ends before. */
  ready: Promise<void>;
  /** The exit code. */
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
  await buildAll({ only: ['frame', 'server', 'sandbox', 'demo', 'hosted'] });
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
  it('starts everything on both loopback addresses, stops on Ctrl-C, keeps its data, and stops as a whole when one program dies', async () => {
    const first = start();
    await first.ready;
    // One build is good for every port.
    expect(first.output()).not.toContain('built');
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect((await fetch(`http://${host}:${ports.service}/readyz`)).status).toBe(200);
      expect((await fetch(`http://${host}:${ports.sandbox}/inbox`)).status).toBe(200);
      expect(await (await fetch(`http://${host}:${ports.demo}/`)).text()).toContain('<div id="root">');
      expect((await fetch(`http://${host}:${ports.hosted}/connections`)).status).toBe(200);
    }
    const outside = await fetch(`http://127.0.0.1:${ports.demo}/..%2f..%2fpackage.json`);
    expect(outside.status).toBe(404);
    expect(await outside.text()).toBe('Not found');
    expect(first.output()).toContain(`http://localhost:${ports.demo}`);
    const keys = await signingKeys();

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await expect(fetch(`http://127.0.0.1:${ports.service}/readyz`)).rejects.toThrow();

    const second = start();
    await second.ready;
    expect(await signingKeys()).toBe(keys);

    const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('The service stopped by itself (SIGKILL), so everything stops.');
    await expect(fetch(`http://127.0.0.1:${ports.sandbox}/inbox`)).rejects.toThrow();
  }, 480_000);

  it('takes free ports when it is asked to, and the demo works on them, with a wallet that its stand-ins fund', async () => {
    const [service, demo] = [first + 10, first + 11];
    const holders = await hold(service, demo);
    const taken = { LATCHKEY_PORT: String(service), LATCHKEY_DEMO_PORT: String(demo) };
    const all = start(taken, ['--free-ports']);
    await all.ready.finally(() => release(holders));
    const [demoUrl = '', inboxUrl = '', serviceUrl = ''] =
      all.output().match(/http:\/\/localhost:\d+/g) ?? [];
    expect(new URL(demoUrl).port).not.toBe(taken.LATCHKEY_DEMO_PORT);
    expect(new URL(serviceUrl).port).not.toBe(taken.LATCHKEY_PORT);
    expect(new URL(inboxUrl).port).toBe(String(ports.sandbox));
    const profile = await launchBrowser();
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
      const wallet = page.getByRole('region', { name: 'Wallet', exact: true }).locator('code').first();
      expect(await wallet.textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
      await page
        .getByRole('region', { name: 'Wallet', exact: true })
        .getByText('0 ETH', { exact: true })
        .waitFor();
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
      await page
        .getByRole('region', { name: 'Wallet', exact: true })
        .getByText('0.1 ETH', { exact: true })
        .waitFor();
      // MoonPay's event reached the service of this start.
      const headers = { authorization: 'Bearer latchkey-dev-admin' };
      await expect
        .poll(async () =>
          (await fetch(`${serviceUrl}/api/v1/admin/apps/${demoAppId}/audit`, { headers })).text(),
        )
        .toContain('"funding.completed"');
    } finally {
      await profile.close();
    }
  }, 480_000);

  describe('where something is in the way', () => {
    const usual = {
      PATH: process.env.PATH ?? '',
      LATCHKEY_PORT: String(first),
      LATCHKEY_SANDBOX_PORT: String(first + 1),
      LATCHKEY_SANDBOX_SMTP_PORT: String(first + 2),
      LATCHKEY_DEMO_PORT: String(first + 3),
      LATCHKEY_HOSTED_PORT: String(first + 4),
    };
    /** As a developer types what a refusal says, in a shell that has nothing of the first start. */
    const typed = (output: string) => start(settingsIn(output), [], { PATH: usual.PATH });

    it('names every port and the data folder that are taken, with one command line that starts beside what has them', async () => {
      const holders = await hold(first, first + 1);
      const refused = start({ LATCHKEY_DATA_DIR: dataDir }, [], usual);
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toContain(`port ${first}, which the service needs, is taken`);
      expect(refused.output()).toContain(`port ${first + 1}, which the sandbox needs, is taken`);
      expect(refused.output()).toContain('npm start -- --free-ports');
      const advised = typed(refused.output());
      await advised.ready.finally(() => release(holders));
      const own = settingsIn(refused.output());
      expect(advised.output()).toContain(`http://localhost:${own.LATCHKEY_PORT}`);
      expect(own.LATCHKEY_DATA_DIR).toBe(dataDir);

      const demoOf = async () => (await fetch(`http://127.0.0.1:${own.LATCHKEY_DEMO_PORT}/`)).text();
      const before = await demoOf();
      const again = start(own, [], usual);
      expect(await again.ended).toBe(1);
      expect(again.output()).toContain(`the data folder ${dataDir} is in use`);
      const { LATCHKEY_DATA_DIR: nextDir = '', LATCHKEY_PORT: nextPort } = settingsIn(again.output());
      try {
        await typed(again.output()).ready;
        expect((await fetch(`http://127.0.0.1:${nextPort}/readyz`)).status).toBe(200);
        expect(await demoOf()).toBe(before);
        expect(before).toContain(`"apiUrl":"http://localhost:${own.LATCHKEY_PORT}"`);
      } finally {
        await stopAll();
        rmSync(nextDir, { recursive: true, force: true });
      }
    }, 480_000);
  });

  it('refuses an option that it does not know', async () => {
    const all = start({}, ['--free-port']);
    expect(await all.ended).toBe(1);
    expect(all.output()).toContain('There is no option --free-port.');
  });

  it('[S55] is refused in production, with what to do', async () => {
    const all = start({ NODE_ENV: 'production' });
    expect(await all.ended).toBe(1);
    expect(all.output()).toContain('The sandbox does not run in production');
    expect(all.output()).toContain('LATCHKEY_SMTP_URL');
  });
});

describe('the guide of the first app', () => {
  it('leads from the sample of an apps file to a login, by its own commands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-app-'));
    symlinkSync(join(root, 'examples'), join(folder, 'examples'));
    const path = 'docs/guide/first-app.md';
    const shells = blocksOf({ path, text: readFileSync(join(root, path), 'utf8') }).filter(
      ({ language }) => language === 'sh',
    );
    const [prepare, begin, ...rest] = shells.map(({ text }) => text);
    expect(begin).toBe('npm start\n');
    const made = await shell(folder, `${prepare}`);
    const id = /Your app id is ([a-z0-9-]{25})\n/.exec(made)?.[1];
    await start({ LATCHKEY_CONFIG: join(folder, 'latchkey.config.json') }).ready;

    // Vite's part is what a test of its own does; here is what is asked of the service.
    const asked = rest.filter((text) => text.includes('curl') || text.includes('openssl'));
    expect(asked).toHaveLength(4);
    const output = await shell(folder, `APP_ID=${id}\n${asked.join('echo\n')}`);
    rmSync(folder, { recursive: true });
    expect(output).toContain('"name":"Your app"');
    expect(output).toContain('"google_oauth":true');
    expect(output).toContain('"address":"ada@example.com"');
    expect(output).toContain('"refresh_token":"');
    expect(output).toMatch(/^[0-9a-f]{64}$/m);
    expect(output).toMatch(/"name":"Another app".*"app_secret":"/);
  }, 480_000);
});

/** Runs commands of a guide, whose addresses are those of this start. @returns what they print */
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

/** Has ports, as another program would. */
async function hold(...taken: number[]): Promise<Server[]> {
  const servers = taken.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers;
}

async function release(holders: readonly Server[]): Promise<void> {
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
}

/** The variables of the command line that a refusal gives. */
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
  const child = startProcess(join(root, 'node_modules/.bin/tsx'), ['scripts/start.ts', ...args], {
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
  // A start that is meant to fail is awaited by `ended` alone.
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
