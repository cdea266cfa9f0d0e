import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { readAtOnce, tokenMetadataReads } from '../nodes/index.ts';
import { findPrice } from '../prices/index.ts';
import { balanceRead, findBalance } from './balances.ts';
import type { FundingCoin, FundingFacts, FundingNetwork, FundingRequest } from './funding.ts';
import { getCoin, type KnownCoin, nodeUrlOf, standsFor } from './networks.ts';

/**
 * Reads the facts for the selection screen in one round: one batch to the node, and the price in parallel. A balance
 * or price that cannot be read is null.
 *
 * @param options.signal if it is already aborted, nothing is requested
 */
export async function readFundingFacts(
  client: LatchkeyClient,
  { network, asset, address }: FundingRequest,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<FundingFacts> {
  const { page, session } = contextsOf(client);
  const coin = getCoin(page, network, asset);
  if (signal?.aborted) return { coin: toCoin(coin), balance: null, price: null };
  const [read, price] = await Promise.all([
    readCoin(session, network, coin, address),
    findCoinPrice(session, network, coin),
  ]);
  return { ...read, price };
}

async function readCoin(session: SessionContext, network: FundingNetwork, coin: KnownCoin, address: string) {
  if (coin.isRead || coin.token === null || network.chainType === 'solana')
    return { coin: toCoin(coin), balance: await findBalance(session, network, coin, address) };
  const url = nodeUrlOf(session, network.chain);
  const reads = { balance: balanceRead(coin, address), ...tokenMetadataReads(coin.token) };
  const read = url === undefined ? null : await readAtOnce(session.page, url, reads).catch(() => null);
  const decimals = read?.decimals.value ?? null;
  return {
    coin: toCoin(coin, { symbol: read?.symbol.value ?? coin.symbol, decimals: decimals ?? coin.decimals }),
    // A balance has no meaning without the coin's decimals.
    balance: decimals === null ? null : (read?.balance.value ?? null),
  };
}

const toCoin = ({ symbol, decimals, token }: KnownCoin, read: Partial<FundingCoin> = {}): FundingCoin => ({
  symbol,
  decimals,
  token,
  ...read,
});

/**
 * Returns the price of a coin in US dollars; null for a token given by address, for a coin of Solana's devnet or
 * testnet, or if the service does not know the price.
 */
export async function findCoinPrice(
  session: SessionContext,
  network: FundingNetwork,
  { symbol, isRead }: KnownCoin,
): Promise<number | null> {
  if (!isRead) return null; // a token's contract chooses its symbol, which could be another coin's
  if (network.chainType === 'ethereum')
    return findPrice(session.page, { chainId: standsFor(session, network.chain), symbol });
  const chainId = { 'solana:mainnet': 0, 'solana:localnet': 31_337 }[network.chain as string];
  return chainId === undefined ? null : findPrice(session.page, { chainId, symbol });
}
