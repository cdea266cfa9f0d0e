import * as v from 'valibot';
import { about } from './about.ts';
import { feature } from './feature.ts';
import {
  coinbaseEventBodySchema,
  coinbaseRoutes,
  coinbaseStatusQuerySchema,
  coinbaseStatusReplySchema,
  initCoinbaseBodySchema,
  initCoinbaseReplySchema,
} from './on-ramps/coinbase.ts';
import { fundingEventReplySchema, url } from './on-ramps/fields.ts';
import { fundingProviders, onRampEntries } from './on-ramps/index.ts';
import {
  moonpayEventBodySchema,
  moonpayRoutes,
  signMoonpayBodySchema,
  signMoonpayReplySchema,
} from './on-ramps/moonpay.ts';
import { route } from './route.ts';
import type { OutputOf } from './schema.ts';

/** What became of a purchase. A status only rises; the last two are its end, but that another payment follows one that failed. */
export const fundingEntryStatuses = [
  'created',
  'pending',
  'waitingAuthorization',
  'completed',
  'failed',
] as const;
export type FundingEntryStatus = (typeof fundingEntryStatuses)[number];

/** Mints of USDC on Solana, Circle's own ones, by the name of the network. */
export const usdcMints = {
  mainnet: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
} as const;

const unixMs = () => v.pipe(v.number(), v.integer());

export const fundingEntrySchema = () =>
  v.object({
    id: about('`externalTransactionId` of MoonPay, `partner_user_id` of Coinbase.', v.string()),
    provider: v.picklist(fundingProviders),
    address: v.string(),
    caip2: about('The network, such as `eip155:8453`.', v.string()),
    asset: about('Symbol of the coin that is bought.', v.string()),
    amount: about(
      'What was asked for, a decimal number as text; null where nothing was.',
      v.nullable(v.string()),
    ),
    status: v.picklist(fundingEntryStatuses),
    is_test: about("Whether it is of a provider's test mode.", v.boolean()),
    transaction_hash: v.nullable(v.string()),
    created_at: about('Unix milliseconds.', unixMs()),
    updated_at: about('Unix milliseconds.', unixMs()),
  });
export type FundingEntry = OutputOf<typeof fundingEntrySchema>;
export const fundingListReplySchema = () => v.object({ fundings: v.array(fundingEntrySchema()) });
export type FundingListReply = OutputOf<typeof fundingListReplySchema>;

export const fundingRoutes = {
  ...moonpayRoutes,
  ...coinbaseRoutes,
  list: /* @__PURE__ */ route<undefined, FundingListReply>({
    name: 'funding.list',
    method: 'GET',
    path: '/api/v1/funding',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary:
      "The user's purchases of the last 30 days, the newest first, at most 50, also where funding was turned off since.",
  }),
} as const;

/** Buying coins for a wallet, and what became of it. */
export const fundingFeature = () =>
  feature('funding', fundingRoutes, {
    signMoonpay: { body: signMoonpayBodySchema(), reply: signMoonpayReplySchema() },
    initCoinbase: { body: initCoinbaseBodySchema(), reply: initCoinbaseReplySchema() },
    coinbaseStatus: { body: coinbaseStatusQuerySchema(), reply: coinbaseStatusReplySchema() },
    list: { body: null, reply: fundingListReplySchema() },
    moonpayEvent: { body: moonpayEventBodySchema(), reply: fundingEventReplySchema() },
    coinbaseEvent: { body: coinbaseEventBodySchema(), reply: fundingEventReplySchema() },
  });

/** Services that clients of an app with funding are told of. */
export const fundingServicesSchema = () =>
  v.object({
    ...onRampEntries('services'),
    quotes_url: about(
      'Root of the service that quotes transfers between networks; null where there are none.',
      v.nullable(url()),
    ),
    quotes_test_url: about('The same for test networks.', v.nullable(url())),
    quote_deposits: about(
      'Contracts that deposits of quotes may go to, by chain id; on other chains a simulation must show what leaves the wallet.',
      v.optional(v.record(v.string(), v.array(v.string()))),
    ),
    connected_wallets: about(
      'Whether providers also fund addresses that are no account of the user.',
      v.optional(v.boolean()),
    ),
    stands_for: about(
      'Development only: chains that count as others, by their ids.',
      v.optional(v.record(v.string(), v.number())),
    ),
  });

/** An app's accounts at the on-ramps. Their secrets are set apart, sealed (`moonpay`, `coinbase` and so on). */
export const fundingAccountsSchema = () => v.strictObject(onRampEntries('accounts'));
/** As an operator changes them. */
export const fundingAccountsInputSchema = () => v.strictObject(onRampEntries('accountInputs'));
