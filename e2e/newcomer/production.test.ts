import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  findPostgres,
  freePort,
  type PostgresServer,
  startPostgres,
  temporaryFolder,
} from '@latchkey/testkit';
import { Address, Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/build/contentHash.ts';
import { shareBrowser } from '../harness/index.ts';
import { type Caddy, startCaddy } from './caddy.ts';
import { type Install, packForInstalls, programPackages } from './install.ts';
import { collectProblems, logInOn } from './logInOn.ts';
import { type Guide, open, readGuide, type } from './shell.ts';

// An operator's first hour: the commands of the guide to production, with packed packages in empty folders, behind TLS
// on names of this machine. Takes two minutes and needs the package registry, so only the wide run has it.

/**
 * Module that resolves names below `localhost` to this machine (RFC 6761 §6.3), in place of the operator's DNS records.
 * Browsers and systemd's resolver do it too; the C library of Debian does not.
 */
const loopbackNames = `
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

for (const owner of [dns, dns.promises]) {
  const { lookup } = owner;
  owner.lookup = (name, ...rest) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest);
}
syncBuiltinESMExports();
`;

/** Page of the operator's app. */
const page = `
import { LatchkeyProvider, useLatchkey, useSignMessage, useWallets } from '@latchkey/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Account() {
  const { ready, authenticated, user, login } = useLatchkey();
  const { signMessage } = useSignMessage();
  const [wallet] = useWallets().wallets;
  const [signature, setSignature] = useState('');
  if (!authenticated) return <button disabled={!ready} onClick={() => login()}>Log in</button>;
  const sign = () => signMessage({ message: 'Tidewater' }).then(setSignature, console.error);
  return (
    <>
      <p id="email">{user?.email?.address}</p>
      <p id="address">{wallet?.address}</p>
      <button disabled={!wallet} onClick={sign}>Sign a message</button>
      <p id="signature">{signature}</p>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider appId={import.meta.env.VITE_APP_ID} apiUrl={import.meta.env.VITE_API_URL}>
    <Account />
  </LatchkeyProvider>,
);
`;
const document =
  '<!doctype html><title>Tidewater</title><div id="root"></div><script type="module" src="/main.tsx"></script>';

const email = 'ada@tidewater.example';

let folder: string;
let install: Install;
let postgres: PostgresServer;
let sandbox: Sandbox;
let caddy: Caddy;
let guide: Guide;
/** Folder of the operator's machine, and its environment. */
let machine: string;
let env: Record<string, string>;
let sites: { auth: string; wallet: string; shop: string };

/** Creates databases with an owner each, as an operator does with `createuser` and `createdb`. */
async function createDatabases(...names: string[]): Promise<string[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  for (const name of names) {
    await client.query(`create role ${name}_owner login`);
    await client.query(`create database ${name} owner ${name}_owner`);
  }
  await client.end();
  const { host } = new URL(postgres.url);
  return names.map((name) => `postgres://${name}_owner@${host}/${name}`);
}

beforeAll(async () => {
  folder = temporaryFolder('production');
  const programs = findPostgres() ?? expect.fail('there is no PostgreSQL');
  [install, postgres, sandbox] = await Promise.all([
    packForInstalls(folder),
    startPostgres(programs),
    // The operator's mail server. Its inbox has what users get.
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
  ]);
  const [port, service, hosted, recovery] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const siteOf = (name: string) => `https://${name}.localhost:${port}`;
  sites = { auth: siteOf('auth'), wallet: siteOf('wallet'), shop: siteOf('shop') };
  guide = await readGuide(root, 'docs/guide/production.md', {
    'https://auth.example.com': sites.auth,
    'https://wallet.example.com': sites.wallet,
    'https://shop.example.com': sites.shop,
    'you@example.com': email,
  });
  caddy = await startCaddy(folder, {
    file: `${guide.file('/etc/caddy/Caddyfile')}\nshop.example.com {\n\troot * ${folder}/shop/dist\n\tfile_server\n}\n`,
    port,
    upstreams: { 4000: service, 4002: hosted },
  });
  const names = join(folder, 'names.mjs');
  await writeFile(names, loopbackNames);
  machine = await install('machine', programPackages, '--omit=optional', '--omit=dev');
  env = {
    PATH: `${machine}/node_modules/.bin:${process.env.PATH}`,
    XDG_CONFIG_HOME: join(machine, '.config'),
    NODE_OPTIONS: `--import ${pathToFileURL(names)}`,
    NODE_EXTRA_CA_CERTS: caddy.authority,
    // Other programs may have the usual ports.
    LATCHKEY_PORT: String(service),
    LATCHKEY_HOSTED_PORT: String(hosted),
    LATCHKEY_RECOVERY_PORT: String(recovery),
    LATCHKEY_RECOVERY_URL: `http://127.0.0.1:${recovery}`,
  };
});
afterAll(async () => {
  await Promise.all([caddy?.stop(), postgres?.destroy(), sandbox?.close()]);
  if (folder) await rm(folder, { recursive: true, force: true });
});

const run = (command: string, more: Record<string, string> = {}) =>
  type(command, machine, { ...env, ...more });

/** Starts a program that keeps running, and waits until it listens. */
async function serve(command: string) {
  const program = open(command, machine, env);
  await program.says(/"msg":"listening"/);
  return program;
}

/** Returns the ids of the checks that the doctor marks in this way. */
const marked = (told: string, mark: string) =>
  told
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.split(/[ :]+/)[1] ?? '');

/** Expects the doctor to find nothing, and to make every check except these. */
async function expectHealthy(...left: string[]): Promise<void> {
  const told = await run(guide.command('latchkey doctor --env-file latchkey.env'));
  expect(marked(told, '✗'), told).toEqual([]);
  // Node.js 20, with which these tests may run, gets no fixes any more.
  expect(
    marked(told, '!').filter((id) => id !== 'node-version'),
    told,
  ).toEqual([]);
  expect(marked(told, '–'), told).toEqual(left);
}

/** Builds the operator's page with the packed packages into the folder that Caddy serves. */
async function buildPage(appId: string): Promise<void> {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { vite: string };
  };
  const libraries = ['react', 'core', 'frame', 'wire'];
  const others = ['react@19', 'react-dom@19', `vite@${devDependencies.vite}`];
  const shop = await install('shop', [...libraries, ...others]);
  await writeFile(join(shop, 'index.html'), document);
  await writeFile(join(shop, 'main.tsx'), page);
  await writeFile(join(shop, 'tsconfig.json'), '{ "compilerOptions": { "jsx": "react-jsx" } }');
  await type('npx vite build', shop, { VITE_APP_ID: appId, VITE_API_URL: sites.auth });
}

test('the commands of the guide to production set up three programs behind TLS that the doctor finds healthy, and a user of an app logs in, gets a wallet and signs', async () => {
  const [database = '', recoveryDatabase = ''] = await createDatabases('service', 'recovery');
  const secrets = {
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_DATABASE_URL: database,
    LATCHKEY_RECOVERY_DATABASE_URL: recoveryDatabase,
  };
  const answers = `--url ${sites.auth} --mail-from 'Tidewater <login@tidewater.example>' --app-name Tidewater --app-origin ${sites.shop}`;
  await run(`${guide.command('latchkey init')} ${answers} --hosted-url ${sites.wallet}`, secrets);
  expect(await readdir(machine)).toEqual(
    expect.arrayContaining([
      'hosted.env',
      'latchkey-hosted.service',
      'latchkey-recovery.service',
      'latchkey.config.json',
      'latchkey.env',
      'latchkey.service',
      'recovery.env',
    ]),
  );

  const recovery = await serve('latchkey serve recovery --env-file recovery.env');
  const before = await run(guide.command('latchkey doctor --env-file latchkey.env --before-start'));
  expect(marked(before, '✗'), before).toEqual([]);
  expect(sandbox.inbox.list(email)).toHaveLength(1);
  const hosted = await serve('latchkey serve hosted --env-file hosted.env');
  let service = await serve('latchkey serve --env-file latchkey.env');
  try {
    await expectHealthy('test-mail');

    const variables = join(machine, 'latchkey.env');
    const text = await readFile(variables, 'utf8');
    const { LATCHKEY_ADMIN_KEY = '' } = parseEnv(text);
    await run(guide.command('latchkey login'), { LATCHKEY_ADMIN_KEY });
    const [, appId = ''] = /^([a-z0-9]{25})$/m.exec(await run(guide.command('latchkey apps create'))) ?? [];
    expect(await run(guide.command('latchkey tokens create "Help desk"'))).toMatch(/^lko_/m);

    // Without the shared key, the token of the login and tokens made in the database work.
    await service.stop();
    await writeFile(variables, text.replace(/^LATCHKEY_ADMIN_KEY=.*$/m, 'LATCHKEY_ADMIN_KEY=off'));
    service = await serve('latchkey serve --env-file latchkey.env');
    await expectHealthy('test-mail');
    const created = await run(guide.command('latchkey tokens create "Ada Lovelace" --in-database'));
    const [LATCHKEY_TOKEN = ''] = /^lko_\S+$/m.exec(created) ?? [];
    const tokens = await run('latchkey tokens list', { LATCHKEY_TOKEN, LATCHKEY_URL: sites.auth });
    expect(tokens).toContain('  support  Help desk  ');
    expect(tokens).toContain('  admin  Ada Lovelace  ');

    await buildPage(appId);
    await logInAndSign();
  } finally {
    await Promise.all([service.stop(), hosted.stop(), recovery.stop()]);
  }
});

/** Logs in on the operator's page, and signs with the new wallet. */
async function logInAndSign(): Promise<void> {
  const browser = await shareBrowser();
  try {
    const visit = await (await browser.open()).newPage();
    const problems = collectProblems(visit);
    await logInOn(visit, { email, inboxUrl: sandbox.url, url: sites.shop });
    const modal = visit.locator('latchkey-modal');
    await modal.waitFor({ state: 'detached' });
    expect(await visit.locator('#email').textContent()).toBe(email);
    await visit.getByRole('button', { name: 'Sign a message', disabled: false }).click();
    await modal.getByRole('button', { name: 'Sign', exact: true }).click();
    const shown = visit.locator('#signature:not(:empty)');
    await shown.waitFor();
    const signature = Signature.fromHex((await shown.textContent()) as Hex.Hex);
    const payload = PersonalMessage.getSignPayload(Hex.fromString('Tidewater'));
    const signer = Address.checksum(Secp256k1.recoverAddress({ payload, signature }));
    expect(signer).toBe(await visit.locator('#address').textContent());
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
}
