import { describe, expect, it } from 'vitest';
import { type FundInput, readFundingFacts, toFundingRequest, watchBalance } from '../index.ts';
import { shareFundingFixture } from './fundingFixture.testkit.ts';

const open = shareFundingFixture();

/** Opens a page whose node returns the balance that the test sets; null fails the request. */
async function begin() {
  const node = { balance: 5n as bigint | null, asked: 0, methods: [] as string[] };
  const fixture = await open({
    async world(request) {
      if (!request.url.startsWith('https://node.example/')) return null;
      node.asked += 1;
      if (node.balance === null) return new Response('', { status: 502 });
      const batch = (await request.json()) as { id: number; method: string }[];
      node.methods.push(...batch.map(({ method }) => method));
      return Response.json(
        batch.map(({ id }) => ({ jsonrpc: '2.0', id, result: `0x${node.balance?.toString(16)}` })),
      );
    },
  });
  const { client, address } = fixture;
  const request = toFundingRequest(client, { address, chainType: 'ethereum' } satisfies FundInput);
  const seen: [bigint, bigint][] = [];
  const watch = () => watchBalance(client, request, ({ balance, arrived }) => seen.push([balance, arrived]));
  return { ...fixture, node, request, seen, watch };
}

describe('watchBalance', () => {
  it('[FUND-15] watchBalance reads a balance at once and every 2 s, and calls the listener only with a new balance', async () => {
    const { node, seen, watch, timers } = await begin();
    const stop = watch();
    await timers.advance(0);
    expect(node.asked).toBe(1);
    expect(seen).toEqual([[5n, 0n]]);
    await timers.advance(1_999);
    expect(node.asked).toBe(1);
    node.balance = 9n;
    await timers.advance(1);
    expect(node.asked).toBe(2);
    expect(seen).toEqual([
      [5n, 0n],
      [9n, 4n],
    ]);
    await timers.advance(4_000);
    expect(node.asked).toBe(4);
    expect(seen.length).toBe(2);
    stop();
    await timers.advance(60_000);
    expect(node.asked).toBe(4);
  });

  it('watchBalance counts arrivals after a withdrawal, and ignores failed reads', async () => {
    const { node, seen, watch, timers } = await begin();
    const stop = watch();
    for (const balance of [5n, 2n, null, 3n]) {
      node.balance = balance;
      await timers.advance(2_000);
    }
    expect(seen).toEqual([
      [5n, 0n],
      [2n, 0n],
      [3n, 1n],
    ]);
    stop();
  });

  it('watchBalance shares one watch of a balance among all listeners, and requests nothing while the page is hidden', async () => {
    const { node, seen, watch, timers, page } = await begin();
    const stops = [watch(), watch()];
    await timers.advance(2_000);
    expect(node.asked).toBe(2);
    expect(seen).toEqual([
      [5n, 0n],
      [5n, 0n],
    ]);
    stops[0]?.();
    Object.assign(page.window.document, { hidden: true });
    await timers.advance(60_000);
    const before = node.asked;
    expect(before).toBeLessThanOrEqual(3);
    node.balance = 6n;
    Object.assign(page.window.document, { hidden: false });
    page.dispatch(new Event('visibilitychange'));
    await timers.advance(0);
    expect(node.asked).toEqual(before + 1);
    expect(seen.at(-1)).toEqual([6n, 1n]);
    stops[1]?.();
    await timers.advance(60_000);
    expect(node.asked).toBe(before + 1);
  });
});

describe('readFundingFacts', () => {
  it('readFundingFacts reads the facts in one batch and one price request, and returns null for unknown facts', async () => {
    const { client, request, node, sent } = await begin();
    expect(await readFundingFacts(client, request)).toEqual({
      coin: { symbol: 'ETH', decimals: 18, token: null },
      balance: 5n,
      price: null,
    });
    expect(node.asked).toBe(1);
    expect(sent.filter((call) => call.endsWith('/token_price'))).toHaveLength(1);
    node.balance = null;
    expect(await readFundingFacts(client, request)).toMatchObject({ balance: null });
    const usdc = toFundingRequest(client, {
      address: request.address,
      chainType: 'ethereum',
      config: { asset: 'USDC' },
    });
    node.balance = 7n;
    expect(await readFundingFacts(client, usdc)).toMatchObject({
      coin: { symbol: 'USDC', decimals: 6 },
      balance: 7n,
    });
    expect(node.methods.at(-1)).toBe('eth_call');
    const left = AbortSignal.abort();
    const before = node.asked;
    await readFundingFacts(client, usdc, { signal: left });
    expect(node.asked).toBe(before);
  });
});
