import { createTestService, type TestService } from '@latchkey/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { World } from '../world.ts';
import { createKeyring } from './kek/keyring.ts';
import { localKek } from './kek/localKek.ts';
import { nodeRandom } from './random.ts';
import { createSealing } from './sealing.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const kekOf = (fill: number) => new Uint8Array(32).fill(fill);
const secret = new TextEncoder().encode('an auth part');
const place = ['did:privy:ada', 'entropy', 'device', 'device-auth'];

/** Creates the sealing of another process: its own caches over the same database. */
function startProcess(options: { kek?: Uint8Array[]; store?: 'parts' | 'recovery' } = {}) {
  const { clock, database, config } = service;
  const world = {
    clock,
    database,
    config,
    random: nodeRandom,
    log: pino({ enabled: false }),
  } as unknown as World;
  const [current = kekOf(7), ...retired] = options.kek ?? [];
  return createSealing(world, {
    keyring: createKeyring(localKek(nodeRandom, current), ...retired.map((key) => localKek(nodeRandom, key))),
    store: options.store ?? 'parts',
  });
}

test('[S9] a sealed value opens in its place, differs each time and does not contain the secret', async () => {
  const sealing = startProcess();
  const [one, two] = await Promise.all([
    sealing.seal('app', place, secret),
    sealing.seal('app', place, secret),
  ]);
  expect(await startProcess().open('app', place, one)).toEqual(secret);
  expect(Buffer.from(one)).not.toEqual(Buffer.from(two));
  expect(Buffer.from(one).includes(Buffer.from(secret))).toBe(false);
});

test.each(place.map((_, index) => index))(
  '[S9] a sealed value does not open if field %i of its place differs',
  async (index) => {
    const sealing = startProcess();
    const sealed = await sealing.seal('app', place, secret);
    await expect(sealing.open('app', place.with(index, 'other'), sealed)).rejects.toMatchObject({
      code: 'internal_error',
    });
  },
);

test('[S9] a sealed value does not open in another app or the other store, even with the same KEK', async () => {
  const parts = startProcess();
  const sealed = await parts.seal('app', place, secret);
  await parts.seal('other-app', place, secret);
  await expect(parts.open('other-app', place, sealed)).rejects.toMatchObject({ code: 'internal_error' });
  const recovery = startProcess({ store: 'recovery' });
  await recovery.seal('app', place, secret);
  await expect(recovery.open('app', place, sealed)).rejects.toMatchObject({ code: 'internal_error' });
});

test('[S9] a change of any byte of a sealed value is noticed', async () => {
  const sealing = startProcess();
  const sealed = await sealing.seal('app', place, secret);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Uint8Array.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(sealing.open('app', place, changed)).rejects.toMatchObject({ code: 'internal_error' });
  }
});

test('[S9] after a rotation of the data key, old and new sealed values open in three processes', async () => {
  const [one, two] = [startProcess(), startProcess()];
  const old = await one.seal('app', place, secret);
  expect(await two.rotate('app')).toBe(2);
  const fresh = await two.seal('app', place, secret);
  expect(versionOf(old)).toBe(1);
  expect(versionOf(fresh)).toBe(2);
  for (const process of [one, two, startProcess()]) {
    expect(await process.open('app', place, old)).toEqual(secret);
    expect(await process.open('app', place, fresh)).toEqual(secret);
  }
  // The other process seals with the old data key until its copy is 5 minutes old.
  expect(versionOf(await one.seal('app', place, secret))).toBe(1);
  service.clock.advance(5 * 60_000);
  expect(versionOf(await one.seal('app', place, secret))).toBe(2);
});

test('[S9] after a change of the KEK, values sealed under the retired KEK open as long as it is configured', async () => {
  const sealed = await startProcess({ kek: [kekOf(1)] }).seal('app', place, secret);
  const both = startProcess({ kek: [kekOf(2), kekOf(1)] });
  expect(await both.open('app', place, sealed)).toEqual(secret);
  await both.rotate('app');
  const fresh = await both.seal('app', place, secret);
  expect(await startProcess({ kek: [kekOf(2)] }).open('app', place, fresh)).toEqual(secret);
  await expect(startProcess({ kek: [kekOf(2)] }).open('app', place, sealed)).rejects.toMatchObject({
    code: 'internal_error',
  });
});

test('processes that seal for a new app at the same time share one data key', async () => {
  const processes = Array.from({ length: 5 }, () => startProcess());
  const sealed = await Promise.all(processes.map((process) => process.seal('app', place, secret)));
  for (const value of sealed) expect(await startProcess().open('app', place, value)).toEqual(secret);
  const keys = await service.database.statement<{ count: string }>(
    't',
    "select count(*) as count from data_keys where app_id = 'app'",
  )([]);
  expect(Number(keys[0]?.count)).toBe(1);
});

function versionOf(sealed: Uint8Array): number {
  return Buffer.from(sealed).readUInt32BE(1);
}
