import { priceRoutes } from '../../prices.ts';
import { feature } from '../feature.ts';
import { tokenPriceQuerySchema, tokenPriceSchema } from '../prices.ts';

/** What coins cost. */
export const prices = /* @__PURE__ */ feature('prices', priceRoutes, {
  tokenPrice: { body: tokenPriceQuerySchema, reply: tokenPriceSchema },
});
