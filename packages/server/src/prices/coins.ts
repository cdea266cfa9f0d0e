import { knownChains } from '@latchkey/wire';

/**
 * Coins that have a price, with their ids at CoinGecko (docs: `GET /coins/list`). A caller's chain and symbol are
 * only looked up here. An attacker could otherwise choose what this server requests, and use up the operator's quota
 * at the provider.
 */

/** Ids of native coins by chain id and symbol: those of known chains that have a price, and Solana's. */
const nativeCoins: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([
  /** Solana, as published clients name it. */
  [0, { SOL: 'solana' }],
  ...knownChains.flatMap(({ id, symbol, formerSymbols = [], coinGeckoId }) => {
    if (coinGeckoId === undefined) return [];
    const symbols = [symbol, ...formerSymbols].map((one) => [one.toUpperCase(), coinGeckoId]);
    return [[id, Object.fromEntries(symbols) as Record<string, string>] as const];
  }),
]);

/** Tokens with the same meaning on every chain above. */
const tokens: Readonly<Record<string, string>> = {
  DAI: 'dai',
  EURC: 'euro-coin',
  USDC: 'usd-coin',
  USDT: 'tether',
  WETH: 'weth',
};

/** Networks of `npm start`. In development their coins count as ether and SOL, so prices are visible. */
const development = {
  chainIds: [31337, 31338] as readonly number[],
  coins: { ETH: 'ethereum', SOL: 'solana' },
} as const;

export const coinIds: readonly string[] = [
  ...new Set([...nativeCoins.values(), tokens].flatMap((coins) => Object.values(coins))),
].sort();

/**
 * Finds the id of a coin at the provider. Returns null for one without a price.
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
