import type { TestService } from '@latchkey/testkit';
import { fundingRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPayer,
  json,
  moonpayEvent,
  type ProviderServer,
  sendMoonpay,
  startFunding,
  startProvider,
  usual,
} from './funding.testkit.ts';

// An operator turns funding off while users' payments are under way.

const external = {
  methods: ['external'] as 'external'[],
  default_recommended_amount: '1',
  default_recommended_currency: { chain: 'eip155:1' },
};

let provider: ProviderServer;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider);
  ada = await createPayer(service);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** Requests a purchase from both providers. */
async function begin(at: TestService) {
  const { address, token: bearer } = ada;
  const body = { addresses: [{ address, blockchains: ['base'] }] };
  const signed = await at.call(fundingRoutes.signMoonpay, { bearer, body: { address, config: {} } });
  return [signed, await at.call(fundingRoutes.initCoinbase, { bearer, body })];
}

test.each([
  ['payments', { fiat_on_ramp_enabled: false }],
  ['funding', { funding_config: null }],
  ['the methods', { funding_config: external }],
])(
  '[FUND-07] with %s turned off, new purchases are refused, and earlier ones are still followed',
  async (_, off) => {
    service.clock.advance(60_000);
    provider.answer = usual([]);
    const { partner_user_id: atCoinbase } = (await ada.init()).json;
    const { externalTransactionId: atMoonpay } = (await ada.sign()).json;
    const later = await service.startAnother({ apps: [{ ...service.app, ...off }] });
    for (const { json: refused, status } of await begin(later)) {
      expect(status).toBe(422);
      expect(refused.code).toBe('funding_not_enabled');
    }

    const status = () =>
      later.call(fundingRoutes.coinbaseStatus, {
        bearer: ada.token,
        body: { partnerUserId: atCoinbase },
      });
    expect((await status()).json).toEqual({ status: 'pending' });
    provider.answer = usual([
      { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', wallet_address: ada.address, tx_hash: '0xdef' },
    ]);
    service.clock.advance(3_000);
    expect((await status()).json).toEqual({ status: 'success' });
    expect((await sendMoonpay(later, moonpayEvent(atMoonpay, ada.address))).status).toBe(200);
    const { json: list } = await later.call(fundingRoutes.list, { bearer: ada.token });
    const ended = list.fundings.filter(({ id }) => id === atCoinbase || id === atMoonpay);
    expect(ended.map(({ transaction_hash, status }) => [transaction_hash, status]).sort()).toEqual([
      ['0xabc', 'completed'],
      ['0xdef', 'completed'],
    ]);
    await later.close();
    await (await service.startAnother({ apps: [service.app] })).close();
  },
);

test('the stored status of a purchase is returned if the account at the provider was removed', async () => {
  service.clock.advance(60_000);
  const { partner_user_id: id } = (await ada.init()).json;
  const later = await service.startAnother({
    apps: [{ ...service.app, funding_providers: { coinbase: null } }],
  });
  provider.answer = (_, response) => json(response, {}, 500);
  const { json: told, status } = await later.call(fundingRoutes.coinbaseStatus, {
    bearer: ada.token,
    body: { partnerUserId: id },
  });
  expect(status).toBe(200);
  expect(told).toEqual({ status: 'pending' });
  await later.close();
});
