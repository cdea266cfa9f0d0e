import { fundingRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { type FundInput, startMoonpay, toFundingRequest, watchMoonpay } from '../../index.ts';
import {
  codeOf,
  type FundingFixture,
  type FundingFixtureOptions,
  moonpayApi,
  shareFundingFixture,
} from '../fundingFixture.testkit.ts';

const open = shareFundingFixture();
const id = '0123456789abcdef0123456789abcdef';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Opens a page with a service that signs URLs, and a MoonPay that answers as the test sets. */
async function begin(
  answers: ((request: Request) => Response | Promise<Response>)[],
  options: FundingFixtureOptions = {},
) {
  let asked = 0;
  const urls: string[] = [];
  const fixture = await open({
    ...options,
    async world(request) {
      const { pathname } = new URL(request.url);
      if (pathname === fundingRoutes.signMoonpay.path)
        return Response.json({
          signedUrl: 'https://buy.moonpay.example/?signature=x',
          externalTransactionId: id,
        });
      if (pathname === fundingRoutes.list.path && !options.world) return Response.json({ fundings: [] });
      if (options.world) {
        const answer = await options.world(request);
        if (answer) return answer;
      }
      if (!request.url.startsWith(moonpayApi)) return null;
      urls.push(request.url);
      asked += 1;
      return (answers[asked - 1] ?? answers.at(-1) ?? broken)(request);
    },
  });
  return { ...fixture, urls, asked: () => asked };
}
const fund = ({ client, address }: FundingFixture, config: object = {}) => {
  const input: FundInput = { address, chainType: 'ethereum', config };
  return startMoonpay(client, toFundingRequest(client, input));
};
const entry = (walletAddress: string, status: string, fields: object = {}) =>
  Response.json([{ externalTransactionId: id, walletAddress, status, ...fields }]);
const unknown = () => Response.json({ message: 'x', type: 'NotFoundError' }, { status: 404 });
const silent = ({ signal }: Request) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const broken = () => new Response('<html>', { status: 502 });

describe('a purchase at MoonPay', () => {
  it('[MOON-02] [MOON-03] startMoonpay requests a signed URL from the service for the chain’s coin', async () => {
    const fixture = await begin([unknown]);
    expect(await fund(fixture)).toEqual({
      signedUrl: 'https://buy.moonpay.example/?signature=x',
      id,
      isTest: false,
    });
    expect(await fixture.requests[0]?.json()).toEqual({
      address: fixture.address,
      config: { currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.1, uiConfig: {} },
    });
    await fund(fixture, { asset: 'USDC', chain: { id: 1 }, amount: '5' });
    expect(
      await fixture.requests.findLast(({ url }) => url.includes('moonpay_on_ramp'))?.json(),
    ).toMatchObject({
      config: { currencyCode: 'USDC_ETHEREUM', quoteCurrencyAmount: 5 },
    });
  });

  it('[MOON-03] startMoonpay requests MoonPay’s code for the coin of each chain, and refuses coins that MoonPay does not sell', async () => {
    const fixture = await begin([unknown]);
    const { client, address } = fixture;
    const plain = toFundingRequest(client, { address, chainType: 'ethereum' } satisfies FundInput);
    const codeFor = async (id: number, asset: 'native-currency' | 'USDC') => {
      const network = { chainType: 'ethereum' as const, chain: { id, name: 'x' } };
      const isRefused = await codeOf(() => startMoonpay(client, { ...plain, network, asset }));
      if (isRefused) return isRefused;
      const asked = await fixture.requests.findLast(({ url }) => url.includes('moonpay_on_ramp'))?.json();
      return asked.config.currencyCode;
    };
    const codes: Record<string, unknown> = {};
    for (const id of [1, 10, 137, 8453, 42161, 42220, 43114, 5])
      codes[id] = [await codeFor(id, 'native-currency'), await codeFor(id, 'USDC')];
    expect(codes).toEqual({
      1: ['ETH_ETHEREUM', 'USDC_ETHEREUM'],
      10: ['not_supported', 'USDC_OPTIMISM'],
      137: ['MATIC_POLYGON', 'USDC_POLYGON'],
      8453: ['ETH_BASE', 'USDC_BASE'],
      42161: ['ETH_ARBITRUM', 'USDC_ARBITRUM'],
      42220: ['CELO_CELO', 'not_supported'],
      43114: ['AVAX_CCHAIN', 'not_supported'],
      5: ['not_supported', 'not_supported'],
    });
  });

  it('[MOON-04] [CONF-22] startMoonpay uses the host’s own currency code and amount, and MoonPay’s test mode if configured', async () => {
    const fixture = await begin([unknown], {
      config: { fundingMethodConfig: { moonpay: { useSandbox: true } } },
    });
    const started = await fund(fixture, { config: { currencyCode: 'DAI_ETHEREUM', quoteCurrencyAmount: 7 } });
    expect(started.isTest).toBe(true);
    expect(await fixture.requests[0]?.json()).toMatchObject({
      useSandbox: true,
      config: { currencyCode: 'DAI_ETHEREUM', quoteCurrencyAmount: 7 },
    });
  });

  it('startMoonpay refuses a MoonPay purchase for an address that is not the user’s', async () => {
    const fixture = await begin([unknown]);
    expect(await codeOf(() => fund({ ...fixture, address: other }))).toBe('wallet_not_linked');
    expect(fixture.sent).toEqual([]);
  });

  it('[MOON-05] [MOON-06] [MOON-07] watchMoonpay polls MoonPay at once and then every 3 s until the purchase is completed', async () => {
    const fixture = await begin([
      unknown,
      () => entry(fixture.address, 'waitingPayment'),
      () => entry(fixture.address.toLowerCase(), 'waitingAuthorization'),
      () => entry(fixture.address, 'completed', { cryptoTransactionId: '0x1' }),
    ]);
    const { isTest } = await fund(fixture);
    const statuses: string[] = [];
    const end = watchMoonpay(
      fixture.client,
      { id, address: fixture.address, isTest },
      { onStatus: (status) => statuses.push(status) },
    );
    await fixture.timers.advance(0);
    expect(fixture.urls).toEqual([`${moonpayApi}/transactions/ext/${id}?apiKey=pk_live_1`]);
    await fixture.timers.advance(2_999);
    expect(fixture.asked()).toBe(1);
    await fixture.timers.advance(1);
    expect(fixture.asked()).toBe(2);
    await fixture.timers.advance(6_000);
    expect(await end).toBe('completed');
    expect(statuses).toEqual(['pending', 'waitingAuthorization']);
    await fixture.timers.advance(60_000);
    expect(fixture.asked()).toBe(4);
    const [request] = fixture.requests.filter(({ url }) => url.startsWith(moonpayApi));
    expect(request?.credentials).toBe('omit');
    expect(request?.headers.get('authorization')).toBeNull();
  });

  it('[MOON-05] [MOON-07] watchMoonpay uses MoonPay’s test key in test mode, and reports a failed purchase', async () => {
    const fixture = await begin([() => entry(fixture.address, 'failed')]);
    expect(await watchMoonpay(fixture.client, { id, address: fixture.address, isTest: true })).toBe('failed');
    expect(fixture.urls[0]).toContain('apiKey=pk_test_1');
  });

  it.each([
    ['an error', broken],
    ['another wallet', () => entry(other, 'completed')],
    ['another purchase', () => Response.json([{ externalTransactionId: 'x', status: 'completed' }])],
    ['no JSON', () => new Response('completed')],
    ['a long answer', () => new Response('x'.repeat(100_000))],
    ['a plain text', () => Response.json('completed')],
  ])(
    '[MOON-09] [MOON-07] watchMoonpay reports serviceFailure after MoonPay answered three times with %s, and not before',
    async (_, answer) => {
      const fixture = await begin([answer, answer, unknown, unknown, answer]);
      const end = watchMoonpay(fixture.client, { id, address: fixture.address, isTest: false });
      let result: string | null = null;
      void end.then((said) => {
        result = said;
      });
      await fixture.timers.advance(9_000);
      expect(fixture.asked()).toBe(4);
      expect(result).toBeNull();
      await fixture.timers.advance(3_000);
      expect(await end).toBe('serviceFailure');
    },
  );

  it('[MOON-09] watchMoonpay continues to follow a MoonPay purchase if a valid answer comes between failures', async () => {
    const fixture = await begin([
      broken,
      broken,
      () => entry(fixture.address, 'pending'),
      broken,
      broken,
      () => entry(fixture.address, 'completed'),
    ]);
    const end = watchMoonpay(fixture.client, { id, address: fixture.address, isTest: false });
    await fixture.timers.advance(15_000);
    expect(await end).toBe('completed');
  });

  it('[MOON-09] watchMoonpay counts a request to MoonPay without an answer within 8 s as a failure', async () => {
    const fixture = await begin([silent]);
    const end = watchMoonpay(fixture.client, { id, address: fixture.address, isTest: false });
    await fixture.timers.advance(3 * 8_000 + 2 * 3_000);
    expect(await end).toBe('serviceFailure');
  });

  it('watchMoonpay uses the status that the service knows if MoonPay does not answer the page', async () => {
    const fixture = await begin([broken], {
      world: (request) =>
        new URL(request.url).pathname === fundingRoutes.list.path
          ? Response.json({
              fundings: [
                {
                  id,
                  provider: 'moonpay',
                  address: '',
                  caip2: '',
                  asset: '',
                  amount: null,
                  status: 'completed',
                  is_test: false,
                  transaction_hash: null,
                  created_at: 0,
                  updated_at: 0,
                },
              ],
            })
          : null,
    });
    expect(await watchMoonpay(fixture.client, { id, address: fixture.address, isTest: false })).toBe(
      'completed',
    );
  });

  it('watchMoonpay stops polling MoonPay when the user leaves', async () => {
    const fixture = await begin([unknown]);
    const leaving = new AbortController();
    const end = watchMoonpay(
      fixture.client,
      { id, address: fixture.address, isTest: false },
      { signal: leaving.signal },
    );
    await fixture.timers.advance(3_000);
    leaving.abort();
    await expect(end).rejects.toThrow();
    const before = fixture.asked();
    await fixture.timers.advance(60_000);
    expect(fixture.asked()).toBe(before);
  });
});
