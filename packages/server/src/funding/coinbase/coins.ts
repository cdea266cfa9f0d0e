import { type ChainRecord, type CoinbaseBlockchain, knownChains } from '@latchkey/wire';
import { type Asset, native, sol, solana, solanaUsdc, usdc } from '../assets.ts';

const findChain = (name: string): ChainRecord | undefined =>
  knownChains.find(({ coinbase }) => coinbase?.name === name);

/** Returns the coin that is bought on a network: USDC if only USDC is requested, otherwise the native coin. */
export function coinbaseAsset(blockchain: CoinbaseBlockchain, symbols: readonly string[]): Asset {
  const isUsdc = symbols.length > 0 && symbols.every((symbol) => symbol === 'USDC');
  const chain = findChain(blockchain);
  if (!chain) return isUsdc ? solanaUsdc : sol;
  return isUsdc ? usdc(chain.id) : native(chain.id, chain.symbol);
}

/** Returns the CAIP-2 id for Coinbase's name of a network. An unknown name is returned unchanged. */
export function networkOfCoinbase(name: string): string {
  if (name === 'solana') return solana;
  const chain = findChain(name);
  return chain ? `eip155:${chain.id}` : name;
}

export const coinbaseCoins: readonly Asset[] = [
  ...knownChains.flatMap(({ id, symbol, coinbase }) => (coinbase ? [native(id, symbol), usdc(id)] : [])),
  sol,
  solanaUsdc,
];
