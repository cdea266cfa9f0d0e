import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSchema,
  movableClock,
  seedDataFolder,
  startServerProcess,
  testConfig,
  testKeks,
} from '@latchkey/testkit';
import { pathOf, type RouteFacts, webhookRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { openEmbedded, openPostgres } from '../db/index.ts';
import { createService } from '../service.ts';
import { type Receiver, startReceiver } from './webhooks.testkit.ts';

const isPostgres = process.env.LATCHKEY_TEST_DATABASE === 'postgres';
const config = testConfig();
const params = { id: 'latchkey-demo-app-0000001' };

async function asOperator(port: number, route: RouteFacts, of: Record<string, string>, body: object) {
  const response = await fetch(`http://127.0.0.1:${port}${pathOf(route.path, { ...params, ...of })}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${config.adminKey}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route.name} was answered ${response.status}`);
  return response.json();
}

/** Starts the program, lets it send to an endpoint that never answers, and kills it during the request. */
async function killWhileSending(dataDir: string, databaseUrl: string | null, receiver: Receiver) {
  const key = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const program = startServerProcess(
    {
      LATCHKEY_DATA_DIR: dataDir,
      LATCHKEY_ADMIN_KEY: config.adminKey ?? '',
      LATCHKEY_PARTS_KEK: key(testKeks.parts),
      LATCHKEY_RECOVERY_KEK: key(testKeks.recovery),
      ...(databaseUrl === null ? {} : { LATCHKEY_DATABASE_URL: databaseUrl }),
    },
    dataDir,
  );
  const port = await program.listening;
  const { id } = await asOperator(port, webhookRoutes.create, {}, { url: receiver.url });
  const { event_id: eventId } = await asOperator(port, webhookRoutes.test, { webhook_id: id }, {});
  await receiver.until(1);
  program.kill('SIGKILL');
  await program.exited;
  return { eventId };
}

test('[S46] a webhook event that a killed process was sending is sent by the next process, under the same id', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-webhooks-'));
  const databaseUrl = isPostgres ? await createSchema() : null;
  if (databaseUrl === null) await seedDataFolder(dataDir);
  const receiver = await startReceiver();
  receiver.answer = 'hang';
  const { eventId } = await killWhileSending(dataDir, databaseUrl, receiver);

  const database = databaseUrl === null ? await openEmbedded({ dataDir }) : openPostgres(databaseUrl);
  const clock = movableClock();
  const mailer = { send: async () => {}, close: async () => {} };
  const service = await createService({ config, database, mailer, clock });
  receiver.answer = 200;
  await service.deliver();
  expect(receiver.received).toHaveLength(1); // the dead process still holds the lease
  clock.advance(31_000);
  await service.deliver();
  await service.deliver();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  await service.close();
  await database.close();
  await receiver.close();
  rmSync(dataDir, { recursive: true });
});
