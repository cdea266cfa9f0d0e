import { Hono } from 'hono';
import { isLoopback } from '../loopback.ts';
import { type Chain, createChain } from './createChain.ts';
import { faucetPage, nothingPage, transactionPage } from './pages.ts';
import { answerRpc } from './rpcRoute.ts';

/** The chain of `npm start`, as hosts name it in their `chains`. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const;

/** What the faucet gives each time, in wei. */
const givenWei = 10n ** 19n;

export interface Devnet {
  readonly routes: Hono;
  readonly chain: Chain;
}

/**
 * The chain's JSON-RPC at `/chain`, a page for each transaction beside it, and a faucet at `/faucet`.
 *
 * @param options.blockTimeS a block every so many seconds; by default one for each transaction, at once
 */
export function createDevnet(
  options: { blockTimeS?: number } = {},
  send: typeof globalThis.fetch = fetch,
): Devnet {
  const chain = createChain({ chainId: devnet.id, ...options }, send);
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

  routes.get('/faucet', (context) => context.html(faucetPage(context.req.query('address') ?? '')));
  routes.on(['POST', 'OPTIONS'], '/faucet', async (context) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-allow-headers', 'content-type');
    if (context.req.method === 'OPTIONS') return context.body(null, 204);
    const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
    const address = addressOf(await context.req.text(), isForm === true);
    const isAddress = /^0x[0-9a-fA-F]{40}$/.test(address);
    if (isAddress) await chain.fund(address, givenWei);
    if (isForm) return context.html(faucetPage(address, isAddress), isAddress ? 200 : 400);
    if (!isAddress) return context.json({ error: 'address must be 0x and 40 hex digits' }, 400);
    return context.json({ address, balance: await chain.ask('eth_getBalance', [address, 'latest']) });
  });

  return { routes, chain };
}

function addressOf(text: string, isForm: boolean): string {
  if (isForm) return new URLSearchParams(text).get('address')?.trim() ?? '';
  try {
    return String((JSON.parse(text) as { address?: unknown } | null)?.address ?? '');
  } catch {
    return '';
  }
}
