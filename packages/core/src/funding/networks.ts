import { fail, usdcAddresses, usdcMints } from '@latchkey/wire';
import { type Chain, chainSettingsOf, type SolanaChain } from '../config/index.ts';
import type { PageContext, SessionContext } from '../contexts.ts';
import { rpcUrlOf } from '../nodes/index.ts';
import type { FundingAsset, FundingCoin, FundingNetwork } from './funding.ts';

const solanaChains: readonly SolanaChain[] = [
  'solana:mainnet',
  'solana:devnet',
  'solana:testnet',
  'solana:localnet',
];

/** Finds a network by its id ({@link nameOf}). Returns null if the client does not have it. */
export function findNetwork(session: SessionContext, caip2: string): FundingNetwork | null {
  const solana = solanaChains.find((one) => one === caip2);
  if (solana) return { chainType: 'solana', chain: solana };
  const chain = chainSettingsOf(session).chains.find(({ id }) => `eip155:${id}` === caip2);
  return chain ? { chainType: 'ethereum', chain } : null;
}

/** Returns the id of a network, such as `eip155:8453` or `solana:mainnet`. */
export const nameOf = ({ chain }: FundingNetwork): string =>
  typeof chain === 'string' ? chain : `eip155:${chain.id}`;

/** Returns the JSON-RPC URL of a chain; undefined if the client has none. */
export const nodeUrlOf = (session: SessionContext, { id }: Chain): string | undefined =>
  rpcUrlOf(chainSettingsOf(session), id);

/** Returns the chain id that providers use for a chain. In development, the sandbox's chains stand for real ones. */
export function standsFor(session: SessionContext, { id }: Chain): number {
  const places = session.state.get().settings?.fundingConfig?.services?.stands_for ?? {};
  return Object.hasOwn(places, id) ? (places[id] ?? id) : id;
}

/** Coin; `isRead` is true if its decimals are known without a node. */
export type KnownCoin = FundingCoin & { readonly isRead: boolean };

/**
 * Finds the coin to fund on a network. Returns null if there is none, such as USDC on a chain without a known
 * contract.
 */
export function findCoin(page: PageContext, network: FundingNetwork, asset: FundingAsset): KnownCoin | null {
  if (network.chainType === 'solana') return findSolanaCoin(network.chain, asset);
  const { id, nativeCurrency } = network.chain;
  if (asset === 'native-currency') {
    const { symbol, decimals } = nativeCurrency ?? { symbol: 'ETH', decimals: 18 };
    return { symbol, decimals, token: null, isRead: true };
  }
  if (asset === 'USDC') {
    const named = page.options.config?.fundingMethodConfig?.usdcAddresses ?? {};
    const token = Object.hasOwn(named, id) ? named[id] : usdcAddresses[id];
    return token === undefined ? null : { symbol: 'USDC', decimals: 6, token, isRead: true };
  }
  return { symbol: shorten(asset.erc20), decimals: 18, token: asset.erc20, isRead: false };
}

function findSolanaCoin(chain: SolanaChain, asset: FundingAsset): KnownCoin | null {
  if (asset === 'native-currency') return { symbol: 'SOL', decimals: 9, token: null, isRead: true };
  const name = chain.slice('solana:'.length);
  if (asset !== 'USDC' || !Object.hasOwn(usdcMints, name)) return null;
  return { symbol: 'USDC', decimals: 6, token: usdcMints[name as keyof typeof usdcMints], isRead: true };
}

/** Returns the coin like {@link findCoin}. @throws ServiceError `invalid_data` if there is none */
export function getCoin(page: PageContext, network: FundingNetwork, asset: FundingAsset): KnownCoin {
  const message = `USDC is not known on ${nameOf(network)}. Name its contract in config.fundingMethodConfig.usdcAddresses.`;
  return findCoin(page, network, asset) ?? fail('invalid_data', { message });
}

export const shorten = (address: string) => `${address.slice(0, 6)}...${address.slice(-4)}`;
