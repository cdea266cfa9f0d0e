import {
  type MovableClock,
  movableClock,
  openTestDatabase,
  randomId,
  type TestDatabase,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSealing, nodeRandom, openKeyring } from '../../../crypto/index.ts';
import { type Listener, listen } from '../../../listen.ts';
import { createRecoveryStore, type MethodParameters, type RecoveryMaterial } from '../index.ts';
import { createRemoteRecoveryStore } from './remoteStore.ts';
import { serveRecoveryStore } from './serveStore.ts';

// The recovery store behind its address, without the service that asks it.

const token = 'a-token-of-the-test-with-32-letters-or-more';
const log = pino({ enabled: false });

let clock: MovableClock;
let recovery: TestDatabase;
let listener: Listener;
let url: string;
beforeEach(async () => {
  clock = movableClock();
  recovery = await openTestDatabase();
  const world = { clock, database: recovery.database, fetch, log, random: nodeRandom };
  const keyring = openKeyring(world, [{ provider: 'environment', key: testKeks.recovery }], testConfig().aws);
  const store = createRecoveryStore(world, createSealing(world, { keyring, store: 'recovery' }));
  listener = await listen(serveRecoveryStore(world, { store, token }), { port: 0, hosts: ['127.0.0.1'] });
  url = `http://127.0.0.1:${listener.port}`;
});
afterEach(async () => {
  await listener.close();
  await recovery.release();
});

const open = (shown = token) =>
  createRemoteRecoveryStore({ database: recovery.database, fetch, log }, { url, token: shown });
const refOf = (recoveryId: string) => ({
  appId: 'latchkey-test-app-0000001',
  userId: 'did:privy:ada',
  entropyUid: 'entropy',
  recoveryId,
  recoveryVersion: 1,
});
const materialOf = (
  method: RecoveryMaterial['method'],
  parameters: MethodParameters | null,
): RecoveryMaterial => ({
  method,
  ciphertext: nodeRandom.bytes(45),
  recoveryKey: parameters ? null : nodeRandom.bytes(32),
  parameters,
});

test('it lives, and is ready until it retires, which it tells anyone and no cache', async () => {
  const request = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, { method });
    const { headers, status } = response;
    const [type, caching] = [headers.get('content-type'), headers.get('cache-control')];
    expect([path, type, caching]).toEqual([path, 'application/json', 'no-store']);
    return [status, await response.json()];
  };
  const well = [200, { status: 'ok' }];
  const stranger = [401, expect.objectContaining({ code: 'missing_or_invalid_token' })];
  for (const path of ['/healthz', '/readyz']) {
    expect(await request(path)).toEqual(well);
    expect(await request(path, 'POST')).toEqual(stranger);
  }
  await listener.retire();
  expect(await request('/healthz')).toEqual(well);
  expect(await request('/readyz')).toEqual([503, expect.objectContaining({ code: 'service_unavailable' })]);
});

test.each<[RecoveryMaterial['method'], MethodParameters | null]>([
  ['privy', null],
  ['google-drive', { record_name: 'a-file' }],
  ['icloud', { record_name: 'QUJD' }],
  ['passkey', { proof_hash: 'A'.repeat(43) }],
  [
    'user-passcode',
    {
      kdf: { algorithm: 'argon2id', memory_kib: 65_536, iterations: 3, parallelism: 1 },
      salt: 'A'.repeat(22),
      proof_hash: 'A'.repeat(43),
    },
  ],
])('a set of %s comes back as it was put, and its id takes no other one', async (method, parameters) => {
  const store = open();
  const ref = refOf(randomId());
  const material = materialOf(method, parameters);
  await store.put(ref, material);
  await store.put(ref, material);
  expect(await store.get(ref)).toEqual(material);
  const others: RecoveryMaterial[] = [
    { ...material, ciphertext: nodeRandom.bytes(45) },
    { ...material, method: method === 'icloud' ? 'google-drive' : 'icloud' },
    { ...material, recoveryKey: nodeRandom.bytes(32) },
    { ...material, parameters: { record_name: 'another' } },
  ];
  for (const other of others) {
    // The store has refused, and is there: the person is not told to come back later.
    await expect(store.put(ref, other)).rejects.toMatchObject({ code: 'invalid_data' });
  }
  expect(await store.get(ref)).toEqual(material);
  await expect(store.get(refOf(randomId()))).rejects.toMatchObject({ code: 'internal_error' });
});

test('a service with another token finds the store unavailable, whatever it asks', async () => {
  const stranger = open(`${token}x`);
  const ref = refOf(randomId());
  for (const refused of [
    stranger.put(ref, materialOf('privy', null)),
    stranger.get(ref),
    stranger.listUnconfirmed(clock.now() + 1),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await open().listUnconfirmed(clock.now() + 1)).toEqual([]);
});
