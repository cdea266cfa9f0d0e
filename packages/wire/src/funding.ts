import type { coinbaseBlockchains } from './chains/index.ts';
import { type ChainCoinCode, knownChains } from './chains/known.ts';
import type { ChainRecord } from './chains/record.ts';
import { route } from './route.ts';
import type {
  CoinbaseEventBody,
  CoinbaseStatusQuery,
  CoinbaseStatusReply,
  FundingEventReply,
  FundingListReply,
  InitCoinbaseBody,
  InitCoinbaseReply,
  MoonpayEventBody,
  SignMoonpayBody,
  SignMoonpayReply,
} from './schemas/funding.ts';

/** Providers that sell coins for money, by the wire's names. */
export const fundingProviders = ['moonpay', 'coinbase-onramp'] as const;
export type FundingProvider = (typeof fundingProviders)[number];

/** What became of a purchase. A status only rises; the last two are its end, but that another payment follows one that failed. */
export const fundingEntryStatuses = [
  'created',
  'pending',
  'waitingAuthorization',
  'completed',
  'failed',
] as const;
export type FundingEntryStatus = (typeof fundingEntryStatuses)[number];

/** MoonPay's codes of coins that the service takes beside those of the known chains (docs/wire/protocol.md §2.12). */
const otherCodes = [
  'BNB_BNB',
  'BNB_BSC',
  'CUSD_CELO',
  'DAI_ETHEREUM',
  'ETH_OPTIMISM',
  'ETH_POLYGON',
  'FIL_FVM',
  'MATIC_ETHEREUM',
  'SOL',
  'USDC_SOL',
  'USDT_ETHEREUM',
  'USDT_POLYGON',
  'WBTC_ETHEREUM',
  'WETH_POLYGON',
] as const;
/** MoonPay's code of a coin that no record of a chain has. */
export type OtherMoonpayCode = (typeof otherCodes)[number];
/** A coin on its network, as clients name it to MoonPay. */
export type MoonpayCode = ChainCoinCode | OtherMoonpayCode;

const chainCodes = ({ moonpay }: ChainRecord) =>
  [moonpay?.native?.code, moonpay?.usdc?.code].filter((code) => code !== undefined) as ChainCoinCode[];

/** Every code that the service takes. */
export const moonpayCodes: readonly MoonpayCode[] = /* @__PURE__ */ [
  ...knownChains.flatMap(chainCodes),
  ...otherCodes,
].sort();

/** What MoonPay is paid by. */
export const moonpayPaymentMethods = [
  'ach_bank_transfer',
  'credit_debit_card',
  'gbp_bank_transfer',
  'gbp_open_banking_payment',
  'mobile_wallet',
  'pix_instant_payment',
  'sepa_bank_transfer',
  'sepa_open_banking_payment',
  'yellow_card_bank_transfer',
] as const;
export type MoonpayPaymentMethod = (typeof moonpayPaymentMethods)[number];

/** A chain by Coinbase Onramp's name of it. */
export type CoinbaseBlockchain = (typeof coinbaseBlockchains)[keyof typeof coinbaseBlockchains] | 'solana';

/** Coins that Coinbase Onramp is asked for. */
export const coinbaseAssets = ['ETH', 'USDC', 'SOL', 'POL'] as const;
export type CoinbaseAsset = (typeof coinbaseAssets)[number];

/** Mints of USDC on Solana, Circle's own ones, by the name of the network. */
export const usdcMints = {
  mainnet: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  devnet: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
} as const;

const refusals = [
  'missing_or_invalid_token',
  'funding_not_enabled',
  'wallet_not_linked',
  'not_supported',
] as const;
const eventCodes = ['app_not_found', 'missing_or_invalid_token', 'not_supported'] as const;

export const fundingRoutes = {
  signMoonpay: /* @__PURE__ */ route<SignMoonpayBody, SignMoonpayReply>({
    name: 'funding.signMoonpay',
    method: 'POST',
    path: '/api/v1/plugins/moonpay_on_ramp/sign',
    auth: 'user',
    retry: 'never',
    codes: refusals,
    summary: "The signed address of MoonPay's page where a user buys coins for a wallet of theirs.",
  }),
  initCoinbase: /* @__PURE__ */ route<InitCoinbaseBody, InitCoinbaseReply>({
    name: 'funding.initCoinbase',
    method: 'POST',
    path: '/api/v1/funding/coinbase_on_ramp/init',
    auth: 'user',
    retry: 'never',
    codes: [...refusals, 'onramp_unavailable'],
    summary: "Opens a session of Coinbase Onramp, whose token goes into the address of Coinbase's page.",
  }),
  coinbaseStatus: /* @__PURE__ */ route<CoinbaseStatusQuery, CoinbaseStatusReply>({
    name: 'funding.coinbaseStatus',
    method: 'GET',
    path: '/api/v1/funding/coinbase_on_ramp/status',
    input: 'query',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'not_found', 'onramp_unavailable'],
    summary: "What became of a purchase of the user's at Coinbase, also where funding was turned off since.",
  }),
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
  /** MoonPay's server calls it; its signature is over the body as it was sent. */
  moonpayEvent: /* @__PURE__ */ route<MoonpayEventBody, FundingEventReply>({
    name: 'funding.moonpayEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/moonpay',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Takes an event of MoonPay, signed by the webhook key of its account.',
  }),
  /** Coinbase's server calls it, likewise. */
  coinbaseEvent: /* @__PURE__ */ route<CoinbaseEventBody, FundingEventReply>({
    name: 'funding.coinbaseEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/coinbase',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Takes an event of Coinbase Onramp, signed by the secret of its subscription.',
  }),
} as const;
