import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { fundingMethods } from '../on-ramps/index.ts';
import { fundingAssets } from './choices.ts';
import { textUpTo } from './fields.ts';

/** Asset and chain that a wallet is funded with by default, such as `{ "chain": "eip155:8453", "asset": "USDC" }`. */
const fundingCurrencySchema = () =>
  v.strictObject({
    chain: about(
      'Chain that is funded, such as `eip155:8453`.',
      v.pipe(textUpTo(41), v.regex(/^eip155:[1-9][0-9]{0,17}$/, 'must be a chain such as eip155:8453')),
    ),
    asset: about('What is funded. Absent: the currency of the chain.', v.optional(v.picklist(fundingAssets))),
  });

export const fundingConfigSchema = () =>
  v.strictObject({
    methods: about('Ways to fund a wallet.', v.array(v.picklist(fundingMethods))),
    options: about(
      'What published clients offer. Empty: made of `methods`.',
      v.array(v.strictObject({ method: textUpTo(64), provider: textUpTo(64) })),
    ),
    default_recommended_amount: about(
      'Amount that is proposed, a decimal number as text in units of the currency.',
      v.pipe(textUpTo(32), v.regex(/^[0-9]{1,15}(\.[0-9]{1,15})?$/, 'must be a decimal number such as 0.01')),
    ),
    default_recommended_currency: fundingCurrencySchema(),
    prompt_funding_on_wallet_creation: flag('Funding is offered as soon as a wallet was created.'),
    cross_chain_bridging_enabled: flag('Funds may come from another chain.'),
  });

export const fundingInputSchema = () =>
  v.strictObject({
    ...v.partial(fundingConfigSchema()).entries,
    default_recommended_currency: about('What is proposed.', v.optional(v.partial(fundingCurrencySchema()))),
  });
