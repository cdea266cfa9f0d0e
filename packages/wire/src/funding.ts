import * as v from 'valibot';
import { about } from './about.ts';
import { feature } from './feature.ts';
import { url } from './on-ramps/fields.ts';
import { fundingProviders, onRampEntries, onRampRoutes } from './on-ramps/index.ts';
import { route } from './route.ts';
import type { OutputOf } from './schema.ts';

/**
 * Statuses of a purchase. A status only moves forward. The last two are final, except that a failed purchase can
 * complete with another payment.
 */
export const fundingEntryStatuses = [
  'created',
  'pending',
  'waitingAuthorization',
  'completed',
  'failed',
] as const;
export type FundingEntryStatus = (typeof fundingEntryStatuses)[number];

/** Circle's USDC mints on Solana, by network name. */
export const usdcMints = {
  mainnet: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
} as const;

const unixMs = () => v.pipe(v.number(), v.integer());

export const fundingEntrySchema = () =>
  v.object({
    id: about('`externalTransactionId` of MoonPay, or `partner_user_id` of Coinbase.', v.string()),
    provider: v.picklist(fundingProviders),
    address: v.string(),
    caip2: about('Network, such as `eip155:8453`.', v.string()),
    asset: about('Symbol of the coin that the user buys.', v.string()),
    amount: about(
      'Requested amount: a decimal number as a string. null if the request had none.',
      v.nullable(v.string()),
    ),
    status: v.picklist(fundingEntryStatuses),
    is_test: about("If true, the purchase is in the provider's test mode.", v.boolean()),
    transaction_hash: v.nullable(v.string()),
    created_at: about('Unix milliseconds.', unixMs()),
    updated_at: about('Unix milliseconds.', unixMs()),
  });
export type FundingEntry = OutputOf<typeof fundingEntrySchema>;
export const fundingListReplySchema = () => v.object({ fundings: v.array(fundingEntrySchema()) });
export type FundingListReply = OutputOf<typeof fundingListReplySchema>;

export const fundingRoutes = {
  ...onRampRoutes,
  list: /* @__PURE__ */ route<undefined, FundingListReply>({
    name: 'funding.list',
    method: 'GET',
    path: '/api/v1/funding',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary:
      "Lists the user's purchases of the last 30 days, newest first, at most 50. Also works after funding was turned off.",
  }),
} as const;

export const fundingFeature = () =>
  feature('funding', fundingRoutes, {
    ...onRampEntries('calls'),
    list: { body: null, reply: fundingListReplySchema() },
    ...onRampEntries('events'),
  });

/** Services that an app's clients use for funding. */
export const fundingServicesSchema = () =>
  v.object({
    ...onRampEntries('services'),
    quotes_url: about(
      'Root URL of the service that quotes transfers between networks. null if there is none.',
      v.nullable(url()),
    ),
    quotes_test_url: about('The same for test networks.', v.nullable(url())),
    quote_deposits: about(
      'Contracts that may receive deposits of quotes, by chain id. On other chains, a simulation must show the funds that leave the wallet.',
      v.optional(v.record(v.string(), v.array(v.string()))),
    ),
    connected_wallets: about(
      'If true, providers also fund addresses that are not accounts of the user.',
      v.optional(v.boolean()),
    ),
    stands_for: about(
      'Development only: chains that count as other chains, by their ids.',
      v.optional(v.record(v.string(), v.number())),
    ),
  });

export type FundingServices = OutputOf<typeof fundingServicesSchema>;

/** An app's accounts at the on-ramps. Their secrets are stored separately, sealed (`moonpay`, `coinbase` and so on). */
export const fundingAccountsSchema = () => v.strictObject(onRampEntries('accounts'));
/** Changes to an app's accounts at the on-ramps, by an operator. */
export const fundingAccountsInputSchema = () => v.strictObject(onRampEntries('accountInputs'));
