/**
 * What has a price, and the id of it at CoinGecko (docs: `GET /coins/list`). A lookup here is all that a caller's words
 * are used for.
 *
 * Threat: a chain or symbol of the caller's that went on to the provider would let strangers choose what this server
 * asks, and spend the operator's calls there.
 */

/** The native coins of chains, by chain id. Test networks are left out: their coins are worth nothing. */
const nativeCoins: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  /** Solana, as published clients ask for it. */
  0: { SOL: 'solana' },
  1: { ETH: 'ethereum' },
  10: { ETH: 'ethereum' },
  56: { BNB: 'binancecoin' },
  100: { XDAI: 'xdai' },
  130: { ETH: 'ethereum' },
  /** Polygon's coin was called MATIC until 2024, and still is by older definitions of the chain. */
  137: { POL: 'polygon-ecosystem-token', MATIC: 'polygon-ecosystem-token' },
  324: { ETH: 'ethereum' },
  480: { ETH: 'ethereum' },
  8453: { ETH: 'ethereum' },
  34443: { ETH: 'ethereum' },
  42161: { ETH: 'ethereum' },
  42170: { ETH: 'ethereum' },
  42220: { CELO: 'celo' },
  43114: { AVAX: 'avalanche-2' },
  57073: { ETH: 'ethereum' },
  59144: { ETH: 'ethereum' },
  81457: { ETH: 'ethereum' },
  534352: { ETH: 'ethereum' },
  7777777: { ETH: 'ethereum' },
};

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
  ...new Set([...Object.values(nativeCoins), tokens].flatMap((coins) => Object.values(coins))),
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
    development.chainIds.includes(chainId) && !production
      ? development.coins
      : Object.hasOwn(nativeCoins, chainId) && nativeCoins[chainId];
  if (!native) return null;
  const name = symbol.toUpperCase();
  const coins: Readonly<Record<string, string>> = { ...tokens, ...native };
  return (Object.hasOwn(coins, name) ? coins[name] : undefined) ?? null;
}
