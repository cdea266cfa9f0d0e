import {
  type MovableClock,
  movableClock,
  openTestDatabase,
  randomId,
  type TestDatabase,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { failureLimits } from '@latchkey/wire';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSealing, nodeRandom, openKeyring } from '../../../crypto/index.ts';
import { fromRequest } from '../../../http/index.ts';
import { type Answering, type Listener, listen } from '../../../listen.ts';
import { alone } from '../../../workers/index.ts';
import { createRecoveryStore, type MethodParameters, type RecoveryMaterial } from '../index.ts';
import { createRemoteRecoveryStore } from './remoteStore.ts';
import { serveRecoveryStore } from './serveStore.ts';

const token = 'a-token-of-the-test-with-32-letters-or-more';
const log = pino({ enabled: false });

let clock: MovableClock;
let recovery: TestDatabase;
let server: Answering;
let listener: Listener;
let url: string;
beforeEach(async () => {
  clock = movableClock();
  recovery = await openTestDatabase();
  const world = { clock, database: recovery.database, fetch, log, random: nodeRandom, workers: alone };
  const keyring = openKeyring(world, [{ provider: 'environment', key: testKeks.recovery }], testConfig().aws);
  const store = createRecoveryStore(world, createSealing(world, { keyring, store: 'recovery' }));
  server = serveRecoveryStore(world, { store, token });
  listener = await listen(server, { port: 0, hosts: ['127.0.0.1'] });
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

test('health and readiness of the recovery store are public and uncached, and readiness ends when the store retires', async () => {
  const request = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, { method });
    const { headers, status } = response;
    const [type, caching] = [headers.get('content-type'), headers.get('cache-control')];
    expect(type, path).toBe('application/json');
    expect(caching, path).toBe('no-store');
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
])(
  'a %s recovery set is read as written, and its id accepts no other set and no other version',
  async (method, parameters) => {
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
      // The store refused the set but is up, so the user must not be told to try again later.
      await expect(store.put(ref, other)).rejects.toMatchObject({ code: 'invalid_data' });
    }
    const later = { ...ref, recoveryVersion: ref.recoveryVersion + 1 };
    await expect(store.put(later, material)).rejects.toMatchObject({ code: 'invalid_data' });
    expect(await store.get(ref)).toEqual(material);
    await expect(store.get(refOf(randomId()))).rejects.toMatchObject({ code: 'internal_error' });
  },
);

test('a service with another token finds the recovery store unavailable', async () => {
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

test('[S45] wrong tokens from many addresses of one IPv6 network count together, and other networks are not affected', async () => {
  const guess = async (remoteAddress: string) => {
    const headers = { authorization: 'Bearer a-wrong-token' };
    const request = new Request(`${url}/anything`, { method: 'POST', headers });
    return (await server.answer(fromRequest(request), { remoteAddress })).status;
  };
  const { calls } = failureLimits['recovery-token'];
  for (let address = 1; address <= calls; address += 1)
    expect(await guess(`2001:db8:1:2::${address.toString(16)}`)).toBe(401);
  expect(await guess('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await guess('2001:db8:1:3::1')).toBe(401);
  // IPv4 callers at a socket for both families are networks of their own.
  for (let call = 0; call < calls; call += 1) expect(await guess('::ffff:203.0.113.5')).toBe(401);
  expect(await guess('203.0.113.5')).toBe(429);
  expect(await guess('::ffff:203.0.113.6')).toBe(401);
});
