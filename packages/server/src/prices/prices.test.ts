import { pricesKey, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { priceRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coinIds } from './coins.ts';

let sandbox: Sandbox;
let service: TestService;
/** Ends the calls to the provider that take too long, when a test says so. */
let timeouts: AbortController[];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.prices.calls.length = 0;
  sandbox.prices.fail(null);
  sandbox.prices.set('ethereum', 2_500);
  timeouts = [];
  service = await createTestService({
    config: { pricesUrl: sandbox.pricesUrl },
    signalAfter(ms) {
      expect(ms).toBe(3_000);
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    },
  });
});
afterEach(() => service.close());

const request = (chainId: number | string = 1, tokenSymbol = 'ETH', at = service) =>
  at.call(priceRoutes.tokenPrice, { body: { chainId: String(chainId), tokenSymbol } });
const usdOf = async (chainId?: number, symbol?: string) => (await request(chainId, symbol)).json.usd;

describe('[DISP-08] the price of a coin', () => {
  test('is answered in US dollars, to anyone who asks from a page of the app', async () => {
    const { status, json } = await request(8453, 'ETH');
    expect([status, json]).toEqual([200, { usd: 2_500 }]);
    const path = '/api/v1/token_price?chainId=0&tokenSymbol=SOL';
    const headers = { 'privy-app-id': service.app.id, origin: 'http://localhost:3000' };
    const asPublished = await service.fetch(new Request(`http://localhost:4000${path}`, { headers }));
    expect(await asPublished.json()).toEqual({ usd: 150 });
  });

  test.each([
    [1, 'ETH', 2_500],
    [10, 'eth', 2_500],
    [137, 'POL', 0.4],
    [137, 'MATIC', 0.4],
    [43_114, 'AVAX', 25],
    [42_220, 'CELO', 0.5],
    [56, 'BNB', 600],
    [0, 'SOL', 150],
    [8453, 'USDC', 1],
    [1, 'EURC', 1.1],
    [42_161, 'WETH', 2_500],
    [31_337, 'ETH', 2_500],
    [31_337, 'SOL', 150],
    [31_338, 'ETH', 2_500],
  ])('of chain %i and symbol %s', async (chainId, symbol, usd) => {
    expect(await usdOf(chainId, symbol)).toBe(usd);
  });

  test.each([
    ['a test network', 11_155_111, 'ETH'],
    ["another chain's coin", 1, 'SOL'],
    ['a symbol that no one knows', 1, 'NOPE'],
    ['a name of the language', 1, 'constructor'],
    ['a chain that no one knows', 999_999_999, 'ETH'],
    ['a coin id of the provider', 1, 'bitcoin'],
    ['a way into the address', 1, '../../x?ids=y&a'],
  ])('is none of %s, and the provider is not asked', async (_, chainId, symbol) => {
    const { status, json } = await request(chainId, symbol);
    expect([status, json.code]).toEqual([422, 'not_supported']);
    expect(sandbox.prices.calls).toEqual([]);
  });

  test.each([
    ['', 'ETH'],
    ['-1', 'ETH'],
    ['1e1', 'ETH'],
    ['0x1', 'ETH'],
    ['9'.repeat(17), 'ETH'],
    ['1', ''],
    ['1', 'x'.repeat(33)],
  ])('is refused for chain %j and symbol %j', async (chainId, symbol) => {
    const { status, json } = await request(chainId, symbol);
    expect([status, json.code]).toEqual([400, 'invalid_data']);
  });

  test('is none in production for the chain of npm start, and of any coin where the operator has it off', async () => {
    const production = await service.startAnother({ config: { production: true } });
    for (const symbol of ['ETH', 'SOL'])
      expect((await request(31_337, symbol, production)).json.code).toBe('not_supported');
    const off = await service.startAnother({ config: { pricesUrl: null } });
    expect((await request(1, 'ETH', off)).json.code).toBe('not_supported');
    expect(sandbox.prices.calls).toEqual([]);
  });
});

describe('the provider', () => {
  test('is asked once a minute for all coins, however many people ask for whichever', async () => {
    const asked = Array.from({ length: 20 }, (_, at) => (at % 2 ? usdOf(1, 'ETH') : usdOf(0, 'SOL')));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([2_500, 150]));
    sandbox.prices.set('ethereum', 2_600);
    service.clock.advance(59_999);
    expect(await usdOf()).toBe(2_500);
    expect(sandbox.prices.calls).toEqual([{ coins: coinIds, key: null }]);
    service.clock.advance(1);
    expect(await usdOf()).toBe(2_600);
    expect(sandbox.prices.calls).toHaveLength(2);
  });

  test.each(['busy', 'broken', 'cut'] as const)(
    'that is %s costs no one the price for ten minutes, and is left alone for half a minute',
    async (fault) => {
      await usdOf();
      sandbox.prices.fail(fault);
      service.clock.advance(60_000);
      expect([await usdOf(), await usdOf()]).toEqual([2_500, 2_500]);
      expect(sandbox.prices.calls).toHaveLength(2);
      service.clock.advance(30_000);
      await usdOf();
      expect(sandbox.prices.calls).toHaveLength(3);
      service.clock.advance(8.5 * 60_000 - 1);
      expect(await usdOf()).toBe(2_500);
      service.clock.advance(1);
      const { status, json } = await request();
      expect([status, json.code]).toEqual([503, 'service_unavailable']);
      sandbox.prices.fail(null);
      service.clock.advance(30_000);
      expect(await usdOf()).toBe(2_500);
    },
  );

  test('that is silent is waited for no longer than three seconds', async () => {
    await usdOf();
    sandbox.prices.fail('silent');
    service.clock.advance(60_000);
    const asked = [usdOf(), usdOf()];
    await expect.poll(() => sandbox.prices.calls).toHaveLength(2);
    timeouts[1]?.abort(new Error('Three seconds are over'));
    expect(await Promise.all(asked)).toEqual([2_500, 2_500]);
    expect(await usdOf()).toBe(2_500);
    expect(timeouts).toHaveLength(2);
  });

  test.each([null, 0, -1, 'a lot', 1e300, [2_500], { usd: 1 }])(
    'that says %j has said no price',
    async (usd) => {
      sandbox.prices.set('ethereum', usd);
      expect((await request()).json.code).toBe('service_unavailable');
      expect(await usdOf(0, 'SOL')).toBe(150);
    },
  );

  test('is shown the key under the name that its address wants, and a wrong one is no outage of ours', async () => {
    const withKey = (key: string) => service.startAnother({ config: { pricesKey: key } });
    expect((await request(1, 'ETH', await withKey(pricesKey))).json.usd).toBe(2_500);
    expect(sandbox.prices.calls[0]?.key).toEqual({ header: 'x-cg-demo-api-key', value: pricesKey });
    expect((await request(1, 'ETH', await withKey('CG-wrong'))).json.code).toBe('service_unavailable');
  });
});
