import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSchema,
  createTestService,
  databaseKind,
  enterCustody,
  seedDataFolder,
  startServerProcess,
  testKeks,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { startTcpProxy } from './tcpProxy.testkit.ts';

const { create, recover } = custodyRoutes;
const token = 'a-token-of-the-test-with-32-letters-or-more';
const people = 12;

test('[S8] after the recovery store is killed during creates, every acknowledged wallet recovers, and the other creates succeed when sent again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-recovery-'));
  const databaseUrl = databaseKind === 'postgres' ? await createSchema() : null;
  if (databaseUrl === null) await seedDataFolder(join(folder, 'recovery'));
  const relay = await startTcpProxy();
  const start = () =>
    startServerProcess(
      {
        LATCHKEY_DATA_DIR: folder,
        LATCHKEY_RECOVERY_BIND: '127.0.0.1',
        LATCHKEY_RECOVERY_TOKEN: token,
        LATCHKEY_RECOVERY_KEK: Buffer.from(testKeks.recovery).toString('base64'),
        ...(databaseUrl === null ? {} : { LATCHKEY_RECOVERY_DATABASE_URL: databaseUrl }),
      },
      folder,
      ['recovery'],
    );
  const first = start();
  relay.lead(await first.listening);
  const service = await createTestService({
    config: { recoveryUrl: relay.url, recoveryToken: token, recoveryKeks: [] },
  });
  const owners = await Promise.all(
    Array.from({ length: people }, (_, index) => enterCustody(service, `owner-${index}@example.com`)),
  );
  const [one, ...others] = owners;
  if (!one) throw new Error('no owner');
  // At least two creates are answered before the kill. Others may be in progress when it happens.
  const earlier = await one.client.call(create, one.wallet.body);
  const calls = others.map(({ client, wallet }) => client.call(create, wallet.body));
  await Promise.race(calls);
  first.kill('SIGKILL');
  await first.exited;
  relay.lead(null);
  const replies = [earlier, ...(await Promise.all(calls))];
  for (const { json, status } of replies)
    expect(status === 200 ? json.created : json.code).toBe(status === 200 ? true : 'service_unavailable');

  const second = start();
  relay.lead(await second.listening);
  for (const [index, { client, wallet }] of owners.entries()) {
    if (replies[index]?.status !== 200) {
      const again = await client.call(create, wallet.body);
      expect(again.json.created).toBe(true);
    }
    const { json } = await client.call(recover, wallet.ref);
    expect(json).toMatchObject({ recovery_key: wallet.body.recovery.recovery_key });
    expect(json.ciphertext).toBe(wallet.body.recovery.ciphertext);
  }
  second.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  await service.close();
  await relay.close();
  rmSync(folder, { recursive: true });
});
