import type { Chain, FundingCoin, FundingNetwork, FundingRequest, SolanaChain } from '@latchkey/core';
import { findNetwork } from '@latchkey/frame/readable';
import { defaultSymbol } from '../../display/index.ts';
import { shorten } from '../../ui/index.ts';

/** Network names are the same in every language. */
const solanaNames: Readonly<Record<SolanaChain, string>> = {
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
  'solana:localnet': 'Solana Localnet',
};

/** Returns a network's id and name. The id is 0 for Solana. */
export function shownNetwork(network: FundingNetwork): { readonly id: number; readonly name: string } {
  if (network.chainType === 'solana') return { id: 0, name: solanaNames[network.chain] };
  return { id: network.chain.id, name: network.chain.name };
}

export function coinOfChain({ id, nativeCurrency }: Chain): FundingCoin {
  const { symbol = findNetwork(id)?.symbol ?? defaultSymbol, decimals = 18 } = nativeCurrency ?? {};
  return { symbol, decimals, token: null };
}

/** Returns the requested coin as known before the chain is read. A token other than USDC is named by its contract. */
export function coinOf({ asset, network }: Pick<FundingRequest, 'asset' | 'network'>): FundingCoin {
  if (asset === 'USDC') return { symbol: 'USDC', decimals: 6, token: null };
  if (asset !== 'native-currency') return { symbol: shorten(asset.erc20), decimals: 18, token: asset.erc20 };
  return network.chainType === 'solana'
    ? { symbol: 'SOL', decimals: 9, token: null }
    : coinOfChain(network.chain);
}
