import { randomBytes } from 'node:crypto';
import {
  createTestService,
  createWalletOwner,
  enterCustody,
  makeAutomaticSet,
  makeWallet,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes, type KeyMaterialBody, keyMaterialRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const request = async (bearer: string, address: string, body: KeyMaterialBody = {}) =>
  (await service.call(keyMaterialRoute, { bearer, params: { address }, body })).json;

test.each([
  ['google-drive', (file_id: string) => ({ recovery_type: 'google_drive_recovery_secret', file_id })],
  [
    'icloud',
    (icloud_record_name: string) => ({ recovery_type: 'icloud_recovery_secret', icloud_record_name }),
  ],
] as const)(
  'the record name of a wallet with recovery in %s is returned only to the wallet’s owner',
  async (method, shown) => {
    const ada = await createWalletOwner(service, `ada@${method}.example`);
    const eve = await createWalletOwner(service, `eve@${method}.example`);
    const { recovery_key: _, ...set } = makeAutomaticSet(2);
    const record_name = randomBytes(16).toString('hex');
    const body = toSetRecovery(ada.wallet, { ...set, method, record_name });
    expect((await ada.client.call(custodyRoutes.setRecovery, body)).status).toBe(200);
    const { address } = ada.wallet;
    expect(await request(ada.user.token, address)).toEqual(shown(record_name));
    expect(await request(ada.user.token, address, { chain_type: 'ethereum' })).toEqual(shown(record_name));
    expect(await request(ada.user.token, address, { chain_type: 'solana' })).toMatchObject({
      code: 'embedded_wallet_not_found',
    });
    expect(await request(eve.user.token, address)).toMatchObject({ code: 'embedded_wallet_not_found' });
  },
);

test('key material is looked up on the chain of the address’s format, unless the chain is named', async () => {
  const { client, user } = await enterCustody(service, 'ada@chains.example');
  const { body, address } = makeWallet({ appId: service.app.id, userId: user.userId }, 'solana');
  expect((await client.call(custodyRoutes.create, body)).json.created).toBe(true);
  const automatic = { code: 'not_supported', error: 'Recovery is automatic' };
  for (const asked of [{}, { chain_type: 'solana' as const }])
    expect(await request(user.token, address, asked)).toMatchObject(automatic);
  expect(await request(user.token, address, { chain_type: 'ethereum' })).toMatchObject({
    code: 'embedded_wallet_not_found',
  });
});
