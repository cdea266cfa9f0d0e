import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@latchkey/node';
import { coinbaseKeys, moonpayKeys, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, startReceiver } from '../webhooks/webhooks.testkit.ts';
import { sandboxCoinbase } from './coinbase/account.ts';
import { createPayer, fundingConfig } from './funding.testkit.ts';
import { sandboxMoonpay } from './moonpay/account.ts';

// The service runs against stand-ins that were written from the public documentation alone. Each side verifies the
// other's signatures.

const appId = 'latchkey-test-app-0000001';
let sandbox: Sandbox;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
/** Forwards the stand-ins' events to the service, as its own listener would. */
const listener = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const headers = new Headers(request.headers as Record<string, string>);
    const init = { method: 'POST', headers, body: Buffer.concat(chunks) };
    const answer = await service.fetch(new Request(`${service.config.url}${request.url}`, init));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
});

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    hosts: ['127.0.0.1'],
    now: () => service.clock.now(),
  });
  const { url } = sandbox;
  service = await createTestService({
    config: { moonpayUrl: url, coinbaseUrl: url, sharesOnRampAccounts: true },
    apps: [
      {
        id: appId,
        name: 'Test app',
        email_auth: true,
        allowed_origins: ['http://localhost:3000'],
        fiat_on_ramp_enabled: true,
        funding_config: fundingConfig,
      },
    ],
  });
  ada = await createPayer(service);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const events = `${listenerUrl()}/api/v1/apps/${appId}/funding/webhooks`;
  sandbox.moonpay.sendEventsTo(`${events}/moonpay`);
  sandbox.coinbaseOnRamp.sendEventsTo(`${events}/coinbase`);
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await sandbox.close();
  await service.close();
});

const listenerUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
const open = async (address: string) => (await fetch(address)).status;
const newest = async () => (await ada.list())[0];

test('the service and the sandbox have the same accounts at the providers', () => {
  expect(sandboxMoonpay).toEqual(moonpayKeys);
  expect(sandboxCoinbase).toEqual({
    projectId: coinbaseKeys.projectId,
    webhookSecret: coinbaseKeys.webhookSecret,
    keyName: coinbaseKeys.ec.name,
    secret: coinbaseKeys.ec.secret,
  });
});

test.each([false, true])(
  '[MOON-02] the service signs a URL that the page of the sandbox accepts, and handles its events (test mode: %s)',
  async (useSandbox) => {
    service.clock.advance(60_000);
    const { signedUrl, externalTransactionId: id } = (
      await ada.sign({ currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.01 }, { useSandbox })
    ).json;
    expect(await open(signedUrl.replace(ada.address, `0x${'1'.repeat(40)}`))).toBe(400);
    expect(await open(signedUrl)).toBe(200);
    await sandbox.moonpay.press(id, 'pay');
    await expect.poll(newest).toMatchObject({ id, status: 'pending', is_test: useSandbox });
    await sandbox.moonpay.press(id, 'event-forged');
    await sandbox.moonpay.press(id, 'complete');
    await expect.poll(newest).toMatchObject({ id, status: 'completed' });
    expect((await newest())?.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/);
  },
);

test('[COIN-01] [COIN-02] the service opens a session that the page of the sandbox accepts, and reads its status and events', async () => {
  service.clock.advance(60_000);
  const { partner_user_id: id, session_token: token } = (await ada.init()).json;
  const page = `${sandbox.url}/coinbase/buy/select-asset?sessionToken=${encodeURIComponent(token)}&partnerUserRef=${id}`;
  expect((await ada.status(id)).json).toEqual({ status: 'pending' });
  expect(await open(page)).toBe(200);
  await sandbox.coinbaseOnRamp.press(id, 'pay');
  await expect.poll(newest).toMatchObject({ id, status: 'pending' });
  // A status request returns the result without an event.
  sandbox.coinbaseOnRamp.sendEventsTo(null);
  await sandbox.coinbaseOnRamp.press(id, 'complete');
  service.clock.advance(3_000);
  expect((await ada.status(id)).json).toEqual({ status: 'success' });
  expect(await newest()).toMatchObject({ id, status: 'completed' });
});

test('[S46] each step of a purchase causes one webhook, which the SDK verifies, even if events are forged, repeated or old', async () => {
  service.clock.advance(60_000);
  const events = `${listenerUrl()}/api/v1/apps/${appId}/funding/webhooks`;
  sandbox.coinbaseOnRamp.sendEventsTo(`${events}/coinbase`);
  // An endpoint receives no events from before it was registered.
  await service.service.seal();
  await service.service.deliver();
  const receiver = await startReceiver();
  const types = ['wallet.funds_pending', 'wallet.funds_deposited', 'wallet.funds_failed'];
  const { secret } = await register(service, receiver.url, { types });
  const { moonpay, coinbaseOnRamp } = sandbox;
  // The sandbox sends nothing on this network, so no chain has to start.
  const polygon = { currencyCode: 'MATIC_POLYGON', quoteCurrencyAmount: 2.5 };
  const { signedUrl, externalTransactionId: paid } = (await ada.sign(polygon)).json;
  expect(await open(signedUrl)).toBe(200);
  for (const button of ['event-forged', 'pay', 'event-twice', 'event-forged', 'event-old'] as const)
    await moonpay.press(paid, button);
  for (const button of ['complete', 'event-twice', 'event-forged'] as const)
    await moonpay.press(paid, button);
  const tested = (await ada.sign(polygon, { useSandbox: true })).json;
  expect(await open(tested.signedUrl)).toBe(200);
  await moonpay.press(tested.externalTransactionId, 'complete');
  const opened = await ada.init({
    addresses: [{ address: ada.address, blockchains: ['polygon'] }],
    assets: ['POL'],
  });
  const { partner_user_id: declined, session_token: token } = opened.json;
  const query = new URLSearchParams({ sessionToken: token, partnerUserRef: declined });
  expect(await open(`${sandbox.url}/coinbase/buy/select-asset?${query}`)).toBe(200);
  for (const button of ['event-forged', 'fail', 'event-twice'] as const)
    await coinbaseOnRamp.press(declined, button);
  await service.service.seal();
  await service.service.deliver();
  await receiver.close();

  const transaction = moonpay.list().find(({ externalTransactionId }) => externalTransactionId === paid);
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { type: 'wallet.funds_pending', idempotency_key: `${paid}:pending` },
    {
      type: 'wallet.funds_deposited',
      idempotency_key: `${paid}:completed`,
      user_id: ada.userId,
      wallet_id: ada.address,
      recipient: ada.address,
      caip2: 'eip155:137',
      amount: '2500000000000000000',
      transaction_hash: transaction?.cryptoTransactionId,
    },
    { type: 'wallet.funds_failed', idempotency_key: `${declined}:failed`, provider: 'coinbase-onramp' },
  ]);
  const now = () => service.clock.now();
  for (const { body, event, headers } of receiver.received) {
    expect((await verifyWebhook(body, headers, secret, { now })).event).toEqual(event);
    const changed = body.replace(ada.userId, 'did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa');
    await expect(verifyWebhook(changed, headers, secret, { now })).rejects.toThrow();
  }
});
