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

/** Coins on their networks as clients name them to MoonPay (docs/wire/protocol.md §2.12). */
export const moonpayCodes = [
  'AVAX_CCHAIN',
  'BNB_BNB',
  'BNB_BSC',
  'CELO_CELO',
  'CUSD_CELO',
  'DAI_ETHEREUM',
  'ETH_ARBITRUM',
  'ETH_BASE',
  'ETH_ETHEREUM',
  'ETH_OPTIMISM',
  'ETH_POLYGON',
  'FIL_FVM',
  'MATIC_ETHEREUM',
  'MATIC_POLYGON',
  'SOL',
  'USDC_ARBITRUM',
  'USDC_BASE',
  'USDC_ETHEREUM',
  'USDC_OPTIMISM',
  'USDC_POLYGON',
  'USDC_SOL',
  'USDT_ETHEREUM',
  'USDT_POLYGON',
  'WBTC_ETHEREUM',
  'WETH_POLYGON',
] as const;
export type MoonpayCode = (typeof moonpayCodes)[number];

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

/** MoonPay's code of a chain's own coin, by chain id (MOON-03). It is offered on no other chain. */
export const moonpayNative: Readonly<Record<number, MoonpayCode>> = {
  1: 'ETH_ETHEREUM',
  137: 'MATIC_POLYGON',
  8453: 'ETH_BASE',
  42161: 'ETH_ARBITRUM',
  42220: 'CELO_CELO',
  43114: 'AVAX_CCHAIN',
};

/** MoonPay's code of USDC, by chain id. */
export const moonpayUsdc: Readonly<Record<number, MoonpayCode>> = {
  1: 'USDC_ETHEREUM',
  10: 'USDC_OPTIMISM',
  137: 'USDC_POLYGON',
  8453: 'USDC_BASE',
  42161: 'USDC_ARBITRUM',
};

/** Coinbase Onramp's name of a chain, by chain id (COIN-04). */
export const coinbaseBlockchains = {
  1: 'ethereum',
  10: 'optimism',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
} as const satisfies Readonly<Record<number, string>>;
export type CoinbaseBlockchain = (typeof coinbaseBlockchains)[keyof typeof coinbaseBlockchains] | 'solana';

/** Chains on which Coinbase Onramp sells USDC; on the others it sells their own coin alone. */
export const coinbaseUsdcChains = [1, 10, 137, 8453] as const;

/** Coins that Coinbase Onramp is asked for. */
export const coinbaseAssets = ['ETH', 'USDC', 'SOL', 'POL'] as const;
export type CoinbaseAsset = (typeof coinbaseAssets)[number];

/** Contracts of USDC, Circle's own ones, by chain id. https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const usdcAddresses: Readonly<Record<number, `0x${string}`>> = {
  1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  43113: '0x5425890298aed601595a70AB815c96711a31Bc65',
  43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  80002: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
  84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  421614: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
  11155111: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  11155420: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
};

/** The same of Solana, its mints by the name of the network. */
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
