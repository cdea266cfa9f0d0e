import { createCustodyClient, createTestService, logIn, makeWallet, type TestService } from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

test('a created wallet is stored, linked and connects', async () => {
  const user = await logIn(service, 'ada@example.com');
  const client = await createCustodyClient(service, { token: user.privyAccessToken });
  const wallet = makeWallet({ appId: service.app.id, userId: user.userId });
  const created = await client.call(custodyRoutes.create, wallet.body);
  expect(created.json).toEqual({
    created: true,
    entropy_uid: wallet.entropyUid,
    wallets: [{ address: wallet.address, chain_type: 'ethereum', wallet_index: 0 }],
  });
});
