import { type ChainRecord, type CoinbaseBlockchain, knownChains } from '@latchkey/wire';
import { type Asset, native, sol, solana, solanaUsdc, usdc } from '../assets.ts';

const findChain = (name: string): ChainRecord | undefined =>
  knownChains.find(({ coinbase }) => coinbase?.name === name);

/** Returns what is bought on a network: its own coin, or USDC where nothing else is wanted. */
export function coinbaseAsset(blockchain: CoinbaseBlockchain, symbols: readonly string[]): Asset {
  const isUsdc = symbols.length > 0 && symbols.every((symbol) => symbol === 'USDC');
  const chain = findChain(blockchain);
  if (!chain) return isUsdc ? solanaUsdc : sol;
  return isUsdc ? usdc(chain.id) : native(chain.id, chain.symbol);
}

/** Names a network, from Coinbase's name of it. One that we do not know is none of ours, and keeps its name. */
export function networkOfCoinbase(name: string): string {
  if (name === 'solana') return solana;
  const chain = findChain(name);
  return chain ? `eip155:${chain.id}` : name;
}

/** Everything that Coinbase sells, and USDC of all of its chains. */
export const coinbaseCoins: readonly Asset[] = [
  ...knownChains.flatMap(({ id, symbol, coinbase }) => (coinbase ? [native(id, symbol), usdc(id)] : [])),
  sol,
  solanaUsdc,
];
