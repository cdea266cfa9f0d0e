import { createTestService, createWalletOwner, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEntropy } from './store.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('getEntropy returns an entropy only to its owner', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const eve = await createWalletOwner(service, 'eve@example.com');
  const { db } = service.database;
  const { entropyUid } = ada.wallet;
  const owner = { appId: service.app.id, userId: ada.user.userId, entropyUid };
  expect(await getEntropy(db, owner)).toMatchObject({ entropyUid, kind: 'created' });
  for (const other of [
    { ...owner, userId: eve.user.userId },
    { ...owner, appId: 'latchkey-other-app-000001' },
    { ...owner, entropyUid: 'none' },
  ])
    await expect(getEntropy(db, other)).rejects.toMatchObject({ code: 'embedded_wallet_not_found' });
});
