import { createHmac } from 'node:crypto';
import { createWalletOwner, logIn, type TestService } from '@latchkey/testkit';
import { fundingRoutes, moonpayCodes, moonpayNative, moonpayUsdc } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPayer,
  type ProviderServer,
  putSecret,
  secrets,
  startFunding,
  startProvider,
} from '../funding.testkit.ts';
import { signUrl } from './signUrl.ts';

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

/** Splits a signed URL into page and query, and verifies its signature as MoonPay documents it. */
function openUrl(text: string, secretKey: string) {
  const url = new URL(text);
  const at = url.search.lastIndexOf('&signature=');
  const signed = url.search.slice(0, at);
  const signature = createHmac('sha256', secretKey).update(signed).digest('base64');
  const isSigned = url.searchParams.get('signature') === signature;
  url.searchParams.delete('signature');
  return { page: url.origin + url.pathname, query: Object.fromEntries(url.searchParams), isSigned };
}

test("[MOON-02] the signed URL of MoonPay's page contains the wallet, amount, purchase id and appearance", async () => {
  const { status, json } = await ada.sign({
    currencyCode: 'ETH_BASE',
    quoteCurrencyAmount: 0.0000001,
    paymentMethod: 'credit_debit_card',
    email: 'Ada@Example.com',
    uiConfig: { accentColor: '#4f46e5', theme: 'dark' },
  });
  expect(status).toBe(200);
  expect(json.externalTransactionId).toMatch(/^[0-9a-f]{32}$/);
  const { isSigned, page, query } = openUrl(json.signedUrl, secrets.moonpay);
  expect(page).toBe(`${provider.url}/moonpay/buy`);
  expect(isSigned).toBe(true);
  expect(query).toEqual({
    apiKey: 'pk_live_ours',
    currencyCode: 'eth_base',
    walletAddress: ada.address,
    quoteCurrencyAmount: '0.0000001',
    paymentMethod: 'credit_debit_card',
    email: 'ada@example.com',
    externalTransactionId: json.externalTransactionId,
    externalCustomerId: expect.any(String),
    colorCode: '#4f46e5',
    theme: 'dark',
  });
  expect(query.externalCustomerId).not.toContain('did');
  service.clock.advance(1);
  const again = openUrl((await ada.sign()).json.signedUrl, secrets.moonpay).query;
  expect(again.externalCustomerId).toBe(query.externalCustomerId);
  expect(again.externalTransactionId).not.toBe(query.externalTransactionId);
  const [newest] = await ada.list();
  expect(newest).toMatchObject({
    id: again.externalTransactionId,
    provider: 'moonpay',
    address: ada.address,
    caip2: 'eip155:8453',
    asset: 'ETH',
    amount: null,
    status: 'created',
    is_test: false,
    transaction_hash: null,
  });
});

test('[MOON-02] a published client’s request is signed with the test mode’s key if `useSandbox` is set', async () => {
  service.clock.advance(60_000);
  const { status, json } = await ada.sign(
    {
      currencyCode: 'ETH_BASE',
      quoteCurrencyAmount: 0.01,
      uiConfig: { accentColor: 'hsl(237, 100%, 70%)', theme: 'light' },
    },
    { useSandbox: true },
  );
  expect(status).toBe(200);
  const { isSigned, page, query } = openUrl(json.signedUrl, secrets['moonpay-test']);
  expect(page).toBe(`${provider.url}/moonpay/buy-sandbox`);
  expect(isSigned).toBe(true);
  expect(query.apiKey).toBe('pk_test_ours');
  expect(query.colorCode).toBe('#666eff');
  expect((await ada.list())[0]?.is_test).toBe(true);
});

test.each([
  ['hsl(243, 75%, 59%)', '#5048e5'],
  ['HSLA(243, 75%, 59%, 0.5)', '#5048e5'],
  ['hsl(999, 999%, 999%)', '#ffffff'],
  ['#AbC', '#AAbbCC'],
])('the service converts the colour %s to six hex digits for MoonPay', async (accentColor, colorCode) => {
  service.clock.advance(60_000);
  const { json } = await ada.sign({ uiConfig: { accentColor } });
  expect(openUrl(json.signedUrl, secrets.moonpay).query.colorCode).toBe(colorCode);
});

test('[MOON-03] MoonPay’s URL contains its currency names, and ether on Ethereum by default', async () => {
  const named = async (currencyCode?: string) => {
    const { json } = await ada.sign({ currencyCode });
    return openUrl(json.signedUrl, secrets.moonpay).query.currencyCode;
  };
  expect(await named()).toBe('eth');
  const native = { 1: 'eth', 137: 'matic_polygon', 8453: 'eth_base', 42161: 'eth_arbitrum' };
  for (const [chain, name] of Object.entries(native)) {
    expect(await named(moonpayNative[Number(chain)])).toBe(name);
    service.clock.advance(60_000);
  }
  expect(await named(moonpayNative[42220])).toBe('celo');
  expect(await named(moonpayNative[43114])).toBe('avax_cchain');
  const usdc = await Promise.all(Object.values(moonpayUsdc).map((code) => named(code)));
  expect(usdc.sort()).toEqual(['usdc', 'usdc_arbitrum', 'usdc_base', 'usdc_optimism', 'usdc_polygon']);
});

test('MoonPay’s URL leaves out an email that is not an account of the user', async () => {
  const { json } = await ada.sign({ currencyCode: 'ETH_BASE', email: 'grace@example.com' });
  expect(json.signedUrl).not.toContain('grace');
  expect(json.signedUrl).not.toContain('email');
});

test.each<[string, object, object]>([
  ['an amount of zero', { quoteCurrencyAmount: 0 }, {}],
  ['a negative amount', { quoteCurrencyAmount: -1 }, {}],
  ['an amount as text', { quoteCurrencyAmount: '1e9' }, {}],
  ['an amount that is too large', { quoteCurrencyAmount: 1e16 }, {}],
  ['a coin that is not sold', { currencyCode: 'DOGE' }, {}],
  ['a colour with script', { uiConfig: { accentColor: '#fff"><script>' } }, {}],
  ['a colour with a line break', { uiConfig: { accentColor: 'hsl(1, 1%, 1%)\n' } }, {}],
  ['a Solana address for an Ethereum coin', {}, { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }],
  ['an Ethereum address for SOL', { currencyCode: 'SOL' }, {}],
  ['a name in place of an address', {}, { address: 'ada.eth' }],
])('a MoonPay purchase with %s is refused', async (_, config, more) => {
  service.clock.advance(60_000);
  const { status, json } = await ada.sign(config, more);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
});

test('a MoonPay purchase is `not_supported` if the account has no secret or the test mode has no key', async () => {
  await putSecret(service, 'moonpay', null);
  const without = await ada.sign();
  expect(without.status).toBe(422);
  expect(without.json.code).toBe('not_supported');
  await putSecret(service, 'moonpay', secrets.moonpay);
  const other = await startFunding(provider, {
    app: { funding_providers: { moonpay: { public_key: 'pk_live_ours' } } },
  });
  const grace = await createPayer(other, 'grace@example.com');
  const test = await grace.sign({}, { useSandbox: true });
  expect(test.status).toBe(422);
  expect(test.json.code).toBe('not_supported');
  expect(await grace.list()).toEqual([]);
  expect((await grace.sign()).status).toBe(200);
  await other.close();
});

test('[CONF-32] [FUND-07] both providers are refused if payments are off, funding is off, or the method is not offered', async () => {
  const config = {
    methods: ['external'] as 'external'[],
    default_recommended_amount: '1',
    default_recommended_currency: { chain: 'eip155:1' },
  };
  for (const app of [{ fiat_on_ramp_enabled: false }, { funding_config: null }, { funding_config: config }]) {
    const off = await startFunding(provider, { app });
    const grace = await createPayer(off, 'grace@example.com');
    const answers = [await grace.sign(), await grace.init()];
    for (const { json, status } of answers) {
      expect(status).toBe(422);
      expect(json.code).toBe('funding_not_enabled');
      expect(json.error).toBe('Wallet funding is not enabled.');
    }
    expect(await grace.list()).toEqual([]);
    await off.close();
  }
});

test("a URL of MoonPay's page is not signed for an invalid access token", async () => {
  const body = { address: ada.address, config: {} };
  const { status, json } = await service.call(fundingRoutes.signMoonpay, { body, bearer: 'x.y.z' });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_token');
});

test('[S45] purchases are limited per session and minute, and per user and day', async () => {
  const { user } = await createWalletOwner(service, 'busy@example.com');
  const address = (await logIn(service, 'busy@example.com')).user?.linked_accounts.find(
    (one) => one.type === 'wallet',
  )?.address;
  const sign = () =>
    service.call(fundingRoutes.signMoonpay, { bearer: user.token, body: { address, config: {} } });
  const codes: (string | undefined)[] = [];
  for (let call = 0; call < 11; call += 1) codes.push((await sign()).json.code);
  expect(codes).toEqual([...Array(10).fill(undefined), 'too_many_requests']);
  await service.database.db.execute(
    `insert into fundings select app_id, md5(random()::text || n), user_id, provider, is_test, address, caip2, asset, amount, status, provider_id, transaction_hash, received, created_at_ms, updated_at_ms from fundings, generate_series(1, 89) n where funding_id = (select funding_id from fundings where user_id = '${user.userId}' order by funding_id limit 1)`,
  );
  service.clock.advance(60_000);
  expect((await sign()).status).toBe(200);
  const last = await Promise.all(Array.from({ length: 5 }, sign));
  expect(last.map(({ json }) => json.code)).toEqual(Array(5).fill('too_many_requests'));
  expect(last[0]?.json.data).toEqual({ retry_after_s: 3_600 });
});

test('an ampersand in a value of MoonPay’s signed query is escaped, so it adds no parameter', () => {
  const url = signUrl(
    'https://buy.moonpay.com',
    { apiKey: 'pk', walletAddress: '0x1&walletAddress=0x2', email: undefined },
    'sk',
  );
  expect([...new URL(url).searchParams.keys()]).toEqual(['apiKey', 'walletAddress', 'signature']);
  expect(new URL(url).searchParams.get('walletAddress')).toBe('0x1&walletAddress=0x2');
  expect(openUrl(url, 'sk').isSigned).toBe(true);
  expect(moonpayCodes.length).toBe(25);
});
