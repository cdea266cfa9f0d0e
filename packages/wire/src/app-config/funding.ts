import * as v from 'valibot';
import { about, flag } from '../about.ts';
import { fundingMethods } from '../on-ramps/index.ts';
import { fundingAssets } from './choices.ts';
import { textUpTo } from './fields.ts';

/** Default asset and chain for funding a wallet, such as `{ "chain": "eip155:8453", "asset": "USDC" }`. */
const fundingCurrencySchema = () =>
  v.strictObject({
    chain: about(
      'Chain to fund, such as `eip155:8453`.',
      v.pipe(textUpTo(41), v.regex(/^eip155:[1-9][0-9]{0,17}$/, 'must be a chain such as eip155:8453')),
    ),
    asset: about(
      "Asset to fund. Default: the chain's native currency.",
      v.optional(v.picklist(fundingAssets)),
    ),
  });

export const fundingConfigSchema = () =>
  v.strictObject({
    methods: about('Methods for funding a wallet.', v.array(v.picklist(fundingMethods))),
    options: about(
      'Funding options that published clients show. If empty, the service derives them from `methods`.',
      v.array(v.strictObject({ method: textUpTo(64), provider: textUpTo(64) })),
    ),
    default_recommended_amount: about(
      'Suggested amount: a decimal number as a string, in units of the currency.',
      v.pipe(textUpTo(32), v.regex(/^[0-9]{1,15}(\.[0-9]{1,15})?$/, 'must be a decimal number such as 0.01')),
    ),
    default_recommended_currency: fundingCurrencySchema(),
    prompt_funding_on_wallet_creation: flag(
      'If true, the modal offers funding right after a wallet is created.',
    ),
    cross_chain_bridging_enabled: flag('If true, users may fund a wallet from another chain.'),
  });

export const fundingInputSchema = () =>
  v.strictObject({
    ...v.partial(fundingConfigSchema()).entries,
    default_recommended_currency: about(
      'Suggested chain and asset.',
      v.optional(v.partial(fundingCurrencySchema())),
    ),
  });
