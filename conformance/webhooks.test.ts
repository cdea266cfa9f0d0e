import { verifyWebhook } from '@latchkey/node';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sandboxFunding } from '../packages/server/src/app-secrets/index.ts';
import { createPayer, fundingConfig } from '../packages/server/src/funding/funding.testkit.ts';
import { type Receiver, register, startReceiver } from '../packages/server/src/webhooks/webhooks.testkit.ts';
import { createNodeClient } from './node/client.ts';
import { createServerAuth } from './serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from './service.ts';

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('webhooks in back ends with published clients, %s', (database) => {
  let sandbox: Sandbox;
  let service: ReachableService;
  let receiver: Receiver;
  let secret: string;

  beforeAll(async () => {
    sandbox = await startSandbox({
      ...{ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] },
      now: () => service.clock.now(),
    });
    const app = { id: appId, fiat_on_ramp_enabled: true, funding_config: fundingConfig };
    const { url } = sandbox;
    const providers = { moonpayUrl: url, coinbaseUrl: url, sharedFunding: sandboxFunding };
    service = await startService(database, [conformanceApp(app)], providers);
    const events = `${service.url}/api/v1/apps/${appId}/funding/webhooks`;
    sandbox.moonpay.sendEventsTo(`${events}/moonpay`);
    sandbox.coinbaseOnRamp.sendEventsTo(`${events}/coinbase`);
    receiver = await startReceiver();
    ({ secret } = await register(service, receiver.url));
    await logIn(service, 'ada@example.com');
    service.passTime(0);
    await service.service.seal();
    await service.service.deliver();
    await receiver.until(2);
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
    await sandbox?.close();
  });

  /** The event of a type as it arrived, with the three headers that published clients read. */
  function arrived(type: string) {
    const one = receiver.received.find(({ event }) => event.type === type);
    if (!one) throw new Error(`${type} did not arrive`);
    const header = (name: string) => String(one.headers[`svix-${name}`]);
    return { ...one, id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
  }

  test('[S46] server-auth 1.32.5 verifies the events of a sign-up, and refuses what was changed', async () => {
    const client = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    // This client prints each refusal.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const type of ['user.created', 'user.authenticated']) {
      const { event, id, timestamp, signature } = arrived(type);
      const headers = { id, timestamp, signature };
      expect(await client.verifyWebhook(event, headers, secret)).toEqual(event);
      const changed = { ...event, user: { id: 'did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa' } };
      await expect(client.verifyWebhook(changed, headers, secret)).rejects.toThrow('verification failed');
      const other = { ...headers, id: 'msg_other' };
      await expect(client.verifyWebhook(event, other, secret)).rejects.toThrow('verification failed');
    }
  });

  test('[S46] node 0.35.0 verifies the events of a sign-up, and refuses what was changed or is old', async () => {
    const client = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
    const { body, event, id, timestamp, signature } = arrived('user.authenticated');
    const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signature };
    const verify = (payload: string) =>
      client.webhooks().verify({ payload, headers, signing_secret: secret });
    expect(verify(body)).toEqual(event);
    expect(verify(body)).toMatchObject({
      type: 'user.authenticated',
      user: { linked_accounts: [{ type: 'email', address: 'ada@example.com' }] },
      account: { type: 'email', address: 'ada@example.com' },
    });
    expect(() => verify(body.replace('ada@', 'eve@'))).toThrow('verification failed');
    service.passTime(6 * 60_000);
    expect(() => verify(body)).toThrow('verification failed');
  });

  test('[S46] what became of purchases is verified by each of them, and told once for each step under a key of its own', async () => {
    const { sign, init, address, userId } = await createPayer(service, 'grace@example.com');
    const { moonpay, coinbaseOnRamp } = sandbox;
    const polygon = { currencyCode: 'MATIC_POLYGON', quoteCurrencyAmount: 2.5 };
    const { signedUrl, externalTransactionId: paid } = (await sign(polygon)).json;
    expect((await fetch(signedUrl)).status).toBe(200);
    for (const button of [
      'pay',
      'event-twice',
      'event-forged',
      'event-old',
      'complete',
      'event-twice',
    ] as const)
      await moonpay.press(paid, button);
    const opened = (await init({ addresses: [{ address, blockchains: ['polygon'] }], assets: ['POL'] })).json;
    const { partner_user_id: declined, session_token: token } = opened;
    const query = new URLSearchParams({ sessionToken: token, partnerUserRef: declined });
    expect((await fetch(`${sandbox.url}/coinbase/buy/select-asset?${query}`)).status).toBe(200);
    for (const button of ['event-forged', 'fail'] as const) await coinbaseOnRamp.press(declined, button);
    await service.service.seal();
    await service.service.deliver();

    const events = receiver.received.filter(({ event }) => event.type.startsWith('wallet.funds_'));
    expect(events.map(({ event }) => event)).toMatchObject([
      { type: 'wallet.funds_pending', idempotency_key: `${paid}:pending`, user_id: userId },
      {
        ...{ type: 'wallet.funds_deposited', idempotency_key: `${paid}:completed`, user_id: userId },
        ...{ wallet_id: address, recipient: address, caip2: 'eip155:137', amount: '2500000000000000000' },
        ...{ asset: { type: 'native-token' }, transaction_hash: moonpay.list()[0]?.cryptoTransactionId },
      },
      { type: 'wallet.funds_failed', idempotency_key: `${declined}:failed`, provider: 'coinbase-onramp' },
    ]);
    const serverAuth = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    const node = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
    for (const { body, event, headers } of events) {
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
        (name) => headers[`svix-${name}`],
      );
      const svix = { id: String(id), timestamp: String(timestamp), signature: String(signature) };
      expect(await serverAuth.verifyWebhook(event, svix, secret)).toEqual(event);
      const named = {
        'svix-id': svix.id,
        'svix-timestamp': svix.timestamp,
        'svix-signature': svix.signature,
      };
      expect(node.webhooks().verify({ payload: body, headers: named, signing_secret: secret })).toEqual(
        event,
      );
      expect((await verifyWebhook(body, headers, secret)).event).toEqual(event);
    }
  });
});
