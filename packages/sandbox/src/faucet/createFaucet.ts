import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import type { Coin } from './coins.ts';
import { faucetPage } from './faucetPage.ts';

/** Gives test coins at `/faucet`, to programs and pages as JSON, to people by a form. */
export function createFaucet(coins: readonly Coin[]): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    // A foreign page must not become one of this machine by rebinding its own name to 127.0.0.1.
    if (!isLoopback(new URL(context.req.url).hostname)) {
      return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
    }
    await next();
  });
  routes.get('/faucet', (context) => context.html(faucetPage(coins, context.req.query('address') ?? '')));
  routes.on(['POST', 'OPTIONS'], '/faucet', async (context) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'content-type');
    if (context.req.method === 'OPTIONS') return context.body(null, 204);
    const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
    const address = addressOf(await context.req.text(), isForm === true);
    const coin = coins.find(({ isFor }) => isFor(address)) ?? null;
    const balance = await coin?.give(address);
    if (isForm) return context.html(faucetPage(coins, address, { coin }), coin ? 200 : 400);
    if (!coin) {
      return context.json({ error: 'address must be 0x and 40 hex digits, or a Solana address' }, 400);
    }
    return context.json({ address, balance });
  });
  return routes;
}

function addressOf(text: string, isForm: boolean): string {
  if (isForm) return new URLSearchParams(text).get('address')?.trim() ?? '';
  try {
    return String((JSON.parse(text) as { address?: unknown } | null)?.address ?? '');
  } catch {
    return '';
  }
}
