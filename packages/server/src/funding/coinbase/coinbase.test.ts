import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { TestService } from '@latchkey/testkit';
import { fundingRoutes } from '@latchkey/wire';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createPayer,
  ecKeys,
  type ProviderServer,
  putSecret,
  secrets,
  json as send,
  startFunding,
  startProvider,
  usual,
} from '../funding.testkit.ts';

let provider: ProviderServer;
let service: TestService;
let ada: Awaited<ReturnType<typeof createPayer>>;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider, { config: { trustedProxies: 1 } });
  ada = await createPayer(service);
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(() => {
  service.clock.advance(60_000);
  provider.asked.length = 0;
  provider.answer = usual([]);
});
afterEach(() => putSecret(service, 'coinbase', secrets.coinbase));

/** Returns the claims of a call's token, verified as the platform does. */
async function claimsOf(authorization: string, key: KeyObject) {
  const { payload, protectedHeader } = await jwtVerify(authorization.replace('Bearer ', ''), key, {
    currentDate: new Date(service.clock.now()),
  });
  return { payload, protectedHeader };
}

test("[COIN-01] the service requests a Coinbase session for the wallet and the client's IP address, with a token signed for that call", async () => {
  const { status, json } = await ada.init();
  expect(status).toBe(200);
  expect(json).toEqual({
    app_id: 'project-1',
    session_token: 'session-token-1',
    channel_id: 'channel-1',
    partner_user_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const [asked] = provider.asked;
  expect(asked).toMatchObject({
    method: 'POST',
    url: '/coinbase/onramp/v1/token',
    body: {
      addresses: [{ address: ada.address, blockchains: ['base'] }],
      assets: ['ETH'],
      clientIp: '127.0.0.1',
    },
  });
  const { payload, protectedHeader } = await claimsOf(asked?.authorization ?? '', ecKeys.publicKey);
  const name = 'organizations/1/apiKeys/1';
  const uri = 'POST api.developer.coinbase.com/onramp/v1/token';
  expect(protectedHeader).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: name,
    nonce: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(payload).toMatchObject({ iss: 'cdp', sub: name, uri, uris: [uri] });
  expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBe(120);
  expect((await ada.list())[0]).toMatchObject({
    id: json.partner_user_id,
    provider: 'coinbase-onramp',
    caip2: 'eip155:8453',
    asset: 'ETH',
  });
});

test("[COIN-01] calls to Coinbase are signed with an Ed25519 key in the platform's format; coin symbols are accepted in any case", async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = [privateKey.export({ format: 'jwk' }).d, publicKey.export({ format: 'jwk' }).x];
  await putSecret(
    service,
    'coinbase',
    Buffer.concat(bytes.map((one) => Buffer.from(one ?? '', 'base64url'))).toString('base64'),
  );
  expect((await ada.init({ assets: ['eth', 'usdc'] })).status).toBe(200);
  const [asked] = provider.asked;
  expect(asked?.body.assets).toEqual(['ETH', 'USDC']);
  expect((await claimsOf(asked?.authorization ?? '', publicKey)).protectedHeader.alg).toBe('EdDSA');
});

test.each([
  ['a key in the older PEM form', () => ecKeys.privateKey.export({ type: 'sec1', format: 'pem' }).toString()],
  ['PEM with line breaks written as \\n', () => secrets.coinbase.replaceAll('\n', '\\n')],
])('the secret for Coinbase may be %s', async (_, secret) => {
  await putSecret(service, 'coinbase', secret());
  expect((await ada.init()).status).toBe(200);
});

test('a purchase fails with `onramp_unavailable`, which does not quote the secret, if the secret for Coinbase is not a key', async () => {
  await putSecret(service, 'coinbase', 'bm90IGEga2V5');
  const { status, json } = await ada.init();
  expect(status).toBe(422);
  expect(json.code).toBe('onramp_unavailable');
  expect(JSON.stringify(json)).not.toContain('bm90');
  await putSecret(service, 'coinbase', null);
  expect((await ada.init()).json.code).toBe('not_supported');
});

test('[S57] Coinbase gets the client IP address that the trusted proxy reports, not one that the client claims', async () => {
  const init = (forwarded: string) =>
    service.call(fundingRoutes.initCoinbase, {
      bearer: ada.token,
      network: '10.0.0.1',
      headers: { 'x-forwarded-for': forwarded },
      body: { addresses: [{ address: ada.address, blockchains: ['base'] }], clientIp: '203.0.113.66' },
    });
  for (const [forwarded, address] of [
    ['203.0.113.66, 198.51.100.9', '198.51.100.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['<script>', '10.0.0.1'],
  ] as const) {
    provider.asked.length = 0;
    expect((await init(forwarded)).status).toBe(200);
    expect(provider.asked[0]?.body.clientIp).toBe(address);
  }
});

const bought = (more: object = {}) => ({
  status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  transaction_id: 'cb-1',
  tx_hash: '0xdef',
  wallet_address: ada.address,
  purchase_currency: 'ETH',
  purchase_network: 'base',
  purchase_amount: { value: '0.25', currency: 'ETH' },
  ...more,
});

test('[COIN-02] the status of a Coinbase purchase is pending until it is paid, then success or failure, and a later failure of Coinbase does not change it', async () => {
  for (const [said, status] of [
    ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'success'],
    ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failure'],
  ] as const) {
    provider.answer = usual([]);
    const { partner_user_id: id } = (await ada.init()).json;
    expect((await ada.status(id)).json).toEqual({ status: 'pending' });
    const asked = provider.asked.at(-1);
    expect(asked?.method).toBe('GET');
    expect(asked?.url).toBe(`/coinbase/onramp/v1/buy/user/${id}/transactions?page_size=1`);
    const { payload } = await claimsOf(asked?.authorization ?? '', ecKeys.publicKey);
    expect(payload.uri).toBe(`GET api.developer.coinbase.com/onramp/v1/buy/user/${id}/transactions`);

    provider.answer = usual([bought({ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' })]);
    service.clock.advance(3_000);
    expect((await ada.status(id)).json).toEqual({ status: 'pending' });
    expect((await ada.list())[0]?.status).toBe('pending');

    provider.answer = usual([bought({ status: said })]);
    // An immediate second request returns the last status without a call to Coinbase.
    expect((await ada.status(id)).json).toEqual({ status: 'pending' });
    service.clock.advance(3_000);
    expect((await ada.status(id)).json).toEqual({ status });

    provider.answer = (_, response) => send(response, {}, 500);
    service.clock.advance(3_000);
    expect((await ada.status(id)).json).toEqual({ status });
  }
});

test('ten simultaneous requests for the status of a purchase cause one request to Coinbase', async () => {
  const { partner_user_id: id } = (await ada.init()).json;
  provider.asked.length = 0;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.status(id)));
  expect(answers.map(({ json }) => json)).toEqual(Array(10).fill({ status: 'pending' }));
  expect(provider.asked).toHaveLength(1);
});

test('[COIN-02] a Coinbase purchase for another wallet under the same reference is ignored', async () => {
  const { partner_user_id: id } = (await ada.init()).json;
  provider.answer = usual([bought({ wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' })]);
  expect((await ada.status(id)).json).toEqual({ status: 'pending' });
  expect((await ada.list())[0]).toMatchObject({ status: 'created', transaction_hash: null });
});

test('[COIN-02] the status of a purchase of another user or at another provider is `not_found`', async () => {
  const { partner_user_id: id } = (await ada.init()).json;
  const grace = await createPayer(service, 'grace@example.com');
  const moonpay = (await ada.sign()).json.externalTransactionId;
  for (const answer of [await grace.status(id), await ada.status(moonpay), await ada.status("x' or 1=1")]) {
    expect(answer.status).toBe(404);
    expect(answer.json.code).toBe('not_found');
  }
});
