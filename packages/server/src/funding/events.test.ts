import type { TestService } from '@latchkey/testkit';
import { auditRoutes, fundingRoutes, getAppRoute } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, register, startReceiver } from '../webhooks/webhooks.testkit.ts';
import { sandboxCoinbase } from './coinbase/account.ts';
import {
  accounts,
  coinbaseEvent,
  createPayer,
  fundingConfig,
  moonpayEvent,
  type ProviderServer,
  putSecret,
  secrets,
  sendCoinbase,
  sendMoonpay,
  startFunding,
  startProvider,
} from './funding.testkit.ts';
import { sandboxMoonpay } from './moonpay/account.ts';

const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  allowed_origins: ['http://localhost:3000'],
  fiat_on_ramp_enabled: true,
  funding_config: fundingConfig,
  funding_providers: accounts,
};
const stranger = '0x52908400098527886E0F7030069857D2E4169EE7';

let provider: ProviderServer;
let service: TestService;
let receiver: Receiver;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeEach(async () => {
  provider = await startProvider();
  service = await startFunding(provider, { apps: [otherApp] });
  ada = await createPayer(service);
  receiver = await startReceiver();
  await register(service, receiver.url, {
    types: ['wallet.funds_pending', 'wallet.funds_deposited', 'wallet.funds_failed'],
  });
});
afterEach(async () => {
  await receiver.close();
  await service.close();
  await provider.close();
});

const buy = async (currencyCode = 'ETH_BASE', more: object = {}) =>
  (await ada.sign({ currencyCode, quoteCurrencyAmount: 0.1 }, more)).json.externalTransactionId;

/** Returns the events that the back end has received so far. */
async function told() {
  await service.service.seal();
  await service.service.deliver();
  return receiver.received.map(({ event }) => event);
}

/** Lists the kinds of audit events about purchases. */
async function logged() {
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: service.app.id },
    bearer: service.config.adminKey,
    body: { limit: '1000' },
  });
  return json.events.filter(({ kind }) => kind.startsWith('funding.')).map(({ kind }) => kind);
}

test('[S46] webhooks report a MoonPay purchase as its status rises, in the shape that existing handlers read', async () => {
  const id = await buy();
  for (const status of ['waitingPayment', 'waitingAuthorization', 'completed']) {
    const sent = await sendMoonpay(service, moonpayEvent(id, ada.address.toLowerCase(), { status }));
    expect(sent).toEqual({ status: 200, json: {} });
    await told();
  }
  const wallet = { wallet_id: ada.address, wallet_address: ada.address, recipient: ada.address };
  const event = {
    occurred_at: expect.any(Number),
    user_id: ada.userId,
    ...wallet,
    provider: 'moonpay',
    caip2: 'eip155:8453',
    asset: { type: 'native-token', address: null },
    amount: '100000000000000000',
    transaction_hash: '0xabc',
    sender: null,
    block: null,
  };
  expect(await told()).toEqual([
    { type: 'wallet.funds_pending', ...event, idempotency_key: `${id}:pending` },
    { type: 'wallet.funds_deposited', ...event, idempotency_key: `${id}:completed` },
  ]);
  expect(await logged()).toEqual(['funding.started', 'funding.pending', 'funding.completed']);
  expect((await ada.list())[0]).toMatchObject({
    status: 'completed',
    transaction_hash: '0xabc',
    amount: '0.1',
  });
});

test('[S46] webhooks report completed and failed Coinbase purchases', async () => {
  const { partner_user_id: id } = (await ada.init({ assets: ['USDC'] })).json;
  const usdc = { purchaseCurrency: 'USDC', purchaseAmount: { value: '12.3456789', currency: 'USDC' } };
  await sendCoinbase(service, coinbaseEvent(id, ada.address, usdc));
  const failed = (await ada.init()).json.partner_user_id;
  await sendCoinbase(service, coinbaseEvent(failed, ada.address, { eventType: 'onramp.transaction.failed' }));
  const events = await told();
  expect(events).toMatchObject([
    {
      type: 'wallet.funds_deposited',
      provider: 'coinbase-onramp',
      idempotency_key: `${id}:completed`,
      amount: '12345678',
      transaction_hash: '0xdef',
      asset: { type: 'erc20', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    },
    { type: 'wallet.funds_failed', idempotency_key: `${failed}:failed` },
  ]);
});

test('webhooks name a Solana token by its mint, and contain null for an unknown amount', async () => {
  const open = await startFunding(provider, { app: { fund_connected_wallets: true } });
  const grace = await createPayer(open, 'grace@example.com');
  await register(open, receiver.url);
  const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
  const { json } = await grace.sign({ currencyCode: 'USDC_SOL' }, { address });
  const unsaid = { quoteCurrencyAmount: null, cryptoTransactionId: null };
  await sendMoonpay(open, moonpayEvent(json.externalTransactionId, address, unsaid));
  await open.service.seal();
  await open.service.deliver();
  const deposited = receiver.received
    .map(({ event }) => event)
    .find(({ type }) => type === 'wallet.funds_deposited');
  expect(deposited).toMatchObject({
    wallet_address: address,
    caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    asset: { type: 'spl', mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    amount: null,
    transaction_hash: null,
  });
  await open.close();
});

test("[S52] a provider's event with a wrong signature, changed text or old time is refused, and changes nothing", async () => {
  const id = await buy();
  const event = moonpayEvent(id, ada.address);
  const at = service.clock.now();
  const refused = [
    await sendMoonpay(service, event, { key: 'wk_live_guessed' }),
    await sendMoonpay(service, event, { sent: JSON.stringify({ ...event, type: 'transaction_created' }) }),
    await sendMoonpay(service, event, { atMs: at - 301_000 }),
    await sendMoonpay(service, event, { atMs: at + 301_000 }),
    ...(await Promise.all(
      [
        '',
        't=,s=',
        `t=${Math.floor(at / 1000)}`,
        't=1e9,s=zz',
        `t=${'9'.repeat(400)},s=${'a'.repeat(64)}`,
      ].map((value) => sendMoonpay(service, event, { headers: { 'Moonpay-Signature-V2': value } })),
    )),
    await sendCoinbase(service, coinbaseEvent(id, ada.address), { key: 'guessed' }),
    await sendCoinbase(service, coinbaseEvent(id, ada.address), { atMs: at - 301_000 }),
    await sendCoinbase(service, coinbaseEvent(id, ada.address), { headers: { 'x-hook0-id': 'two' } }),
  ];
  for (const { json, status } of refused) {
    expect(status).toBe(401);
    expect(json.code).toBe('missing_or_invalid_token');
  }
  const page = await sendMoonpay(service, event, { headers: { origin: 'http://localhost:3000' } });
  expect(page.status).toBe(403);
  expect(page.json.code).toBe('origin_not_allowed');
  expect(await told()).toEqual([]);
  expect((await ada.list())[0]?.status).toBe('created');
});

test('[S46] a provider’s event that arrives twenty times at once causes one webhook', async () => {
  const id = await buy();
  const event = moonpayEvent(id, ada.address);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendMoonpay(service, event)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await logged()).toEqual(['funding.started', 'funding.completed']);
  expect(await told()).toHaveLength(1);
});

test('a provider’s event moves no purchase’s status back, and changes no completed purchase’s status', async () => {
  const id = await buy();
  for (const status of ['waitingAuthorization', 'pending', 'completed', 'failed', 'pending'])
    await sendMoonpay(service, moonpayEvent(id, ada.address, { status }));
  expect((await ada.list())[0]?.status).toBe('completed');
  expect(await logged()).toEqual(['funding.started', 'funding.pending', 'funding.completed']);
});

test('another payment is accepted once after a declined card, but not the declined payment itself', async () => {
  const id = await buy();
  const say = (status: string, payment: string) =>
    sendMoonpay(service, moonpayEvent(id, ada.address, { status, id: payment }));
  await say('failed', 'mp-1');
  await say('completed', 'mp-1');
  expect((await ada.list())[0]?.status).toBe('failed');
  await say('pending', 'mp-2');
  await say('completed', 'mp-2');
  await say('completed', 'mp-3');
  await say('failed', 'mp-4');
  expect((await ada.list())[0]?.status).toBe('completed');
  expect(await logged()).toEqual(['funding.started', 'funding.failed', 'funding.completed']);
  expect((await told()).map(({ type }) => type)).toEqual(['wallet.funds_failed', 'wallet.funds_deposited']);
});

test('a provider’s event after a completed purchase fills in a missing transaction, and changes nothing else', async () => {
  const id = await buy();
  const told = (data: object) => sendMoonpay(service, moonpayEvent(id, ada.address, data));
  const entry = async () => (await ada.list())[0];
  await told({ cryptoTransactionId: null, quoteCurrencyAmount: null });
  const before = await entry();
  expect(before).toMatchObject({ status: 'completed', transaction_hash: null });
  service.clock.advance(1_000);
  // Events with another status, wallet or payment id, or without a transaction, do not count.
  await told({ status: 'failed', cryptoTransactionId: '0xfailed' });
  await told({ status: 'pending', cryptoTransactionId: '0xpending' });
  await told({ walletAddress: stranger, cryptoTransactionId: '0xother' });
  await told({ id: 'mp-2', cryptoTransactionId: '0xagain' });
  await told({ cryptoTransactionId: null });
  expect(await entry()).toEqual(before);
  await told({ cryptoTransactionId: '0xlate' });
  expect(await entry()).toEqual({ ...before, transaction_hash: '0xlate' });
  await told({ cryptoTransactionId: '0xlater' });
  expect(await entry()).toEqual({ ...before, transaction_hash: '0xlate' });
  expect(await logged()).toEqual(['funding.started', 'funding.completed']);

  const failed = await buy();
  await sendMoonpay(
    service,
    moonpayEvent(failed, ada.address, { status: 'failed', cryptoTransactionId: null }),
  );
  await sendMoonpay(service, moonpayEvent(failed, ada.address));
  expect(await entry()).toMatchObject({ id: failed, status: 'failed', transaction_hash: null });
});

test.each<[string, string, (id: string) => Promise<{ status: number; json: object }>]>([
  ['another wallet', 'wallet', (id) => sendMoonpay(service, moonpayEvent(id, stranger))],
  ['no wallet', 'wallet', (id) => sendMoonpay(service, moonpayEvent(id, '', { walletAddress: null }))],
  ['an unknown purchase', 'unknown', () => sendMoonpay(service, moonpayEvent('f'.repeat(32), ada.address))],
  [
    'a purchase at the other provider',
    'unknown',
    (id) => sendCoinbase(service, coinbaseEvent(id, ada.address)),
  ],
  [
    'another event type',
    'kind',
    (id) => sendMoonpay(service, { ...moonpayEvent(id, ada.address), type: 'constructor' }),
  ],
  [
    'an unknown status',
    'kind',
    (id) => sendMoonpay(service, moonpayEvent(id, ada.address, { status: 'toString' })),
  ],
  ['no data', 'kind', () => sendMoonpay(service, { type: 'external_api' })],
  [
    'a live purchase, signed with the test key',
    'mode',
    (id) => sendMoonpay(service, moonpayEvent(id, ada.address), { key: secrets['moonpay-test-webhook'] }),
  ],
])('a provider’s event with %s is answered with 200, counted and ignored', async (_, reason, send) => {
  const id = await buy();
  expect(await send(id)).toEqual({ status: 200, json: {} });
  expect((await ada.list())[0]?.status).toBe('created');
  const metrics = await (await service.fetch(new Request(`${service.config.url}/metrics`))).text();
  expect(metrics).toContain(`latchkey_funding_ignored_total{reason="${reason}"} 1`);
});

test('an event about another app’s purchase is ignored, and one signed with another app’s secret is refused', async () => {
  const id = await buy();
  // A secret of one app is not accepted for another app.
  const theirs = { 'moonpay-webhook': 'wk_live_theirs', 'coinbase-webhook': 'whsec-theirs' };
  for (const [name, secret] of Object.entries(theirs)) await putSecret(service, name, secret, otherApp.id);
  for (const { json, status } of [
    await sendMoonpay(service, moonpayEvent(id, ada.address), { key: theirs['moonpay-webhook'] }),
    await sendCoinbase(service, coinbaseEvent(id, ada.address), { key: theirs['coinbase-webhook'] }),
  ]) {
    expect(status).toBe(401);
    expect(json.code).toBe('missing_or_invalid_token');
  }
  for (const [name, secret] of Object.entries(secrets)) await putSecret(service, name, secret, otherApp.id);
  expect((await sendMoonpay(service, moonpayEvent(id, ada.address), { id: otherApp.id })).status).toBe(200);
  expect((await ada.list())[0]?.status).toBe('created');
  const nowhere = await sendMoonpay(service, moonpayEvent(id, ada.address), {
    id: 'latchkey-test-app-0000009',
  });
  expect(nowhere.status).toBe(404);
  expect(nowhere.json.code).toBe('app_not_found');
});

test('a purchase in test mode is recorded, and causes no webhook', async () => {
  const id = await buy('ETH_BASE', { useSandbox: true });
  const event = moonpayEvent(id, ada.address);
  await sendMoonpay(service, event);
  expect((await ada.list())[0]).toMatchObject({ status: 'created', is_test: true });
  await sendMoonpay(service, event, { key: secrets['moonpay-test-webhook'] });
  expect((await ada.list())[0]).toMatchObject({ status: 'completed', is_test: true });
  expect(await logged()).toEqual(['funding.started', 'funding.test_changed']);
  expect(await told()).toEqual([]);
});

test('in production, test purchases without a test key and events signed with sandbox keys are refused', async () => {
  const id = await buy();
  const app = { ...service.app, funding_providers: { moonpay: { public_key: 'pk_live_ours' } } };
  for (const name of ['moonpay-test', 'moonpay-test-webhook', 'coinbase', 'coinbase-webhook'])
    await putSecret(service, name, null);
  const strict = await service.startAnother({ config: { production: true }, apps: [app] });
  const body = { address: ada.address, useSandbox: true, config: { currencyCode: 'ETH_BASE' as const } };
  const { json, status } = await strict.call(fundingRoutes.signMoonpay, { bearer: ada.token, body });
  expect(status).toBe(422);
  expect(json.code).toBe('not_supported');
  const answers = [
    await sendMoonpay(strict, moonpayEvent(id, ada.address), { key: sandboxMoonpay.webhookKey }),
    await sendMoonpay(strict, moonpayEvent(id, ada.address), { key: sandboxMoonpay.testWebhookKey }),
    await sendCoinbase(strict, coinbaseEvent(id, ada.address), { key: sandboxCoinbase.webhookSecret }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 422]);
  const config = await strict.call(getAppRoute);
  expect(config.json.funding_services).not.toHaveProperty('stands_for');
  expect(config.json.funding_services?.moonpay?.test_public_key).toBeNull();
  await strict.close();
  expect((await ada.list())[0]).toMatchObject({ id, status: 'created' });
  expect(await told()).toEqual([]);
});

test('a provider’s events are refused for an app without a webhook key', async () => {
  for (const name of ['moonpay-webhook', 'moonpay-test-webhook', 'coinbase-webhook'])
    await putSecret(service, name, null);
  for (const { json, status } of [
    await sendMoonpay(service, moonpayEvent('x', ada.address)),
    await sendCoinbase(service, coinbaseEvent('x', ada.address)),
  ]) {
    expect(status).toBe(422);
    expect(json.code).toBe('not_supported');
  }
});

test('[S56] prototype fields and overlong texts in a provider’s event have no effect, and a malformed event is refused', async () => {
  const id = await buy();
  const sent = `{"type":"transaction_updated","__proto__":{"data":{}},"data":{"__proto__":{"a":1},"status":"completed","externalTransactionId":"${id}","walletAddress":"${ada.address}","id":"${'x'.repeat(5_000)}","cryptoTransactionId":"${'y'.repeat(200)}"}}`;
  const answer = await sendMoonpay(service, JSON.parse(sent));
  expect(answer.status).toBe(200);
  expect((await ada.list())[0]).toMatchObject({ status: 'completed', transaction_hash: null });
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  const { partner_user_id } = (await ada.init()).json;
  const odd = `{"__proto__":{"walletAddress":"${stranger}"},"constructor":{},"purchaseAmount":{"__proto__":{"value":"9"},"value":["9"]}}`;
  const bought = { ...coinbaseEvent(partner_user_id, ada.address), ...JSON.parse(odd) };
  expect((await sendCoinbase(service, bought)).status).toBe(200);
  expect((await told()).at(-1)).toMatchObject({
    idempotency_key: `${partner_user_id}:completed`,
    amount: null,
  });
  const wrong = await sendMoonpay(service, { type: 1, data: 'x' });
  expect(wrong.status).toBe(400);
  expect(wrong.json.code).toBe('invalid_data');
});
