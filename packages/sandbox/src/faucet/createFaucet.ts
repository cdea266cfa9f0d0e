import { Hono } from 'hono';
import { localOnly } from '../localOnly.ts';
import type { Coin } from './coins.ts';
import { faucetPage } from './faucetPage.ts';

/** Serves test coins at `/faucet`: with JSON for programs and pages, and with a form for users. */
export function createFaucet(coins: readonly Coin[]): Hono {
  const routes = new Hono().use(localOnly);
  routes.get('/faucet', (context) => context.html(faucetPage(coins, context.req.query('address') ?? '')));
  routes.on(['POST', 'OPTIONS'], '/faucet', async (context) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'content-type');
    if (context.req.method === 'OPTIONS') return context.body(null, 204);
    const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
    const { address, chain } = read(await context.req.text(), isForm === true);
    const coin = coins.find(({ isFor }) => isFor(address, chain)) ?? null;
    const balance = await coin?.give(address);
    if (isForm) return context.html(faucetPage(coins, address, { coin }), coin ? 200 : 400);
    if (!coin) {
      const error =
        'address must be 0x and 40 hex digits, or a Solana address; chain one of the sandbox, or absent';
      return context.json({ error }, 400);
    }
    return context.json({ address, balance });
  });
  return routes;
}

function read(text: string, isForm: boolean): { address: string; chain: unknown } {
  if (isForm) return { address: new URLSearchParams(text).get('address')?.trim() ?? '', chain: undefined };
  try {
    const { address = '', chain } = (JSON.parse(text) ?? {}) as { address?: unknown; chain?: unknown };
    return { address: String(address), chain };
  } catch {
    return { address: '', chain: undefined };
  }
}
