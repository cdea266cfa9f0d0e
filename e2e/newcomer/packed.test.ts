import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startSandbox } from '@latchkey/sandbox';
import { findPostgres, freePort, startPostgres } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAll } from '../../scripts/pack.ts';
import { openInbox } from '../harness/index.ts';
import { open, type } from './shell.ts';

// Installs the packed packages in an empty folder. Takes a minute and needs the
// package registry, so only the wide run has it.

/** Packages of a machine that runs the command line, and those that only development needs. */
const needed = ['cli', 'frame', 'server', 'wire'];
const optional = ['sandbox'];

/** Limit of the size of an install for production in MB. The embedded database takes a third of it. */
const ceilingMb = 160;

let folder: string;
/** Folder with an install for production. */
let lean: string;
let tarballs: readonly string[];

const tarballOf = (name: string) =>
  tarballs.find((file) => file.includes(`latchkey-${name}-`)) ?? expect.fail(`${name} was not packed`);

/** Installs packages into a new folder below the test's own. Returns the folder. */
async function install(name: string, packages: readonly string[], ...options: string[]): Promise<string> {
  const into = join(folder, name);
  await mkdir(into);
  await writeFile(join(into, 'package.json'), '{ "private": true }');
  await type(['npm install', ...options, ...packages.map(tarballOf)].join(' '), into);
  return into;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'));
  tarballs = await packAll(join(folder, 'packed'));
  lean = await install('lean', needed, '--omit=optional', '--omit=dev');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('latchkey start in an empty folder with the packed packages starts service, sandbox, demo and hosted pages', async () => {
  const cwd = await install('all', [...needed, ...optional]);
  const latchkey = open('npx latchkey start --free-ports', cwd);
  try {
    await latchkey.says(/Ctrl-C stops everything/);
    const urlOf = (name: string) =>
      new RegExp(`^ +${name} +(http://localhost:\\d+)`, 'm').exec(latchkey.output())?.[1] ?? '';
    expect((await fetch(`${urlOf('service')}/readyz`)).status).toBe(200);
    expect(await (await fetch(urlOf('demo'))).text()).toContain('<div id="root">');
    expect((await fetch(`${urlOf('hosted')}/connections`)).status).toBe(200);
    expect((await fetch(`${urlOf('inbox')}/inbox`)).status).toBe(200);
    const told = await type(
      `npx latchkey verify-frame ${urlOf('service')} --app latchkey-demo-app-0000001`,
      cwd,
    );
    expect(told).not.toContain('✗');
  } finally {
    await latchkey.stop();
  }
  expect(await readdir(cwd)).toEqual(expect.arrayContaining(['.latchkey', 'node_modules']));
});

test('latchkey start without the sandbox says how to install it', async () => {
  await expect(type('npx latchkey start', lean)).rejects.toThrow('npm install @latchkey/sandbox');
});

test('production is set up, checked, migrated and served with the command line alone, and logs a user in', async () => {
  const programs = findPostgres() ?? expect.fail('there is no PostgreSQL');
  expect((await sizeOf(lean)) / 2 ** 20).toBeLessThan(ceilingMb);
  const [postgres, sandbox, port] = await Promise.all([
    startPostgres(programs),
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
    freePort(),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const email = 'ada@tidewater.example';
  const latchkey = (line: string, env = {}) => type(`npx latchkey ${line}`, lean, env);
  try {
    const flags = `--url ${url} --mail-from 'Tidewater <login@tidewater.example>' --app-name Tidewater --app-origin https://tidewater.example`;
    const secrets = { LATCHKEY_SMTP_URL: sandbox.smtpUrl, LATCHKEY_DATABASE_URL: postgres.url };
    await latchkey(`init ${flags}`, secrets);
    await latchkey(`doctor --env-file latchkey.env --before-start --test-mail ${email}`);
    await expect(latchkey('migrate --check --env-file latchkey.env')).rejects.toThrow('pending');
    await latchkey('migrate --env-file latchkey.env');
    await latchkey('migrate --check --env-file latchkey.env');
    const service = open('npx latchkey serve --env-file latchkey.env', lean, { LATCHKEY_PORT: String(port) });
    try {
      await service.says(/"msg":"listening"/);
      expect(await latchkey('doctor --env-file latchkey.env')).toContain('✓ frame-headers');
      const { LATCHKEY_ADMIN_KEY: key = '' } = parseEnv(await readFile(join(lean, 'latchkey.env'), 'utf8'));
      const apps = await latchkey('apps list --json', { LATCHKEY_URL: url, LATCHKEY_ADMIN_KEY: key });
      const [{ id }] = (JSON.parse(apps) as { apps: [{ id: string }] }).apps;
      const call = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'privy-app-id': id };
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        expect(response.status, path).toBe(200);
        return response.json();
      };
      const { length: before } = sandbox.inbox.list(email);
      await call('/api/v1/passwordless/init', { email });
      expect(before).toBeGreaterThan(0);
      const code = await openInbox(sandbox.url).nextCode(email);
      expect(await call('/api/v1/passwordless/authenticate', { email, code })).toMatchObject({
        is_new_user: true,
      });
    } finally {
      await service.stop();
    }
  } finally {
    await Promise.all([postgres.destroy(), sandbox.close()]);
  }
});

async function sizeOf(of: string): Promise<number> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
