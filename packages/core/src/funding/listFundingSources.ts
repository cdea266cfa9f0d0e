import type { Chain } from '../config/index.ts';
import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { readAtOnce } from '../nodes/index.ts';
import { type ConnectedWallet, isSameAddress, listExternalWallets } from '../wallets/index.ts';
import { balanceRead, findBalance } from './balances.ts';
import type { FundingRequest, FundingSource } from './funding.ts';
import { findCoin, nodeUrlOf } from './networks.ts';
import { listKinChains } from './ways.ts';

type Balances = ReadonlyMap<number, bigint | null>;

/**
 * Lists the connected external wallets that could pay for a request, with their balances of its coin: on the chains of
 * {@link listKinChains}, or on the request's Solana network. Leaves out the funded wallet.
 *
 * @throws the signal's reason if it is aborted
 */
export async function listFundingSources(
  client: LatchkeyClient,
  request: FundingRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly FundingSource[]> {
  const { page, session } = contextsOf(client);
  const { network, asset, address } = request;
  const wallets = listExternalWallets(client).filter(
    (wallet) => wallet.chainType === network.chainType && !isSameAddress(wallet.address, address),
  );
  if (network.chainType === 'solana') {
    const coin = findCoin(page, network, asset);
    return Promise.all(
      wallets.map(async (wallet) => {
        const balance = coin && (await findBalance(session, network, coin, wallet.address));
        signal?.throwIfAborted();
        return { wallet, balances: new Map([[0, balance]]) };
      }),
    );
  }
  const chains = listKinChains(session, network.chain, asset);
  const read = await Promise.all(chains.map((chain) => readChain(session, chain, asset, wallets)));
  signal?.throwIfAborted();
  return wallets.map((wallet, place) => ({
    wallet,
    balances: new Map(chains.map(({ id }, at) => [id, read[at]?.[place] ?? null])) satisfies Balances,
  }));
}

async function readChain(
  session: SessionContext,
  chain: Chain,
  asset: FundingRequest['asset'],
  wallets: readonly ConnectedWallet[],
): Promise<readonly (bigint | null)[]> {
  const coin = findCoin(session.page, { chainType: 'ethereum', chain }, asset);
  const url = nodeUrlOf(session, chain);
  if (!coin || url === undefined || wallets.length === 0) return [];
  const reads = Object.fromEntries(wallets.map(({ address }, place) => [place, balanceRead(coin, address)]));
  const read = await readAtOnce(session.page, url, reads).catch(() => null);
  return wallets.map((_, place) => read?.[place]?.value ?? null);
}
