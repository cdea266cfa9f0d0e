import {
  createTestService,
  createWalletOwner,
  enterCustody,
  randomId,
  type TestService,
  testKeks,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSealing, nodeRandom, openKeyring } from '../../crypto/index.ts';
import type { World } from '../../world.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { create, recover } = custodyRoutes;
const dayMs = 24 * 60 * 60_000;
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

let statements = 0;
async function select<Row>(sql: string): Promise<Row[]> {
  statements += 1;
  return service.database.statement<Row>(`select_${statements}`, sql)([]);
}

/** Returns the sealing of an attacker who has stolen a store and a key-encryption key. */
function thiefOf(store: 'parts' | 'recovery', kek: Uint8Array) {
  const { clock, database, config } = service;
  const world = {
    clock,
    database,
    config,
    random: nodeRandom,
    log: pino({ enabled: false }),
  } as unknown as World;
  return createSealing(world, {
    keyring: openKeyring(world, [{ provider: 'environment', key: kek }], config.aws),
    store,
  });
}

async function listSealed() {
  const [device] = await select<{ auth_part: Uint8Array }>('select auth_part from devices');
  const [recovery] = await select<{ auth_part: Uint8Array }>('select auth_part from recoveries');
  const [set] = await select<{ ciphertext: Uint8Array; recovery_key: Uint8Array }>(
    'select ciphertext, recovery_key from recovery_sets',
  );
  if (!device || !recovery || !set) throw new Error('no wallet');
  return { device: device.auth_part, recovery: recovery.auth_part, ...set };
}

test('[S8] the database contains no auth part and no recovery secret in clear text', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { device, recovery } = ada.wallet.body;
  const tables = await select<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(10);
  const dumps = await Promise.all(
    tables.map(({ name }) => select<{ row: string }>(`select t::text as row from "${name}" t`)),
  );
  const dump = dumps
    .flat()
    .map(({ row }) => row)
    .join('\n');
  expect(dump).toContain(device.device_id);
  for (const secret of [device.auth_part, recovery.auth_part, recovery.ciphertext, recovery.recovery_key]) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(bytesOf(secret).toString('hex'));
  }
});

test('[S8] the main store and its KEK open auth parts, but no recovery set', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { appId, userId, uid, set } = placesOf(ada);
  const sealed = await listSealed();
  const thief = thiefOf('parts', testKeks.parts);
  const devicePlace = [userId, uid, ada.wallet.body.device.device_id, 'device-auth'];
  expect(Buffer.from(await thief.open(appId, devicePlace, sealed.device))).toEqual(
    bytesOf(ada.wallet.body.device.auth_part),
  );
  for (const store of ['parts', 'recovery'] as const) {
    const other = thiefOf(store, testKeks.parts);
    await expect(other.open(appId, set('recovery-ciphertext'), sealed.ciphertext)).rejects.toThrow();
    await expect(other.open(appId, set('recovery-key'), sealed.recovery_key)).rejects.toThrow();
  }
});

test('[S8] the recovery store and its KEK open recovery sets, but no auth part', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { appId, userId, uid, set } = placesOf(ada);
  const sealed = await listSealed();
  const thief = thiefOf('recovery', testKeks.recovery);
  const { recovery, device } = ada.wallet.body;
  expect(Buffer.from(await thief.open(appId, set('recovery-key'), sealed.recovery_key))).toEqual(
    bytesOf(recovery.recovery_key),
  );
  for (const store of ['parts', 'recovery'] as const) {
    const other = thiefOf(store, testKeks.recovery);
    const places = [
      other.open(appId, [userId, uid, device.device_id, 'device-auth'], sealed.device),
      other.open(appId, [userId, uid, recovery.recovery_id, 'recovery-auth'], sealed.recovery),
    ];
    for (const place of places) await expect(place).rejects.toThrow();
  }
});

function placesOf({ user, wallet }: Awaited<ReturnType<typeof createWalletOwner>>) {
  const { recovery_id } = wallet.body.recovery;
  const { userId } = user;
  const uid = wallet.entropyUid;
  return { appId: service.app.id, userId, uid, set: (kind: string) => [userId, uid, recovery_id, kind, '1'] };
}

test('[S9] recovery sets that were swapped, or have another version, do not open', async () => {
  const owners = [
    await createWalletOwner(service, 'ada@example.com'),
    await createWalletOwner(service, 'eve@example.com'),
  ];
  const call = async () => {
    const replies = await Promise.all(owners.map(({ client, wallet }) => client.call(recover, wallet.ref)));
    return replies.map((reply) => reply.json.code ?? reply.status);
  };
  expect(await call()).toEqual([200, 200]);
  await select('update recoveries set recovery_version = 2');
  expect(await call()).toEqual(['internal_error', 'internal_error']);
  await select('update recoveries set recovery_version = 1');
  expect(await call()).toEqual([200, 200]);
  await select(
    'update recovery_sets set recovery_key = other.recovery_key from recovery_sets other where other.app_id = recovery_sets.app_id and other.user_id <> recovery_sets.user_id',
  );
  expect(await call()).toEqual(['internal_error', 'internal_error']);
});

test('[S9] a wallet still recovers after its data keys were rotated', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await thiefOf('parts', testKeks.parts).rotate(service.app.id);
  await thiefOf('recovery', testKeks.recovery).rotate(service.app.id);
  service.clock.advance(6 * 60_000);
  const eve = await createWalletOwner(service, 'eve@example.com');
  for (const { client, wallet } of [ada, eve]) {
    const { json } = await client.call(recover, wallet.ref);
    expect(json.auth_part).toBe(wallet.body.recovery.auth_part);
    expect(json.ciphertext).toBe(wallet.body.recovery.ciphertext);
  }
  const keys = await select<{ version: number }>('select version from recovery_data_keys order by version');
  expect(keys.map((key) => key.version)).toEqual([1, 2]);
});

test('a recovery set that no wallet refers to is swept a day after it was last written, and a set in force is confirmed instead', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await enterCustody(service, 'eve@example.com');
  const taken = { ...eve.wallet.body.device, device_id: ada.wallet.body.device.device_id };
  const failing = { ...eve.wallet.body, device: taken };
  await eve.client.call(create, failing);
  const listIds = async () =>
    (await select<{ recovery_id: string }>('select recovery_id from recovery_sets'))
      .map((row) => row.recovery_id)
      .sort();
  const ids = [ada, eve].map(({ wallet }) => wallet.body.recovery.recovery_id).sort();
  expect(await listIds()).toEqual(ids);

  // A retry writes the set again in time, so its day begins anew.
  service.clock.advance(50 * 60_000);
  await eve.client.call(create, { ...failing, request_id: randomId() });
  service.clock.advance(dayMs);
  await service.service.sweep();
  expect(await listIds()).toEqual(ids);
  service.clock.advance(1);
  await select('update recovery_sets set confirmed = false');
  await service.service.sweep();
  expect(await listIds()).toEqual([ada.wallet.body.recovery.recovery_id]);
  expect(await select('select confirmed from recovery_sets')).toEqual([{ confirmed: true }]);
});
