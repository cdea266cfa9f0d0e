import {
  createTestService,
  createWalletOwner,
  enterCustody,
  logIn,
  openTestDatabase,
  type TestDatabase,
  type TestService,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { custodyRoutes, directoryRoutes, failureLimits, keyRoutes } from '@latchkey/wire';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSealing, nodeRandom, openKeyring } from '../../../crypto/index.ts';
import { type Listener, listen } from '../../../listen.ts';
import { alone } from '../../../workers/index.ts';
import { createRecoveryStore } from '../index.ts';
import { serveRecoveryStore } from './serveStore.ts';
import { startTcpProxy, type TcpProxy } from './tcpProxy.testkit.ts';

const { create, recover } = custodyRoutes;
const token = 'a-token-of-the-test-with-32-letters-or-more';
const dayMs = 24 * 60 * 60_000;
const log = pino({ enabled: false });

let relay: TcpProxy;
let recovery: TestDatabase;
let listener: Listener | null;
let service: TestService;
beforeEach(async () => {
  relay = await startTcpProxy();
  recovery = await openTestDatabase();
  listener = null;
  const remote = { recoveryUrl: relay.url, recoveryToken: token, recoveryKeks: [] };
  // The store is not up yet: a service starts without it.
  service = await createTestService({ config: remote });
  await startStore();
});
afterEach(async () => {
  await service.close();
  await stopStore();
  await recovery.release();
  await relay.close();
});

async function startStore() {
  const { clock } = service;
  const { database } = recovery;
  const world = { clock, database, fetch, log, random: nodeRandom, workers: alone };
  const keyring = openKeyring(world, [{ provider: 'environment', key: testKeks.recovery }], testConfig().aws);
  const store = createRecoveryStore(world, createSealing(world, { keyring, store: 'recovery' }));
  listener = await listen(serveRecoveryStore(world, { store, token }), { port: 0, hosts: ['127.0.0.1'] });
  relay.lead(listener.port);
}

async function stopStore() {
  relay.lead(null);
  await listener?.close();
  listener = null;
}

let statements = 0;
async function count({ database }: Pick<TestDatabase, 'database'>, table: string): Promise<number> {
  statements += 1;
  const [row] = await database.statement<{ n: number }>(
    `remote_${statements}`,
    `select count(*)::integer as n from ${table}`,
  )([]);
  return row?.n ?? 0;
}

test('[S8] with a remote recovery store wallets are created and recovered, while the service holds neither recovery sets nor their KEK', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { json } = await ada.client.call(recover, ada.wallet.ref);
  const { auth_part, ciphertext, recovery_key } = ada.wallet.body.recovery;
  expect(json).toMatchObject({ auth_part, ciphertext, recovery_key });
  for (const table of ['recovery_sets', 'recovery_data_keys']) {
    expect(await count(service, table)).toBe(0);
    expect(await count(recovery, table)).toBe(1);
  }
  expect(await count(service, 'recoveries')).toBe(1);
  expect(await count(recovery, 'recoveries')).toBe(0);
  expect(await count(recovery, 'users')).toBe(0);
  expect(service.config.recoveryKeks).toEqual([]);
});

test('a remote recovery store refuses operations without its token, and a service with another token does not start', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const names = [
    'confirm',
    'destroy',
    'destroyAllOf',
    'get',
    'listKeks',
    'listUnconfirmed',
    'put',
    'rotate',
    'x',
  ];
  const given = [
    {},
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${token}x` },
    { authorization: token },
  ];
  for (const headers of given) {
    for (const name of names) {
      const response = await fetch(`${relay.url}/v1/${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ args: [service.app.id, ada.user.userId] }),
      });
      expect(response.status, name).toBe(401);
      expect(Object.keys(await response.json())).toEqual(['error', 'code']);
    }
  }
  expect(await count(recovery, 'recovery_sets')).toBe(1);
  await expect(service.startAnother({ config: { recoveryToken: `${token}x` } })).rejects.toThrow(
    'refuses LATCHKEY_RECOVERY_TOKEN',
  );
});

test('[S45] after too many wrong tokens from a network a remote recovery store refuses further ones, while the service continues to work', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const show = (shown: string) =>
    fetch(`${relay.url}/v1/listKeks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shown}` },
      body: '{"args":[]}',
    });
  for (let call = 0; call < failureLimits['recovery-token'].calls; call += 1) {
    expect((await show(`${token}${call}`)).status).toBe(401);
  }
  const refused = await show(`${token}x`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBe(1);
  expect((await ada.client.call(recover, ada.wallet.ref)).status).toBe(200);
});

test('a remote recovery store refuses an unknown operation, invalid JSON and a malformed call, even with its token', async () => {
  const request = async (path: string, body: string, method = 'POST') => {
    const response = await fetch(`${relay.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { body } : {}),
    });
    return response.status;
  };
  expect(await request('/v1/listKeks', '{"args":[]}')).toBe(200);
  expect(await request('/v1/constructor', '{"args":[]}')).toBe(404);
  expect(await request('/v1/listKeks', '', 'GET')).toBe(404);
  expect(await request('/v1/listKeks', '{')).toBe(400);
  expect(await request('/v1/listKeks', '{"args":{}}')).toBe(400);
});

test('while the remote recovery store is down a create stores no entropy, logins work, and the same request succeeds later', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await enterCustody(service, 'eve@example.com');
  await stopStore();
  const [created, recovered] = await Promise.all([
    eve.client.call(create, eve.wallet.body),
    ada.client.call(recover, ada.wallet.ref),
  ]);
  expect(created.status).toBe(503);
  expect(created.json.code).toBe('service_unavailable');
  expect(recovered.status).toBe(503);
  expect(recovered.json.code).toBe('service_unavailable');
  expect(await count(service, 'entropies')).toBe(1);
  expect((await logIn(service, 'bob@example.com')).user).toBeTruthy();

  await startStore();
  expect((await eve.client.call(create, eve.wallet.body)).json.created).toBe(true);
  for (const { client, wallet } of [ada, eve]) {
    const { json } = await client.call(recover, wallet.ref);
    expect(json).toMatchObject({ recovery_key: wallet.body.recovery.recovery_key });
  }
});

test('sweeps, deletion of a user and rotation of data keys reach the remote recovery store', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await enterCustody(service, 'eve@example.com');
  const taken = { ...eve.wallet.body.device, device_id: ada.wallet.body.device.device_id };
  await eve.client.call(create, { ...eve.wallet.body, device: taken });
  expect(await count(recovery, 'recovery_sets')).toBe(2);
  service.clock.advance(dayMs + 1);
  await service.service.sweep();
  expect(await count(recovery, 'recovery_sets')).toBe(1);

  const bearer = service.config.adminKey;
  expect((await service.call(keyRoutes.rotate, { bearer })).json).toEqual({ parts: 2, recovery: 2 });
  const { json } = await service.call(keyRoutes.list, { bearer });
  expect(json.stores.map(({ store, keks }) => [store, keks.length])).toEqual([
    ['parts', 1],
    ['recovery', 1],
  ]);

  const remove = () =>
    service.call(directoryRoutes.deleteUser, {
      params: { user_id: ada.user.userId },
      body: { immediately: 'true' },
    });
  await stopStore();
  expect((await remove()).status).toBe(503);
  expect(await count(recovery, 'recovery_sets')).toBe(1);
  await startStore();
  expect((await remove()).status).toBe(200);
  expect(await count(recovery, 'recovery_sets')).toBe(0);
  expect(await count(service, 'recoveries')).toBe(0);
});

test('a service whose own database still holds recovery sets does not start with a remote recovery store', async () => {
  const { world } = service;
  const keyring = openKeyring(world, testConfig().recoveryKeks, world.config.aws);
  const own = createRecoveryStore(world, createSealing(world, { keyring, store: 'recovery' }));
  const bytes = new Uint8Array(32);
  await own.put(
    { appId: service.app.id, userId: 'u', entropyUid: 'e', recoveryId: 'r', recoveryVersion: 1 },
    { method: 'privy', ciphertext: bytes, recoveryKey: bytes, parameters: null },
  );
  await expect(service.startAnother()).rejects.toThrow('still holds recovery sets');
});
