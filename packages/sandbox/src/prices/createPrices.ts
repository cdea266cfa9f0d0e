import { Hono } from 'hono';

/** The only API key that the stand-in accepts. Requests without a key are accepted too. */
export const pricesKey = 'CG-sandbox';

/** Fault of the provider: too many calls, an internal error, a truncated response, or no response. */
export type PriceFault = 'busy' | 'broken' | 'cut' | 'silent';

export interface PriceCall {
  readonly coins: readonly string[];
  /** Key of the call and the header that contained it. */
  readonly key: { readonly header: string; readonly value: string } | null;
}

export interface Prices {
  readonly routes: Hono;
  /** Sets the price of a coin in US dollars, or null for an unknown coin. Accepts any value, for invalid responses. */
  set(coin: string, usd: unknown): void;
  /** Sets the fault of every call from now on, or null for none. */
  fail(fault: PriceFault | null): void;
  readonly calls: PriceCall[];
  /** Ends waiting calls. */
  close(): void;
}

/** Fixed prices in US dollars. */
const usualPrices = {
  'avalanche-2': 25,
  binancecoin: 600,
  celo: 0.5,
  dai: 1,
  ethereum: 2_500,
  'euro-coin': 1.1,
  'polygon-ecosystem-token': 0.4,
  solana: 150,
  tether: 1,
  'usd-coin': 1,
  weth: 2_500,
  xdai: 1,
} as const;

const keyHeaders = ['x-cg-demo-api-key', 'x-cg-pro-api-key'] as const;
const status = (error_code: number, error_message: string) => ({ status: { error_code, error_message } });

/**
 * Creates CoinGecko's API under `/prices/api/v3`. https://docs.coingecko.com/reference/simple-price,
 * https://docs.coingecko.com/reference/common-errors-rate-limit
 */
export function createPrices(): Prices {
  const prices = new Map<string, unknown>(Object.entries(usualPrices));
  const calls: PriceCall[] = [];
  let fault: PriceFault | null = null;
  const waiting = new Set<() => void>();
  const routes = new Hono();

  routes.get('/prices/api/v3/simple/price', async (context) => {
    const coins = listOf(context.req.query('ids'));
    const currencies = listOf(context.req.query('vs_currencies'));
    const header = keyHeaders.find((name) => context.req.header(name) !== undefined);
    const key = header ? { header, value: context.req.header(header) ?? '' } : null;
    calls.push({ coins, key });

    if (fault === 'silent') await new Promise<void>((resolve) => waiting.add(resolve));
    if (fault === 'busy') {
      context.header('retry-after', '60');
      return context.json(status(429, "You've exceeded the Rate Limit."), 429);
    }
    if (fault === 'broken') return context.text('<html>Internal Server Error</html>', 500);
    if (fault === 'cut') return context.body('{"ethereum":{"us', 200, { 'content-type': 'application/json' });
    if (key && key.value !== pricesKey) return context.json(status(10_002, 'API Key Missing'), 401);
    if (currencies.length === 0) return context.json({ error: 'Missing parameter vs_currencies' }, 422);
    if (coins.length === 0) return context.json({ error: 'Missing parameter ids' }, 422);
    const known = coins.filter((coin) => prices.has(coin));
    const entryOf = (coin: string) => (currencies.includes('usd') ? { usd: prices.get(coin) } : {});
    return context.json(Object.fromEntries(known.map((coin) => [coin, entryOf(coin)])));
  });

  return {
    routes,
    calls,
    set(coin, usd) {
      if (usd === null) prices.delete(coin);
      else prices.set(coin, usd);
    },
    fail(next) {
      fault = next;
    },
    close() {
      for (const end of waiting) end();
      waiting.clear();
    },
  };
}

const listOf = (text = ''): string[] => text.split(',').filter(Boolean);
