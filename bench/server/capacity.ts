import { createServer } from 'node:http';
import { type CallInput, type CustodyService, createCustodyClient, makeWallet } from '@latchkey/testkit';
import { custodyRoutes, type Route, webhookRoutes } from '@latchkey/wire';
import type { BenchResult, Figure } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { logIn, loginClient, seededRefreshClient } from './clients.ts';
import { openConnection } from './harness/connection.ts';
import { cpuSeconds } from './harness/cpu.ts';
import {
  adminKey,
  appId,
  origin,
  publicUrl,
  type ServerFixture,
  startServerFixture,
} from './harness/fixture.ts';
import { listenLocally } from './harness/listenLocally.ts';
import { drive, type LoadClient } from './harness/load.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';
import { runSql } from './harness/sql.ts';

const connections = 32;
const users = 100_000;
const owners = 400;
const rounds = 5;
const operations = 2_000;

/** Tables whose rows a user has, a session has, and a wallet has. */
const tablesOf = {
  user: ['users', 'linked_accounts'],
  session: ['sessions'],
  wallet: [
    'entropies',
    'embedded_wallets',
    'devices',
    'recoveries',
    'recovery_sets',
    'recovery_data_keys',
    'custody_requests',
    'linked_accounts',
  ],
} as const;

/** Calls the service's routes over HTTP, as a frame does. */
function remoteService({ service }: ServerFixture): CustodyService {
  return {
    app: { id: appId, allowed_origins: [origin] },
    config: { url: publicUrl },
    clock: { now: Date.now },
    async call<Body, Reply>({ method, path }: Route<Body, Reply>, { body, headers }: CallInput) {
      const response = await fetch(service.url + path, {
        method,
        headers: { 'content-type': 'application/json', 'privy-app-id': appId, origin: publicUrl, ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: (await response.json()) as never, headers: response.headers };
    },
  };
}

/** Logs users in, and creates a wallet for each. Returns a client for each that opens the wallet in its browser. */
async function createOwners(fixture: ServerFixture): Promise<LoadClient[]> {
  const remote = remoteService(fixture);
  const { send, close } = openConnection();
  const clients: LoadClient[] = [];
  for (let at = 0; at < owners; at += 1) {
    const { user, privy_access_token: token } = await logIn(fixture, `owner-${at}@latchkey.example`, send);
    const client = await createCustodyClient(remote, { token });
    const wallet = makeWallet({ appId, userId: user.id });
    const { json } = await client.call(custodyRoutes.create, wallet.body);
    if (!json.created) throw new Error(`The wallet was not created: ${json.code}`);
    const device = {
      ...wallet.ref,
      device_id: wallet.body.device.device_id,
      entropy_uid: wallet.entropyUid,
    };
    clients.push({
      operate: async () => (await client.call(custodyRoutes.connect, device)).status === 200,
    });
  }
  close();
  return clients;
}

/** Returns clients that share the owners: each opens the wallets of its share in turn. */
function openers(all: readonly LoadClient[]): LoadClient[] {
  return Array.from({ length: 8 }, (_, at) => {
    const own = all.filter((_, index) => index % 8 === at);
    let next = 0;
    return { operate: async (send) => own[next++ % own.length]?.operate(send) ?? false };
  });
}

/** Returns the bytes that tables take with their indexes. */
async function bytesOf({ databaseUrl }: ServerFixture, tables: readonly string[]): Promise<number> {
  const sum =
    'select sum(pg_total_relation_size(name::regclass))::int8 as bytes from unnest($1::text[]) name';
  const [row] = await runSql(databaseUrl, sum, [tables]);
  return Number(row?.bytes);
}

/** What an operation costs: CPU time in µs, and bytes that PostgreSQL writes to its log. */
interface Cost {
  readonly cpuUs: number;
  readonly databaseUs: number;
  readonly logBytes: number;
}

/** Returns what the service and PostgreSQL have used so far. */
async function readUse({ service, databasePid, databaseUrl }: ServerFixture): Promise<Cost> {
  const [row] = await runSql(databaseUrl, "select pg_current_wal_insert_lsn() - '0/0' as bytes");
  const us = (pid: number) => cpuSeconds(pid) * 1e6;
  return { cpuUs: us(service.pid), databaseUs: us(databasePid), logBytes: Number(row?.bytes) };
}

/** Resolves when every event of the audit log is sealed, so that its cost counts for the operation that recorded it. */
async function untilSealed({ databaseUrl }: ServerFixture): Promise<void> {
  const unsealed = 'select 1 from audit_events where sequence is null limit 1';
  while ((await runSql(databaseUrl, unsealed)).length > 0) await new Promise((end) => setTimeout(end, 200));
}

/** Measures the cost of one operation of a load, with the work that the service does for it later. */
async function measureOnce(
  fixture: ServerFixture,
  clients: readonly LoadClient[],
  isDone: () => Promise<void> = async () => {},
): Promise<Cost> {
  const before = await readUse(fixture);
  const { operations: done, failures } = await drive(clients, { operations });
  if (failures > 0) throw new Error(`${failures} operations failed`);
  await isDone();
  await untilSealed(fixture);
  const after = await readUse(fixture);
  const each = (name: keyof Cost) => (after[name] - before[name]) / done;
  return { cpuUs: each('cpuUs'), databaseUs: each('databaseUs'), logBytes: each('logBytes') };
}

/** A back end that receives events of the app, and a way to wait for their number. */
async function startReceiver(fixture: ServerFixture) {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end();
      received += 1;
    });
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}/`;
  const path = webhookRoutes.create.path.replace('{id}', appId);
  const created = await fetch(fixture.service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['user.authenticated'] }),
  });
  if (!created.ok) throw new Error(`The webhook was answered ${created.status} ${await created.text()}`);
  return {
    /** Resolves when that many events have arrived and their deliveries are closed. */
    async until(count: number) {
      const pending = "select 1 from webhook_deliveries where state = 'pending' limit 1";
      const isOpen = async () => (await runSql(fixture.databaseUrl, pending)).length > 0;
      while (received < count || (await isOpen())) await new Promise((end) => setTimeout(end, 200));
    },
    close: () => server.close(),
  };
}

/**
 * Measures what one operation costs the service's process and PostgreSQL, and what a user, a session, a wallet and an
 * audit event take on disk. `docs/scaling.md` computes from these figures what one database node carries.
 */
export async function capacityBench(): Promise<BenchResult> {
  const fixture = await startServerFixture({ codes: 'hand' });
  try {
    await seedUsers(fixture.databaseUrl, 0, users);
    const userBytes = await bytesOf(fixture, tablesOf.user);
    const sessionBytes = await bytesOf(fixture, tablesOf.session);
    const wallets = await createOwners(fixture);
    const walletBytes =
      (await bytesOf(fixture, tablesOf.wallet)) - (await bytesOf(fixture, ['linked_accounts']));
    const range = Array.from({ length: connections }, (_, at) => at);
    let nextLogin = 0;
    let nextSignUp = 0;
    const login = loginClient(fixture, () => seededEmail(nextLogin++));
    const signUp = loginClient(fixture, () => `new-${nextSignUp++}@latchkey.example`);
    const clients: Record<string, readonly LoadClient[]> = {
      refresh: range.map((at) => {
        let step = 0;
        return seededRefreshClient(fixture, () => ((step++ * 7919) % 3_000) * connections + at);
      }),
      login: range.map(() => login),
      'sign-up': range.map(() => signUp),
      'open a wallet': openers(wallets),
    };
    const costs: Record<string, Cost[]> = {};
    for (const [name, load] of Object.entries(clients)) {
      await drive(load, { operations });
      await untilSealed(fixture);
      costs[name] = await inRounds({ rounds }, () => measureOnce(fixture, load));
    }
    const receiver = await startReceiver(fixture);
    // A login whose event is delivered, less a login.
    costs.webhook = await inRounds({ rounds }, async (round) => {
      const load = clients.login ?? [];
      const delivered = await measureOnce(fixture, load, () => receiver.until((round + 1) * operations));
      const plain = costs.login?.[round] ?? delivered;
      return {
        cpuUs: delivered.cpuUs - plain.cpuUs,
        databaseUs: delivered.databaseUs - plain.databaseUs,
        logBytes: delivered.logBytes - plain.logBytes,
      };
    });
    receiver.close();
    const [events] = await runSql(fixture.databaseUrl, 'select count(*)::int8 as count from audit_events');
    const eventBytes = (await bytesOf(fixture, ['audit_events'])) / Number(events?.count);
    const figuresOf = ([name, measured]: [string, Cost[]]): Figure[] => [
      { name: `${name}, CPU of the service`, ...overRounds(measured, (cost) => cost.cpuUs), unit: 'µs' },
      { name: `${name}, CPU of PostgreSQL`, ...overRounds(measured, (cost) => cost.databaseUs), unit: 'µs' },
      { name: `${name}, PostgreSQL's log`, ...overRounds(measured, (cost) => cost.logBytes), unit: 'B' },
    ];
    return {
      bench: 'capacity',
      figures: [
        ...Object.entries(costs).flatMap(figuresOf),
        { name: 'a user with an email account', value: userBytes / users, unit: 'B' },
        { name: 'a session', value: sessionBytes / users, unit: 'B' },
        { name: 'a wallet', value: walletBytes / owners, unit: 'B' },
        { name: 'an event of the audit log', value: eventBytes, unit: 'B' },
      ],
    };
  } finally {
    await fixture.close();
  }
}
