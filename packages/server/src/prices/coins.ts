import { knownChains } from '@latchkey/wire';

/**
 * What has a price, and the id of it at CoinGecko (docs: `GET /coins/list`). A lookup here is all that a caller's words
 * are used for.
 *
 * Threat: a chain or symbol of the caller's that went on to the provider would let strangers choose what this server
 * asks, and spend the operator's calls there.
 */

/** The native coins of chains by chain id, and their ids by symbol: those of known chains that have a price, and Solana's. */
const nativeCoins: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([
  /** Solana, as published clients ask for it. */
  [0, { SOL: 'solana' }],
  ...knownChains.flatMap(({ id, symbol, formerSymbols = [], coinGeckoId }) => {
    if (coinGeckoId === undefined) return [];
    const symbols = [symbol, ...formerSymbols].map((one) => [one.toUpperCase(), coinGeckoId]);
    return [[id, Object.fromEntries(symbols) as Record<string, string>] as const];
  }),
]);

/** Tokens with one meaning on every chain above. */
const tokens: Readonly<Record<string, string>> = {
  DAI: 'dai',
  EURC: 'euro-coin',
  USDC: 'usd-coin',
  USDT: 'tether',
  WETH: 'weth',
};

/** The networks of `npm start`, whose coins count as ether and SOL in development, so that prices are there to be seen. */
const development = {
  chainIds: [31337, 31338] as readonly number[],
  coins: { ETH: 'ethereum', SOL: 'solana' },
} as const;

/** Every coin that has a price, by its id at the provider. */
export const coinIds: readonly string[] = [
  ...new Set([...nativeCoins.values(), tokens].flatMap((coins) => Object.values(coins))),
].sort();

/**
 * The id of a coin at the provider; null for one without a price.
 *
 * @param symbol in any case
 */
export function findCoin(
  chainId: number,
  symbol: string,
  { production }: { production: boolean },
): string | null {
  const native =
    development.chainIds.includes(chainId) && !production ? development.coins : nativeCoins.get(chainId);
  if (!native) return null;
  const name = symbol.toUpperCase();
  const coins: Readonly<Record<string, string>> = { ...tokens, ...native };
  return (Object.hasOwn(coins, name) ? coins[name] : undefined) ?? null;
}
