import type { TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, register, startReceiver } from '../webhooks/webhooks.testkit.ts';
import {
  coinbaseEvent,
  createPayer,
  moonpayEvent,
  type ProviderServer,
  sendCoinbase,
  sendMoonpay,
  startFunding,
  startProvider,
  usual,
} from './funding.testkit.ts';

// Users can open a provider's page without our URL and enter any reference. What they buy there under the reference
// of our purchase may differ from what was requested.

let provider: ProviderServer;
let service: TestService;
let receiver: Receiver;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider);
  ada = await createPayer(service);
  receiver = await startReceiver();
  await register(service, receiver.url, { types: ['wallet.funds_deposited'] });
});
afterAll(async () => {
  await receiver.close();
  await service.close();
  await provider.close();
});

/** Returns the amounts that the back end received in webhooks for a purchase. */
async function told(id: string) {
  await service.service.seal();
  await service.service.deliver();
  return receiver.received.flatMap(({ event }) =>
    event.type === 'wallet.funds_deposited' && event.idempotency_key.startsWith(id) ? [event.amount] : [],
  );
}

const usdc = { quoteCurrencyAmount: 1_000_000, currency: { code: 'usdc_base' } };

test.each<[string, object, string | null]>([
  ['the coin that was asked for', usdc, '1000000000000'],
  ['its name in capitals', { ...usdc, currency: { code: 'USDC_BASE' } }, '1000000000000'],
  ['a worthless coin', { ...usdc, currency: { code: 'shib' } }, null],
  ['the same coin on another network', { ...usdc, currency: { code: 'usdc_polygon' } }, null],
  ['a coin without a name', { ...usdc, currency: {} }, null],
  ['no coin', { ...usdc, currency: null }, null],
])(
  'a back end gets an amount only of the coin that was requested from MoonPay (%s)',
  async (_, data, amount) => {
    service.clock.advance(60_000);
    const id = (await ada.sign({ currencyCode: 'USDC_BASE' })).json.externalTransactionId;
    // An order of the right coin that nobody pays for.
    await sendMoonpay(service, moonpayEvent(id, ada.address, { ...usdc, status: 'waitingPayment' }));
    await sendMoonpay(service, moonpayEvent(id, ada.address, data));
    expect(await told(id)).toEqual([amount]);
  },
);

const bought = { purchaseAmount: '250', purchaseCurrency: 'USDC', purchaseNetwork: 'base' };

test.each<[string, object, string | null]>([
  ['the coin that was asked for', bought, '250000000'],
  ['the coin without a network', { ...bought, purchaseNetwork: null }, '250000000'],
  ['another coin', { ...bought, purchaseCurrency: 'ETH' }, null],
  ['another network', { ...bought, purchaseNetwork: 'polygon' }, null],
  ['an unknown network', { ...bought, purchaseNetwork: 'constructor' }, null],
  ['a coin without a name', { ...bought, purchaseCurrency: null }, null],
])(
  'a back end gets an amount only of the coin that was requested from Coinbase (%s)',
  async (_, data, amount) => {
    service.clock.advance(60_000);
    const id = (await ada.init({ assets: ['USDC'] })).json.partner_user_id;
    await sendCoinbase(service, coinbaseEvent(id, ada.address, data));
    expect(await told(id)).toEqual([amount]);
  },
);

test('a back end gets no amount if the status that Coinbase returns on request names another network than the requested one', async () => {
  service.clock.advance(60_000);
  const id = (await ada.init({ assets: ['USDC'] })).json.partner_user_id;
  provider.answer = usual([
    {
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      wallet_address: ada.address,
      purchase_amount: { value: '250' },
      purchase_currency: 'USDC',
      purchase_network: 'polygon',
    },
  ]);
  expect((await ada.status(id)).json).toEqual({ status: 'success' });
  expect(await told(id)).toEqual([null]);
});
