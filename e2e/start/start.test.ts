import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@latchkey/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAll } from '../../scripts/build.ts';
import { blocksOf } from '../../scripts/docs/markdown.ts';

const root = join(import.meta.dirname, '../..');
/** The built demo and what says from which sources it is. */
const demo = [join(root, 'apps/demo/dist'), join(root, '.cache/build/demo')];
const demoAppId = 'latchkey-demo-app-0000001';

interface Start {
  child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Resolves when the addresses are printed; rejects when it ends before. */
  ready: Promise<void>;
  /** The exit code. */
  ended: Promise<number | null>;
}

let ports: { service: number; sandbox: number; mail: number; demo: number };
let dataDir: string;
let running: Start[] = [];

beforeAll(async () => {
  ports = {
    service: await freePort(),
    sandbox: await freePort(),
    mail: await freePort(),
    demo: await freePort(),
  };
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
  await buildAll({ only: ['frame', 'server', 'sandbox'] });
  // These starts build the demo for a port of theirs; a developer's next `npm start` shall not have to build it again.
  const kept = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  for (const [index, path] of demo.entries()) {
    if (existsSync(path)) cpSync(path, join(kept, String(index)), { recursive: true });
  }
  return () => {
    rmSync(dataDir, { recursive: true, force: true });
    for (const [index, path] of demo.entries()) {
      rmSync(path, { recursive: true, force: true });
      if (existsSync(join(kept, String(index)))) cpSync(join(kept, String(index)), path, { recursive: true });
    }
    rmSync(kept, { recursive: true, force: true });
  };
});

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  running = [];
});

describe('npm start', () => {
  it('starts everything on both loopback addresses, stops on Ctrl-C, and keeps its data', async () => {
    const first = start();
    await first.ready;
    // Another port makes only the demo stale.
    expect(first.output()).not.toMatch(/built.*(frame|server|sandbox)/);
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect((await fetch(`http://${host}:${ports.service}/readyz`)).status).toBe(200);
      expect((await fetch(`http://${host}:${ports.sandbox}/inbox`)).status).toBe(200);
      expect(await (await fetch(`http://${host}:${ports.demo}/`)).text()).toContain('<div id="root">');
    }
    expect(first.output()).toContain(`http://localhost:${ports.demo}`);
    const keys = await signingKeys();

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await expect(fetch(`http://127.0.0.1:${ports.service}/readyz`)).rejects.toThrow();

    const second = start();
    await second.ready;
    expect(second.output()).not.toContain('built');
    expect(await signingKeys()).toBe(keys);
  }, 180_000);

  it('serves the site and nothing beside it', async () => {
    await start().ready;
    const outside = await fetch(`http://127.0.0.1:${ports.demo}/..%2f..%2fpackage.json`);
    expect(outside.status).toBe(404);
    expect(await outside.text()).toBe('Not found');
  });

  it('takes the rest down with a clear message when one program dies', async () => {
    const all = start();
    await all.ready;
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await all.ended).toBe(1);
    expect(all.output()).toContain('The service stopped by itself (SIGKILL), so everything stops.');
    await expect(fetch(`http://127.0.0.1:${ports.sandbox}/inbox`)).rejects.toThrow();
  });

  it('names a port that is taken and the variable that chooses another', async () => {
    const holder = createServer().listen(ports.sandbox, '127.0.0.1');
    await once(holder, 'listening');
    const all = start();
    expect(await all.ended).toBe(1);
    await new Promise((resolve) => holder.close(resolve));
    expect(all.output()).toContain(`Port ${ports.sandbox}, which the sandbox needs, is taken.`);
    expect(all.output()).toContain('LATCHKEY_SANDBOX_PORT=');
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
  }, 180_000);
});

/** Runs commands of a guide, whose addresses are those of this start. @returns what they print */
async function shell(cwd: string, script: string): Promise<string> {
  const text = script
    .replaceAll('localhost:4000', `localhost:${ports.service}`)
    .replaceAll('localhost:4010', `localhost:${ports.sandbox}`);
  const child = spawn('bash', ['--norc', '-euc', text], { cwd, env: { PATH: process.env.PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  return output;
}

function start(env: Record<string, string> = {}): Start {
  const child = spawn(join(root, 'node_modules/.bin/tsx'), ['scripts/start.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      LATCHKEY_PORT: String(ports.service),
      LATCHKEY_SANDBOX_PORT: String(ports.sandbox),
      LATCHKEY_SANDBOX_SMTP_PORT: String(ports.mail),
      LATCHKEY_DEMO_PORT: String(ports.demo),
      LATCHKEY_DATA_DIR: dataDir,
      ...env,
    },
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
