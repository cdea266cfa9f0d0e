import type { TestService } from '@latchkey/testkit';
import { auditRoutes, fundingRoutes, getAppRoute } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxFunding } from '../app-secrets/index.ts';
import { type Receiver, register, startReceiver } from '../webhooks/webhooks.testkit.ts';
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

/** What the back end has been told by now. */
async function told() {
  await service.service.seal();
  await service.service.deliver();
  return receiver.received.map(({ event }) => event);
}

/** Kinds of the audit log that are about purchases. */
async function logged() {
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: service.app.id },
    bearer: service.config.adminKey,
    body: { limit: '1000' },
  });
  return json.events.filter(({ kind }) => kind.startsWith('funding.')).map(({ kind }) => kind);
}

test('[S46] a purchase at MoonPay is told to the back end as it rises, in the shape that existing handlers read', async () => {
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

test('[S46] a purchase at Coinbase is told likewise, and a failed one', async () => {
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

test('a token of Solana is told by its mint, and an amount that no one said is null', async () => {
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
  // In Solana's addresses case is a part of the address.
  await open.close();
});

test('[S52] an event that was not signed by the key, or whose text was changed, or that is old, changes nothing', async () => {
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
  for (const { json, status } of refused)
    expect([status, json.code]).toEqual([401, 'missing_or_invalid_token']);
  const page = await sendMoonpay(service, event, { headers: { origin: 'http://localhost:3000' } });
  expect([page.status, page.json.code]).toEqual([403, 'origin_not_allowed']);
  expect(await told()).toEqual([]);
  expect((await ada.list())[0]?.status).toBe('created');
});

test('[S46] an event that is sent twenty times at once is told once', async () => {
  const id = await buy();
  const event = moonpayEvent(id, ada.address);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendMoonpay(service, event)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await logged()).toEqual(['funding.started', 'funding.completed']);
  expect(await told()).toHaveLength(1);
});

test('a status only rises: what comes late, or after the end, changes nothing', async () => {
  const id = await buy();
  for (const status of ['waitingAuthorization', 'pending', 'completed', 'failed', 'pending'])
    await sendMoonpay(service, moonpayEvent(id, ada.address, { status }));
  expect((await ada.list())[0]?.status).toBe('completed');
  expect(await logged()).toEqual(['funding.started', 'funding.pending', 'funding.completed']);
});

test('a card that was declined is no end: another payment at the same page is told, once, and the same one is not', async () => {
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

test('a transaction that is told after the end is filled in where none was known, and nothing else changes', async () => {
  const id = await buy();
  const told = (data: object) => sendMoonpay(service, moonpayEvent(id, ada.address, data));
  const entry = async () => (await ada.list())[0];
  await told({ cryptoTransactionId: null, quoteCurrencyAmount: null });
  const before = await entry();
  expect(before).toMatchObject({ status: 'completed', transaction_hash: null });
  service.clock.advance(1_000);
  // Not by an event of another status, wallet or purchase at the provider, or without it.
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
  ['no purchase of ours', 'unknown', () => sendMoonpay(service, moonpayEvent('f'.repeat(32), ada.address))],
  [
    'a purchase at the other provider',
    'unknown',
    (id) => sendCoinbase(service, coinbaseEvent(id, ada.address)),
  ],
  [
    'another kind',
    'kind',
    (id) => sendMoonpay(service, { ...moonpayEvent(id, ada.address), type: 'constructor' }),
  ],
  [
    'a status of no meaning',
    'kind',
    (id) => sendMoonpay(service, moonpayEvent(id, ada.address, { status: 'toString' })),
  ],
  ['no data', 'kind', () => sendMoonpay(service, { type: 'external_api' })],
  [
    'a purchase that was no test, by the key of the test mode',
    'mode',
    (id) => sendMoonpay(service, moonpayEvent(id, ada.address), { key: secrets['moonpay-test-webhook'] }),
  ],
])('an event about %s is taken, counted and left alone', async (_, reason, send) => {
  const id = await buy();
  expect(await send(id)).toEqual({ status: 200, json: {} });
  expect((await ada.list())[0]?.status).toBe('created');
  const metrics = await (await service.fetch(new Request(`${service.config.url}/metrics`))).text();
  expect(metrics).toContain(`latchkey_funding_ignored_total{reason="${reason}"} 1`);
});

test('an event with the id of another app’s purchase changes nothing there', async () => {
  const id = await buy();
  // A secret of one app is no key of another's.
  const theirs = { 'moonpay-webhook': 'wk_live_theirs', 'coinbase-webhook': 'whsec-theirs' };
  for (const [name, secret] of Object.entries(theirs)) await putSecret(service, name, secret, otherApp.id);
  for (const { json, status } of [
    await sendMoonpay(service, moonpayEvent(id, ada.address), { key: theirs['moonpay-webhook'] }),
    await sendCoinbase(service, coinbaseEvent(id, ada.address), { key: theirs['coinbase-webhook'] }),
  ])
    expect([status, json.code]).toEqual([401, 'missing_or_invalid_token']);
  for (const [name, secret] of Object.entries(secrets)) await putSecret(service, name, secret, otherApp.id);
  expect((await sendMoonpay(service, moonpayEvent(id, ada.address), { id: otherApp.id })).status).toBe(200);
  expect((await ada.list())[0]?.status).toBe('created');
  const nowhere = await sendMoonpay(service, moonpayEvent(id, ada.address), {
    id: 'latchkey-test-app-0000009',
  });
  expect([nowhere.status, nowhere.json.code]).toEqual([404, 'app_not_found']);
});

test('what was paid in the test mode is written down, and never told to a back end', async () => {
  const id = await buy('ETH_BASE', { useSandbox: true });
  const event = moonpayEvent(id, ada.address);
  await sendMoonpay(service, event);
  expect((await ada.list())[0]).toMatchObject({ status: 'created', is_test: true });
  await sendMoonpay(service, event, { key: secrets['moonpay-test-webhook'] });
  expect((await ada.list())[0]).toMatchObject({ status: 'completed', is_test: true });
  expect(await logged()).toEqual(['funding.started', 'funding.test_changed']);
  expect(await told()).toEqual([]);
});

test('in production no one pays in a test mode that the app has no key of, and no key of the sandbox signs an event', async () => {
  const id = await buy();
  const app = { ...service.app, funding_providers: { moonpay: { public_key: 'pk_live_ours' } } };
  for (const name of ['moonpay-test', 'moonpay-test-webhook', 'coinbase', 'coinbase-webhook'])
    await putSecret(service, name, null);
  const strict = await service.startAnother({ config: { production: true }, apps: [app] });
  const body = { address: ada.address, useSandbox: true, config: { currencyCode: 'ETH_BASE' as const } };
  const { json, status } = await strict.call(fundingRoutes.signMoonpay, { bearer: ada.token, body });
  expect([status, json.code]).toEqual([422, 'not_supported']);
  const { moonpay, coinbase } = sandboxFunding;
  const answers = [
    await sendMoonpay(strict, moonpayEvent(id, ada.address), { key: moonpay.webhookKey }),
    await sendMoonpay(strict, moonpayEvent(id, ada.address), { key: moonpay.testWebhookKey }),
    await sendCoinbase(strict, coinbaseEvent(id, ada.address), { key: coinbase.webhookSecret }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 422]);
  const config = await strict.call(getAppRoute);
  expect(config.json.funding_services).not.toHaveProperty('stands_for');
  expect(config.json.funding_services?.moonpay?.test_public_key).toBeNull();
  await strict.close();
  expect((await ada.list())[0]).toMatchObject({ id, status: 'created' });
  expect(await told()).toEqual([]);
});

test('an app without a key for events takes none', async () => {
  for (const name of ['moonpay-webhook', 'moonpay-test-webhook', 'coinbase-webhook'])
    await putSecret(service, name, null);
  for (const { json, status } of [
    await sendMoonpay(service, moonpayEvent('x', ada.address)),
    await sendCoinbase(service, coinbaseEvent('x', ada.address)),
  ])
    expect([status, json.code]).toEqual([422, 'not_supported']);
});

test('[S56] fields of every object and texts of any length in an event do no harm', async () => {
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
  expect([wrong.status, wrong.json.code]).toEqual([400, 'invalid_data']);
});
