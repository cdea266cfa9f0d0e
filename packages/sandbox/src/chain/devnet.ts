import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import { type Chain, createChain } from './createChain.ts';
import { nothingPage, transactionPage } from './pages.ts';
import { deployPlayToken } from './playToken.ts';
import { answerRpc } from './rpcRoute.ts';

/** The chain of `npm start`, as hosts name it in their `chains`. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const;

export interface Devnet {
  readonly routes: Hono;
  readonly chain: Chain;
}

/**
 * The chain's JSON-RPC at `/chain`, and a page for each transaction beside it.
 *
 * @param options.blockTimeS a block every so many seconds; by default one for each transaction, at once
 */
export function createDevnet(
  options: { blockTimeS?: number } = {},
  send: typeof globalThis.fetch = fetch,
): Devnet {
  const chain = createChain({ chainId: devnet.id, prepare: deployPlayToken, ...options }, send);
  const routes = new Hono();

  routes.use(async (context, next) => {
    // A foreign page must not become one of this machine by rebinding its own name to 127.0.0.1.
    if (!isLoopback(new URL(context.req.url).hostname)) {
      return context.text('The sandbox answers only to localhost, 127.0.0.1 and [::1].', 421);
    }
    await next();
  });

  routes.on(['POST', 'OPTIONS'], '/chain', (context) => answerRpc(chain, context));
  routes.get('/chain/tx/:hash', async (context) => {
    const hash = context.req.param('hash');
    if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return context.html(nothingPage(), 404);
    const [transaction, receipt] = (await Promise.all([
      chain.ask('eth_getTransactionByHash', [hash]),
      chain.ask('eth_getTransactionReceipt', [hash]),
    ])) as (Record<string, unknown> | null)[];
    if (!transaction) return context.html(nothingPage(), 404);
    return context.html(transactionPage(transaction, receipt ?? null));
  });

  return { routes, chain };
}
