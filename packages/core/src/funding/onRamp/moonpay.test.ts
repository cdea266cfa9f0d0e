import { fundingRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { type FundInput, startMoonpay, toFundingRequest, watchMoonpay } from '../../index.ts';
import {
  codeOf,
  type FundingStage,
  type FundingStageOptions,
  moonpayApi,
  shareFundingStage,
} from '../fundingStage.testkit.ts';

const open = shareFundingStage();
const id = '0123456789abcdef0123456789abcdef';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A service that signs, and a MoonPay that answers what a test says. */
async function begin(
  answers: ((request: Request) => Response | Promise<Response>)[],
  options: FundingStageOptions = {},
) {
  let asked = 0;
  const urls: string[] = [];
  const stage = await open({
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
  return { ...stage, urls, asked: () => asked };
}
const fund = ({ client, address }: FundingStage, config: object = {}) => {
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
  it('[MOON-02] [MOON-03] is signed by the service, for the coin of the chain', async () => {
    const stage = await begin([unknown]);
    expect(await fund(stage)).toEqual({
      signedUrl: 'https://buy.moonpay.example/?signature=x',
      id,
      isTest: false,
    });
    expect(await stage.requests[0]?.json()).toEqual({
      address: stage.address,
      config: { currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.1, uiConfig: {} },
    });
    await fund(stage, { asset: 'USDC', chain: { id: 1 }, amount: '5' });
    expect(await stage.requests.findLast(({ url }) => url.includes('moonpay_on_ramp'))?.json()).toMatchObject(
      {
        config: { currencyCode: 'USDC_ETHEREUM', quoteCurrencyAmount: 5 },
      },
    );
  });

  it('[MOON-03] names the coin of each chain that it sells, and sells nothing on others', async () => {
    const stage = await begin([unknown]);
    const { client, address } = stage;
    const plain = toFundingRequest(client, { address, chainType: 'ethereum' } satisfies FundInput);
    const codeFor = async (id: number, asset: 'native-currency' | 'USDC') => {
      const network = { chainType: 'ethereum' as const, chain: { id, name: 'x' } };
      const isRefused = await codeOf(() => startMoonpay(client, { ...plain, network, asset }));
      if (isRefused) return isRefused;
      const asked = await stage.requests.findLast(({ url }) => url.includes('moonpay_on_ramp'))?.json();
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

  it("[MOON-04] [CONF-22] takes a host's own code and amount, and MoonPay's test mode", async () => {
    const stage = await begin([unknown], {
      config: { fundingMethodConfig: { moonpay: { useSandbox: true } } },
    });
    const started = await fund(stage, { config: { currencyCode: 'DAI_ETHEREUM', quoteCurrencyAmount: 7 } });
    expect(started.isTest).toBe(true);
    expect(await stage.requests[0]?.json()).toMatchObject({
      useSandbox: true,
      config: { currencyCode: 'DAI_ETHEREUM', quoteCurrencyAmount: 7 },
    });
  });

  it('is asked for by no address of another person', async () => {
    const stage = await begin([unknown]);
    expect(await codeOf(() => fund({ ...stage, address: other }))).toBe('wallet_not_linked');
    expect(stage.sent).toEqual([]);
  });

  it('[MOON-05] [MOON-06] [MOON-07] is asked about at once, and then every 3 s, until it is completed', async () => {
    const stage = await begin([
      unknown,
      () => entry(stage.address, 'waitingPayment'),
      () => entry(stage.address.toLowerCase(), 'waitingAuthorization'),
      () => entry(stage.address, 'completed', { cryptoTransactionId: '0x1' }),
    ]);
    const { isTest } = await fund(stage);
    const statuses: string[] = [];
    const end = watchMoonpay(
      stage.client,
      { id, address: stage.address, isTest },
      { onStatus: (status) => statuses.push(status) },
    );
    await stage.timers.advance(0);
    expect(stage.urls).toEqual([`${moonpayApi}/transactions/ext/${id}?apiKey=pk_live_1`]);
    await stage.timers.advance(2_999);
    expect(stage.asked()).toBe(1);
    await stage.timers.advance(1);
    expect(stage.asked()).toBe(2);
    await stage.timers.advance(6_000);
    expect(await end).toBe('completed');
    expect(statuses).toEqual(['pending', 'waitingAuthorization', 'completed']);
    await stage.timers.advance(60_000);
    expect(stage.asked()).toBe(4);
    const [request] = stage.requests.filter(({ url }) => url.startsWith(moonpayApi));
    expect(request?.credentials).toBe('omit');
    expect(request?.headers.get('authorization')).toBeNull();
  });

  it('[MOON-05] [MOON-07] is asked about by the test key in test mode, and says that it failed', async () => {
    const stage = await begin([() => entry(stage.address, 'failed')]);
    expect(await watchMoonpay(stage.client, { id, address: stage.address, isTest: true })).toBe('failed');
    expect(stage.urls[0]).toContain('apiKey=pk_test_1');
  });

  it.each([
    ['an error', broken],
    ['another wallet', () => entry(other, 'completed')],
    ['another purchase', () => Response.json([{ externalTransactionId: 'x', status: 'completed' }])],
    ['no JSON', () => new Response('completed')],
    ['a long answer', () => new Response('x'.repeat(100_000))],
    ['a text of its own', () => Response.json('completed')],
  ])('[MOON-09] [MOON-07] is given up after three answers of %s, and not before', async (_, answer) => {
    const stage = await begin([answer, answer, unknown, unknown, answer]);
    const end = watchMoonpay(stage.client, { id, address: stage.address, isTest: false });
    let result: string | null = null;
    void end.then((said) => {
      result = said;
    });
    await stage.timers.advance(9_000);
    expect([stage.asked(), result]).toEqual([4, null]);
    await stage.timers.advance(3_000);
    expect(await end).toBe('serviceFailure');
  });

  it('[MOON-09] goes on where an answer comes between the failures', async () => {
    const stage = await begin([
      broken,
      broken,
      () => entry(stage.address, 'pending'),
      broken,
      broken,
      () => entry(stage.address, 'completed'),
    ]);
    const end = watchMoonpay(stage.client, { id, address: stage.address, isTest: false });
    await stage.timers.advance(15_000);
    expect(await end).toBe('completed');
  });

  it('[MOON-09] counts a MoonPay that never answers, after 8 s each', async () => {
    const stage = await begin([silent]);
    const end = watchMoonpay(stage.client, { id, address: stage.address, isTest: false });
    await stage.timers.advance(3 * 8_000 + 2 * 3_000);
    expect(await end).toBe('serviceFailure');
  });

  it('ends by what the service heard, where MoonPay is silent to the page', async () => {
    const stage = await begin([broken], {
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
    expect(await watchMoonpay(stage.client, { id, address: stage.address, isTest: false })).toBe('completed');
  });

  it('asks no more once the person left', async () => {
    const stage = await begin([unknown]);
    const leaving = new AbortController();
    const end = watchMoonpay(
      stage.client,
      { id, address: stage.address, isTest: false },
      { signal: leaving.signal },
    );
    await stage.timers.advance(3_000);
    leaving.abort();
    await expect(end).rejects.toThrow();
    const before = stage.asked();
    await stage.timers.advance(60_000);
    expect(stage.asked()).toBe(before);
  });
});
