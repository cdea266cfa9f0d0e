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

// A page of a provider can be opened without our address of it, and takes any reference: what was bought there under the
// reference of a purchase of ours need not be what was asked for.

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

/** The amount that the back end is told of a purchase, and of what. */
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
  ['the same, by its name in capitals', { ...usdc, currency: { code: 'USDC_BASE' } }, '1000000000000'],
  ['a coin that is worth nothing', { ...usdc, currency: { code: 'shib' } }, null],
  ['the same coin on another network', { ...usdc, currency: { code: 'usdc_polygon' } }, null],
  ['a coin without a name', { ...usdc, currency: {} }, null],
  ['no coin', { ...usdc, currency: null }, null],
])('MoonPay: of %s the back end is told the amount that it is', async (_, data, amount) => {
  service.clock.advance(60_000);
  const id = (await ada.sign({ currencyCode: 'USDC_BASE' })).json.externalTransactionId;
  // An order of the right coin, for which no one pays.
  await sendMoonpay(service, moonpayEvent(id, ada.address, { ...usdc, status: 'waitingPayment' }));
  await sendMoonpay(service, moonpayEvent(id, ada.address, data));
  expect(await told(id)).toEqual([amount]);
});

const bought = { purchaseAmount: '250', purchaseCurrency: 'USDC', purchaseNetwork: 'base' };

test.each<[string, object, string | null]>([
  ['the coin that was asked for', bought, '250000000'],
  ['the coin, on a network that is not said', { ...bought, purchaseNetwork: null }, '250000000'],
  ['another coin', { ...bought, purchaseCurrency: 'ETH' }, null],
  ['another network', { ...bought, purchaseNetwork: 'polygon' }, null],
  ['a network of no one', { ...bought, purchaseNetwork: 'constructor' }, null],
  ['a coin without a name', { ...bought, purchaseCurrency: null }, null],
])('Coinbase: of %s the back end is told the amount that it is', async (_, data, amount) => {
  service.clock.advance(60_000);
  const id = (await ada.init({ assets: ['USDC'] })).json.partner_user_id;
  await sendCoinbase(service, coinbaseEvent(id, ada.address, data));
  expect(await told(id)).toEqual([amount]);
});

test('what Coinbase answers when it is asked is held against what was asked for as well', async () => {
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
