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

/** Finds a network by its name; null for one that the client does not have. */
export function findNetwork(session: SessionContext, caip2: string): FundingNetwork | null {
  const solana = solanaChains.find((one) => one === caip2);
  if (solana) return { chainType: 'solana', chain: solana };
  const chain = chainSettingsOf(session).chains.find(({ id }) => `eip155:${id}` === caip2);
  return chain ? { chainType: 'ethereum', chain } : null;
}

/** The name of a network, such as `eip155:8453`. */
export const nameOf = ({ chain }: FundingNetwork): string =>
  typeof chain === 'string' ? chain : `eip155:${chain.id}`;

/** The JSON-RPC address of a chain; undefined if neither the host nor the app names one. */
export const nodeUrlOf = (session: SessionContext, { id }: Chain): string | undefined =>
  rpcUrlOf(chainSettingsOf(session), id);

/** The chain that a chain counts as at providers: in development the sandbox's stand for real ones. */
export function standsFor(session: SessionContext, { id }: Chain): number {
  const places = session.state.get().settings?.fundingConfig?.services?.stands_for ?? {};
  return Object.hasOwn(places, id) ? (places[id] ?? id) : id;
}

/** A coin, and whether its decimals are known before a node says them. */
export type KnownCoin = FundingCoin & { readonly isRead: boolean };

/** The coin of a network that is funded; null where there is none, as USDC on a chain whose contract no one named. */
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

/** As {@link findCoin}. @throws ServiceError `invalid_data` where there is none */
export function getCoin(page: PageContext, network: FundingNetwork, asset: FundingAsset): KnownCoin {
  const message = `USDC is not known on ${nameOf(network)}. Name its contract in config.fundingMethodConfig.usdcAddresses.`;
  return findCoin(page, network, asset) ?? fail('invalid_data', { message });
}

/** An address as people compare them. */
export const shorten = (address: string) => `${address.slice(0, 6)}...${address.slice(-4)}`;
