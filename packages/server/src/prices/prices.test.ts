import { pricesKey, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { priceRoutes } from '@latchkey/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coinIds } from './coins.ts';

let sandbox: Sandbox;
let service: TestService;
/** Controllers with which a test ends slow requests to the provider. */
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
  test('the price of a coin is returned in US dollars to a page of the app', async () => {
    const { status, json } = await request(8453, 'ETH');
    expect(status).toBe(200);
    expect(json).toEqual({ usd: 2_500 });
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
  ])('there is a price for chain %i and symbol %s', async (chainId, symbol, usd) => {
    expect(await usdOf(chainId, symbol)).toBe(usd);
  });

  test.each([
    ['a test network', 11_155_111, 'ETH'],
    ["another chain's coin", 1, 'SOL'],
    ['an unknown symbol', 1, 'NOPE'],
    ['a property name of JavaScript', 1, 'constructor'],
    ['an unknown chain', 999_999_999, 'ETH'],
    ['a coin id of the provider', 1, 'bitcoin'],
    ['a path into the address', 1, '../../x?ids=y&a'],
  ])('a price for %s is refused without a call to the price provider', async (_, chainId, symbol) => {
    const { status, json } = await request(chainId, symbol);
    expect(status).toBe(422);
    expect(json.code).toBe('not_supported');
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
  ])('a price for chain %j and symbol %j is refused', async (chainId, symbol) => {
    const { status, json } = await request(chainId, symbol);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
  });

  test('in production ETH and SOL have no price on the chain of npm start, and ETH has no price if the operator has prices off', async () => {
    const production = await service.startAnother({ config: { production: true } });
    for (const symbol of ['ETH', 'SOL'])
      expect((await request(31_337, symbol, production)).json.code).toBe('not_supported');
    const off = await service.startAnother({ config: { pricesUrl: null } });
    expect((await request(1, 'ETH', off)).json.code).toBe('not_supported');
    expect(sandbox.prices.calls).toEqual([]);
  });
});

describe('the price provider', () => {
  test('the price provider is called once a minute for all coins, even if twenty requests come at once', async () => {
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
    'a price provider that is %s leaves prices available for ten minutes, and is not called again for 30 seconds',
    async (fault) => {
      await usdOf();
      sandbox.prices.fail(fault);
      service.clock.advance(60_000);
      expect(await usdOf()).toBe(2_500);
      expect(await usdOf()).toBe(2_500);
      expect(sandbox.prices.calls).toHaveLength(2);
      service.clock.advance(30_000);
      await usdOf();
      expect(sandbox.prices.calls).toHaveLength(3);
      service.clock.advance(8.5 * 60_000 - 1);
      expect(await usdOf()).toBe(2_500);
      service.clock.advance(1);
      const { status, json } = await request();
      expect(status).toBe(503);
      expect(json.code).toBe('service_unavailable');
      sandbox.prices.fail(null);
      service.clock.advance(30_000);
      expect(await usdOf()).toBe(2_500);
    },
  );

  test('a price request waits at most three seconds for a provider that does not answer', async () => {
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
    'the answer %j of the price provider is not a price',
    async (usd) => {
      sandbox.prices.set('ethereum', usd);
      expect((await request()).json.code).toBe('service_unavailable');
      expect(await usdOf(0, 'SOL')).toBe(150);
    },
  );

  test('the price provider gets its key in the header for its address, and a wrong key leads to service_unavailable', async () => {
    const withKey = (key: string) => service.startAnother({ config: { pricesKey: key } });
    expect((await request(1, 'ETH', await withKey(pricesKey))).json.usd).toBe(2_500);
    expect(sandbox.prices.calls[0]?.key).toEqual({ header: 'x-cg-demo-api-key', value: pricesKey });
    expect((await request(1, 'ETH', await withKey('CG-wrong'))).json.code).toBe('service_unavailable');
  });
});
