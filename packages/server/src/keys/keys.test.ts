import { kmsCredentials, kmsKeyArns, type Sandbox, startSandbox } from '@latchkey/sandbox';
import {
  confirm,
  createTestService,
  createWalletOwner,
  enterCustody,
  type TestService,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { auditRoutes, custodyRoutes, keyRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Config } from '../configShape.ts';
import type { KekSource } from '../crypto/index.ts';

let sandbox: Sandbox;
let service: TestService;
beforeAll(async () => {
  const now = () => service.clock.now();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { create, connect, recover } = custodyRoutes;
const cacheLifeMs = 5 * 60_000;
const old: KekSource = { provider: 'environment', key: testKeks.parts };
const oldRecovery: KekSource = { provider: 'environment', key: testKeks.recovery };
const next: KekSource = { provider: 'aws-kms', keyArn: kmsKeyArns[0] };
const nextRecovery: KekSource = { provider: 'aws-kms', keyArn: kmsKeyArns[1] };

function startWith(config: Partial<Config>): Promise<TestService> {
  const aws = { ...testConfig().aws, kmsUrl: sandbox.url, ...kmsCredentials };
  return service.startAnother({ config: { ...config, aws } });
}

const listKeks = async (of: TestService) => {
  const { json } = await of.call(keyRoutes.list, { bearer: of.config.adminKey });
  return Object.fromEntries(json.stores.map(({ store, keks }) => [store, keks]));
};

test('[S9] both KEKs are replaced while twenty clients create and connect, and no request fails', async () => {
  const owners = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const email = `owner-${index}@example.com`;
      return { ...(await createWalletOwner(service, email)), email };
    }),
  );
  const comers = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const email = `comer-${index}@example.com`;
      return { ...(await enterCustody(service, email)), email };
    }),
  );
  // In the order of the guide: first every process knows the new key, then the new key becomes the first.
  const knowing = await startWith({ partsKeks: [old, next], recoveryKeks: [oldRecovery, nextRecovery] });
  const changed = await startWith({ partsKeks: [next, old], recoveryKeks: [nextRecovery, oldRecovery] });
  const processes = [knowing, changed];
  const at = (index: number) => ({ at: processes[index % 2] ?? changed });

  const connectTo = ({ wallet, client }: (typeof owners)[number], index: number) =>
    client.call(
      connect,
      { ...wallet.ref, device_id: wallet.body.device.device_id, entropy_uid: wallet.entropyUid },
      at(index),
    );
  const statuses: number[] = [];
  for (const half of [0, 1]) {
    const ofHalf = <T>(all: readonly T[]) =>
      all.filter((_, index) => (index < all.length / 2 ? 0 : 1) === half);
    const working = [
      ...ofHalf(comers).map(({ client, wallet }, index) => client.call(create, wallet.body, at(index))),
      ...ofHalf(owners).map(connectTo),
    ];
    const [replies] = await Promise.all([Promise.all(working), changed.service.rewrap()]);
    statuses.push(...replies.map(({ status }) => status));
    service.clock.advance(cacheLifeMs); // no process has a data key cached now
  }
  expect(statuses).toEqual(Array(20).fill(200));
  await changed.service.rewrap();

  for (const [store, first] of [
    ['parts', next],
    ['recovery', nextRecovery],
  ] as const) {
    const keks = (await listKeks(changed))[store];
    expect(keks?.map(({ provider, first, removable }) => ({ provider, first, removable }))).toEqual([
      { provider: first.provider, first: true, removable: false },
      { provider: 'environment', first: false, removable: true },
    ]);
  }
  const after = await startWith({ partsKeks: [next], recoveryKeks: [nextRecovery] });
  for (const { client, email, user, wallet } of [...owners, ...comers]) {
    // The logins are too old for a release by now.
    await confirm(service, user, email, { purpose: 'release', key: client.thumbprint });
    const { json } = await client.call(recover, wallet.ref, { at: after });
    const { auth_part, recovery_key } = wallet.body.recovery;
    expect(json).toMatchObject({ auth_part, recovery_key });
  }
  for (const one of [after, changed, knowing]) await one.close();
});

test('a data key that no configured KEK wraps is listed, and a start without the KEK of the parts is refused', async () => {
  await createWalletOwner(service, 'ada@example.com');
  const lost: KekSource = { provider: 'environment', key: new Uint8Array(32).fill(9) };
  const other = await startWith({ recoveryKeks: [lost] });
  const { recovery, parts } = await listKeks(other);
  expect(parts).toMatchObject([{ first: true, removable: false }]);
  expect(recovery).toMatchObject([
    { provider: 'environment', first: true, data_keys: 0, removable: false },
    { provider: null, first: false, data_keys: 1, removable: false },
  ]);
  await other.close();
  await expect(startWith({ partsKeks: [lost] })).rejects.toThrow('LATCHKEY_PARTS_KEK is not the key');
});

test('a nonce for proofs stays valid after a change of the KEK', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const both = await startWith({ partsKeks: [next, old] });
  await both.service.rewrap();
  const after = await startWith({ partsKeks: [next] });
  // The key of nonces is derived from the deployment's secret, which the KEK wraps.
  const { status } = await ada.client.call(recover, ada.wallet.ref, { at: after, retry: false });
  expect(status).toBe(200);
  for (const one of [both, after]) await one.close();
});

test('while KMS is down and no key is cached, a create and a recovery get service_unavailable, and the create stores no entropy or set', async () => {
  const kms = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const aws = { ...testConfig().aws, kmsUrl: kms.url, ...kmsCredentials };
  const away = await createTestService({ config: { partsKeks: [next], recoveryKeks: [nextRecovery], aws } });
  const eve = await enterCustody(away, 'eve@example.com');
  const ada = await createWalletOwner(away, 'ada@example.com');
  await kms.close();
  away.clock.advance(cacheLifeMs);
  const [created, recovered] = await Promise.all([
    eve.client.call(create, eve.wallet.body),
    ada.client.call(recover, ada.wallet.ref),
  ]);
  expect(created.json.code).toBe('service_unavailable');
  expect(recovered.json.code).toBe('service_unavailable');
  const rows = await away.database.statement<{ user_id: string }>(
    'test_sets',
    'select user_id from recovery_sets union all select user_id from entropies',
  )([]);
  expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([ada.user.userId]));
  await away.close();
});

test('[S9] an operator rotates an app’s data keys in both stores, and the audit log records it', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const bearer = service.config.adminKey;
  const { json } = await service.call(keyRoutes.rotate, { bearer });
  expect(json).toEqual({ parts: 2, recovery: 2 });
  const eve = await createWalletOwner(service, 'eve@example.com');
  service.clock.advance(cacheLifeMs);
  for (const { client, wallet } of [ada, eve]) {
    const released = await client.call(recover, wallet.ref);
    expect(released.json.auth_part).toBe(wallet.body.recovery.auth_part);
    expect(released.json.ciphertext).toBe(wallet.body.recovery.ciphertext);
  }
  await service.service.seal();
  const { json: log } = await service.call(auditRoutes.list, { bearer });
  expect(
    log.events
      .filter(({ kind }) => kind === 'data_key.rotated')
      .map(({ actor, details }) => [actor.type, details]),
  ).toEqual([
    ['operator', { store: 'recovery', version: 2 }],
    ['operator', { store: 'parts', version: 2 }],
  ]);
  expect((await service.call(keyRoutes.rotate, { bearer, params: { id: 'none' } })).json.code).toBe(
    'app_not_found',
  );
  const strangers = [
    await service.call(keyRoutes.rotate, { bearer: 'x' }),
    await service.call(keyRoutes.list, { bearer: 'x' }),
  ];
  expect(strangers.map(({ json }) => json.code)).toEqual(Array(2).fill('missing_or_invalid_token'));
});
