import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostgres,
  type Issuer,
  type PostgresServer,
  type ServerProcess,
  startIssuer,
  startPostgres,
  startServerProcess,
  testKeks,
} from '@latchkey/testkit';
import { customTokenRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Browser,
  openBrowser,
  type Surroundings,
  stubNetwork,
} from '../../packages/frame/src/frameBrowser.testkit.ts';
import { signerOfHello } from '../../packages/frame/src/frameFixture.testkit.ts';
import { run } from '../../scripts/run.ts';
import { stretch } from '../crash/custodyOperations.ts';
import { commandsOf } from './commands.ts';

// The commands of docs/guide/backups.md, unchanged, on real processes and databases. Wallets are created, everything
// is backed up, destroyed and restored, and the wallets are recovered and sign.

const origin = 'http://localhost:4000';
const parentOrigin = 'http://localhost:3000';
const app = 'latchkey-drill-app-000001';
const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const network = globalThis.fetch;
const programs = findPostgres() ?? '';
const password = 'correct-horse-battery';

let issuer: Issuer;
let folder: string;
let service: ServerProcess;
let port = 0;
const processes: ServerProcess[] = [];
const servers: PostgresServer[] = [];

beforeAll(async () => {
  // A login with a token of the host's own sign-in needs no code to wait for.
  issuer = await startIssuer(() => Date.now());
});
afterAll(() => issuer.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-drill-'));
  stubNetwork(around);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const process of processes.splice(0)) {
    process.kill('SIGKILL');
    await process.exited;
  }
  await Promise.all(servers.splice(0).map((server) => server.destroy()));
  rmSync(folder, { recursive: true, force: true });
});

const around: Surroundings = {
  origin,
  appId: app,
  parentOrigin,
  stretch,
  send: (url, init) => network(url.replace(origin, `http://127.0.0.1:${port}`), init),
};

async function startDatabase(): Promise<string> {
  const server = await startPostgres(programs);
  servers.push(server);
  return server.url;
}

function spawn(env: Record<string, string>, args: readonly string[] = []): ServerProcess {
  const process = startServerProcess(env, folder, args);
  processes.push(process);
  return process;
}

async function startService(env: Record<string, string>): Promise<void> {
  const config = join(folder, 'apps.json');
  const settings = {
    id: app,
    name: 'Drill',
    allowed_origins: [parentOrigin],
    custom_jwt_auth: true,
    email_auth: true,
    custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
  };
  writeFileSync(config, JSON.stringify({ apps: [settings] }));
  service = spawn({ LATCHKEY_CONFIG: config, ...env });
  port = await service.listening;
}

async function stop(process: ServerProcess): Promise<void> {
  process.kill('SIGTERM');
  expect(await process.exited).toBe(0);
}

async function follow(section: string, step: 'back up' | 'restore', env: Record<string, string>) {
  const PATH = `${programs}:${process.env.PATH}`;
  await run('bash', ['-euc', commandsOf(section, step)], { cwd: folder, env: { ...env, PATH } });
}

async function logIn(name: string): Promise<Browser> {
  const token = await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: name });
  const reply = await network(`http://127.0.0.1:${port}${customTokenRoutes.authenticate.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': app, origin: parentOrigin },
    body: JSON.stringify({ token }),
  });
  const { privy_access_token: access } = (await reply.json()) as TokenReply;
  expect(access, `the login of ${name}: ${reply.status}`).toBeTruthy();
  return openBrowser(around, access ?? '');
}

const named = (wallet: string) => ({ entropyId: wallet, entropyIdVerifier: 'ethereum-address-verifier' });

async function signs(browser: Browser, wallet: string): Promise<boolean> {
  const request = { method: 'personal_sign', params: ['hello', wallet] };
  const asked = { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 0, request };
  return signerOfHello(await browser.request('privy:wallets:rpc', asked)) === wallet;
}

interface Owner {
  readonly name: string;
  readonly wallet: string;
  readonly browser: Browser;
  readonly opensBy: object;
}

async function makeOwners(): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const [name, made, opensBy] of [
    ['ada', {}, {}],
    [
      'grace',
      { recoveryMethod: 'user-passcode', recoveryPassword: password },
      { recoveryPassword: password },
    ],
  ] as const) {
    const browser = await logIn(name);
    const { data, error } = await browser.request('privy:wallet:create', made);
    expect(error).toBeUndefined();
    const wallet = String(data?.address);
    expect(await signs(browser, wallet)).toBe(true);
    owners.push({ name, wallet, browser, opensBy });
  }
  return owners;
}

/** Expects the browser that held the wallet to sign again, and another browser to recover the wallet and sign. */
async function expectBack({ name, wallet, browser, opensBy }: Owner): Promise<void> {
  await browser.reload();
  expect(await signs(browser, wallet), `${name} in the browser that holds the wallet`).toBe(true);
  const other = await logIn(name);
  expect((await other.request('privy:wallets:connect', named(wallet))).error?.type).toBe(
    'wallet_not_on_device',
  );
  const recovered = await other.request('privy:wallets:recover', { ...named(wallet), ...opensBy });
  expect(recovered, name).toEqual({ data: { entropyId: wallet } });
  expect(await signs(other, wallet), `${name} after a recovery`).toBe(true);
}

const keks = { LATCHKEY_PARTS_KEK: base64(testKeks.parts), LATCHKEY_RECOVERY_KEK: base64(testKeks.recovery) };
const timeoutMs = 300_000;

describe('after the drill users recover their wallets and sign', () => {
  test(
    'the guide’s commands restore PostgreSQL on another server, and the service starts there with the LATCHKEY_PARTS_KEK of the backed-up service, but not with another',
    async () => {
      const before = { LATCHKEY_DATABASE_URL: await startDatabase() };
      await startService({ ...keks, ...before });
      const owners = await makeOwners();
      // The backup is made while the service runs.
      await follow('PostgreSQL', 'back up', before);
      await stop(service);
      await Promise.all(servers.splice(0).map((server) => server.destroy()));

      const after = { LATCHKEY_DATABASE_URL: await startDatabase() };
      await follow('PostgreSQL', 'restore', after);
      const wrong = spawn({ ...keks, ...after, LATCHKEY_PARTS_KEK: base64(new Uint8Array(32).fill(9)) });
      expect(await wrong.exited).toBe(1);
      expect(wrong.output()).toContain('LATCHKEY_PARTS_KEK is not the key');
      await startService({ ...keks, ...after });
      for (const owner of owners) await expectBack(owner);
    },
    timeoutMs,
  );

  test(
    'the guide’s commands restore a separate recovery store with its own process, database and key',
    async () => {
      const token = 'a-token-between-the-two-Ahb3Oe9x';
      const { LATCHKEY_PARTS_KEK, LATCHKEY_RECOVERY_KEK } = keks;
      const start = async (urls: Record<'service' | 'store', string>) => {
        const own = { LATCHKEY_RECOVERY_DATABASE_URL: urls.store, LATCHKEY_RECOVERY_KEK };
        const store = spawn({ ...own, LATCHKEY_RECOVERY_TOKEN: token }, ['recovery']);
        const url = `http://127.0.0.1:${await store.listening}`;
        await startService({
          LATCHKEY_DATABASE_URL: urls.service,
          LATCHKEY_PARTS_KEK,
          LATCHKEY_RECOVERY_URL: url,
          LATCHKEY_RECOVERY_TOKEN: token,
        });
        return store;
      };
      const toEnv = (urls: Record<'service' | 'store', string>) => ({
        LATCHKEY_DATABASE_URL: urls.service,
        LATCHKEY_RECOVERY_DATABASE_URL: urls.store,
      });
      const before = { service: await startDatabase(), store: await startDatabase() };
      const store = await start(before);
      const owners = await makeOwners();
      await follow('With a recovery store of its own', 'back up', toEnv(before));
      await stop(service);
      await stop(store);
      await Promise.all(servers.splice(0).map((server) => server.destroy()));

      const after = { service: await startDatabase(), store: await startDatabase() };
      await follow('With a recovery store of its own', 'restore', toEnv(after));
      await start(after);
      for (const owner of owners) await expectBack(owner);
    },
    timeoutMs,
  );

  test(
    'the guide’s commands restore the embedded database, whose folder holds its keys',
    async () => {
      const env = { LATCHKEY_DATA_DIR: join(folder, 'data') };
      mkdirSync(env.LATCHKEY_DATA_DIR);
      await startService(env);
      const owners = await makeOwners();
      await stop(service);
      await follow('The embedded database', 'back up', env);
      rmSync(env.LATCHKEY_DATA_DIR, { recursive: true });
      await follow('The embedded database', 'restore', env);
      expect(readFileSync(join(env.LATCHKEY_DATA_DIR, 'parts.kek'), 'utf8')).not.toBe('');
      await startService(env);
      for (const owner of owners) await expectBack(owner);
    },
    timeoutMs,
  );
});
