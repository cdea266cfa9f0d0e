import * as v from 'valibot';
import { about } from './about.ts';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';

export const tokenPriceQuerySchema = () =>
  v.object({
    chainId: about(
      'Chain id in decimal digits. `0` means Solana.',
      v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'must be a whole number')),
    ),
    tokenSymbol: about(
      "Symbol of the chain's native coin, or of a token such as USDC. Case does not matter.",
      v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
    ),
  });
/** Query for a price (docs/wire/protocol.md §2.12). */
export type TokenPriceQuery = InputOf<typeof tokenPriceQuerySchema>;

export const tokenPriceSchema = () =>
  v.object({
    usd: about('Price of one whole coin, in US dollars.', v.number()),
  });
export type TokenPrice = OutputOf<typeof tokenPriceSchema>;

export const priceRoutes = {
  /** Never retried: the user is reviewing a payment, and the review is complete without a price in dollars. */
  tokenPrice: /* @__PURE__ */ route<TokenPriceQuery, TokenPrice>({
    name: 'prices.tokenPrice',
    method: 'GET',
    path: '/api/v1/token_price',
    input: 'query',
    auth: 'optional',
    retry: 'never',
    codes: ['not_supported'],
    summary: 'Returns the price of a coin in US dollars.',
  }),
} as const;

export const pricesFeature = () =>
  feature('prices', priceRoutes, {
    tokenPrice: { body: tokenPriceQuerySchema(), reply: tokenPriceSchema() },
  });
