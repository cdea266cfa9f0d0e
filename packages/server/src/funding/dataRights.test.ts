import type { TestService } from '@latchkey/testkit';
import { directoryRoutes, fundingRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dumpTables } from '../db/dump.testkit.ts';
import {
  createPayer,
  ecKeys,
  json,
  moonpayEvent,
  type ProviderServer,
  secrets,
  sendCoinbase,
  sendMoonpay,
  startFunding,
  startProvider,
  usual,
} from './funding.testkit.ts';

const dayMs = 24 * 60 * 60_000;
const lines: string[] = [];
let provider: ProviderServer;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeEach(async () => {
  lines.length = 0;
  provider = await startProvider();
  service = await startFunding(provider, {
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    config: { trustedProxies: 1 },
  });
  ada = await createPayer(service);
});
afterEach(async () => {
  await service.close();
  await provider.close();
});

test('[S51] a user’s purchases are in their export, and are deleted with their account', async () => {
  const id = (await ada.sign()).json.externalTransactionId;
  const params = { user_id: ada.userId };
  const { json: exported } = await service.call(directoryRoutes.exportUser, { params });
  expect(exported.fundings).toMatchObject([
    { id, provider: 'moonpay', address: ada.address, status: 'created' },
  ]);
  expect(exported.fundings).toEqual(await ada.list());
  await service.call(directoryRoutes.deleteUser, { params });
  const gone = async () => (await dumpTables(service.database)).get('fundings') ?? [];
  expect(await gone()).toEqual([]);
  // The provider may still send events about it.
  expect((await sendMoonpay(service, moonpayEvent(id, ada.address))).status).toBe(200);
  expect(await gone()).toEqual([]);
});

test('purchases that no event of a provider followed are deleted after seven days, and paid ones after ninety', async () => {
  const paid = (await ada.sign()).json.externalTransactionId;
  await ada.sign();
  await sendMoonpay(service, moonpayEvent(paid, ada.address));
  const ids = async () =>
    (
      (await service.database.db.execute(sql`select funding_id from fundings`)) as unknown as {
        rows: { funding_id: string }[];
      }
    ).rows.map((row) => row.funding_id);
  service.clock.advance(7 * dayMs - 1);
  await service.service.sweep();
  expect(await ids()).toHaveLength(2);
  service.clock.advance(1);
  await service.service.sweep();
  expect(await ids()).toEqual([paid]);
  service.clock.advance(83 * dayMs);
  await service.service.sweep();
  expect(await ids()).toEqual([]);
});

test('[S48] keys, tokens, addresses and texts of a provider stay out of logs, audit events and error responses', async () => {
  await ada.sign({ currencyCode: 'ETH_BASE', email: 'ada@example.com' });
  const signed = (await ada.sign()).json;
  provider.answer = usual([]);
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  const body = { addresses: [{ address: ada.address, blockchains: ['base'] }] };
  await service.call(fundingRoutes.initCoinbase, { bearer: ada.token, headers, body });
  provider.answer = (_, response) => json(response, { message: 'canary-of-the-provider' }, 500);
  const failed = await ada.init();
  await sendMoonpay(
    service,
    moonpayEvent(signed.externalTransactionId, '0xcanary', { failureReason: 'canary-reason' }),
  );
  await sendMoonpay(
    service,
    moonpayEvent(signed.externalTransactionId, ada.address, {
      status: 'failed',
      failureReason: 'canary-reason',
    }),
  );
  await sendCoinbase(service, {}, { key: 'guessed' });
  await service.service.seal();
  const { rows } = (await service.database.db.execute(sql`select * from audit_events`)) as unknown as {
    rows: object[];
  };
  const texts = { log: lines.join(''), audit: JSON.stringify(rows), answer: JSON.stringify(failed.json) };
  const canaries = {
    ...secrets,
    wallet: ada.address,
    ip: '198.51.100.77',
    session: 'session-token-1',
    other: '0xcanary',
    text: 'canary-of-the-provider',
    reason: 'canary-reason',
    email: 'ada@example.com',
    signature: new URL(signed.signedUrl).searchParams.get('signature') ?? '',
    part: ecKeys.privateKey.export({ format: 'jwk' }).d ?? '',
  };
  expect(texts.log).toContain('a payment provider does not answer as it should');
  expect(texts.audit).toContain('funding.failed');
  for (const [place, text] of Object.entries(texts)) {
    for (const [what, canary] of Object.entries(canaries)) {
      expect(canary, what).toBeTruthy();
      expect(text.toLowerCase().includes(canary.toLowerCase()), `${what} in ${place}`).toBe(false);
    }
  }
});
