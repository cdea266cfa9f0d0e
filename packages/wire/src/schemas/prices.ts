import * as v from 'valibot';
import { about } from './about.ts';

export const tokenPriceQuerySchema = v.object({
  chainId: about(
    "The chain's id in decimal digits; `0` means Solana.",
    v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'must be a whole number')),
  ),
  tokenSymbol: about(
    "The symbol of the chain's native coin, or of a token such as USDC. Case does not matter.",
    v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
  ),
});

export const tokenPriceSchema = v.object({
  usd: about('What one whole coin costs, in US dollars.', v.number()),
});
