import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createPayer,
  accounts as fundingAccounts,
  fundingConfig,
  secrets as fundingSecrets,
  moonpayEvent,
  putSecret,
  sendMoonpay,
} from '../packages/server/src/funding/funding.testkit.ts';
import { type Receiver, register, startReceiver } from '../packages/server/src/webhooks/webhooks.testkit.ts';
import { createNodeClient } from './node/client.ts';
import { createServerAuth } from './serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from './service.ts';

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('webhooks in back ends with published clients, %s', (database) => {
  let service: ReachableService;
  let receiver: Receiver;
  let secret: string;

  beforeAll(async () => {
    const funding = {
      fiat_on_ramp_enabled: true,
      funding_config: fundingConfig,
      funding_providers: fundingAccounts,
    };
    service = await startService(database, [conformanceApp({ id: appId, ...funding })]);
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
  });

  /** Returns the event of a type as it arrived, with the three headers that published clients read. */
  function arrived(type: string) {
    const one = receiver.received.find(({ event }) => event.type === type);
    if (!one) throw new Error(`${type} did not arrive`);
    const header = (name: string) => String(one.headers[`svix-${name}`]);
    return { ...one, id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
  }

  test('[S46] server-auth 1.32.5 verifies the events of a sign-up, and rejects changed ones', async () => {
    const client = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    // This client prints each rejection.
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

  test('[S46] server-auth 1.32.5 and node 0.35.0 verify the event wallet.funds_deposited of a purchase, and reject a changed one', async () => {
    for (const name of ['moonpay', 'moonpay-webhook'] as const)
      await putSecret(service, name, fundingSecrets[name]);
    const grace = await createPayer(service, 'grace@example.com');
    const config = { currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.1 };
    const { externalTransactionId } = (await grace.sign(config)).json;
    await sendMoonpay(service, moonpayEvent(externalTransactionId, grace.address));
    await service.service.seal();
    await service.service.deliver();

    const { body, event, id, timestamp, signature } = arrived('wallet.funds_deposited');
    expect(event).toMatchObject({
      user_id: grace.userId,
      wallet_address: grace.address,
      recipient: grace.address,
      caip2: 'eip155:8453',
      asset: { type: 'native-token' },
      amount: '100000000000000000',
      // The providers do not report the sender or the block.
      transaction_hash: '0xabc',
      sender: null,
      block: null,
    });
    const serverAuth = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const headers = { id, timestamp, signature };
    expect(await serverAuth.verifyWebhook(event, headers, secret)).toEqual(event);
    const more = { ...event, amount: '900000000000000000' };
    await expect(serverAuth.verifyWebhook(more, headers, secret)).rejects.toThrow('verification failed');
    const node = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
    const verify = (payload: string) =>
      node.webhooks().verify({
        payload,
        headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signature },
        signing_secret: secret,
      });
    expect(verify(body)).toEqual(event);
    expect(() => verify(body.replace('"amount":"1', '"amount":"9'))).toThrow('verification failed');
  });

  test('[S46] node 0.35.0 verifies the events of a sign-up, and rejects changed and old ones', async () => {
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
});
