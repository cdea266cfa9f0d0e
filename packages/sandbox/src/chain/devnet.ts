import { Hono } from 'hono';
import { localOnly } from '../localOnly.ts';
import { type Chain, createChain } from './createChain.ts';
import { nothingPage, transactionPage } from './pages.ts';
import { answerRpc } from './rpcRoute.ts';
import { deployContracts } from './tokens.ts';

/** Chain that `npm start` runs, in the form of a host's `chains` setting without its URLs. */
export const devnet = {
  id: 31337,
  name: 'Latchkey devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const;

/** Second network for transfers between chains: the same contracts, with separate funds. */
export const secondDevnet = {
  id: 31338,
  name: 'Latchkey devnet 2',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const;

const paths = { [devnet.id]: '/chain', [secondDevnet.id]: '/chain2' } as const;

export interface Devnet {
  readonly routes: Hono;
  readonly chain: Chain;
}

/**
 * Creates a devnet's JSON-RPC at `/chain` or `/chain2`, and a page for each transaction.
 *
 * @param options.which the first by default
 * @param options.blockTimeS seconds between blocks; by default each transaction gets a block at once
 */
export function createDevnet(
  options: { which?: typeof devnet | typeof secondDevnet; blockTimeS?: number } = {},
  send: typeof globalThis.fetch = fetch,
): Devnet {
  const { which = devnet, ...rest } = options;
  const chain = createChain({ chainId: which.id, prepare: deployContracts, ...rest }, send);
  const path = paths[which.id];
  const routes = new Hono().use(localOnly);

  routes.on(['POST', 'OPTIONS'], path, (context) => answerRpc(chain, context));
  routes.get(`${path}/tx/:hash`, async (context) => {
    const hash = context.req.param('hash') ?? '';
    if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return context.html(nothingPage(), 404);
    const [transaction, receipt] = (await Promise.all([
      chain.request('eth_getTransactionByHash', [hash]),
      chain.request('eth_getTransactionReceipt', [hash]),
    ])) as (Record<string, unknown> | null)[];
    if (!transaction) return context.html(nothingPage(), 404);
    return context.html(transactionPage(transaction, receipt ?? null));
  });

  return { routes, chain };
}
