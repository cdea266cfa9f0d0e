import { createTestService, logIn } from '@latchkey/testkit';
import type { FundingProvider } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { addFunding, findFunding } from './store.ts';
import type { FundingRow } from './table.ts';

test('a purchase at a provider without a record is refused, but the table allows any well-formed provider name', async () => {
  const service = await createTestService();
  onTestFinished(() => service.close());
  const { user } = await logIn(service, 'ada@example.com');
  const key = { appId: 'latchkey-test-app-0000001', fundingId: 'purchase' };
  const row: FundingRow = {
    ...key,
    userId: user?.id ?? '',
    provider: 'moonpay',
    isTest: false,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: null,
    caip2: 'eip155:8453',
    asset: 'ETH',
    status: 'created',
    providerId: null,
    transactionHash: null,
    received: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  const { db } = service.database;
  const unknown: string = 'tidepay';
  await expect(addFunding(db, { ...row, provider: unknown as FundingProvider })).rejects.toThrow(
    'tidepay is no provider',
  );
  expect(await findFunding(db, key)).toBeNull();

  await addFunding(db, row);
  const name = (provider: string) => db.execute(sql`update fundings set provider = ${provider}`);
  await name('tidepay');
  for (const wrong of ['', 'Tidepay', 'tide pay', 'x'.repeat(65)])
    await expect(name(wrong), wrong).rejects.toThrow();
  expect(await findFunding(db, key)).toMatchObject({ provider: 'tidepay' });
});
