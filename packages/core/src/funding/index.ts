/**
 * The funding room: ways to fund a wallet, and what becomes of what was paid. Every answer of a provider, of the quote
 * service and of a wallet is a claim, held against what was asked for before anything is signed or told. It asks config for
 * what the app offers, http for the service, nodes for balances, wallets for those that the person brought, and storage for
 * what is under way.
 */
export type {
  FundInput,
  Funding,
  FundingAsset,
  FundingBalance,
  FundingChoice,
  FundingCoin,
  FundingFacts,
  FundingFollower,
  FundingMethod,
  FundingNetwork,
  FundingPhase,
  FundingRequest,
  FundingResult,
  FundingSource,
  FundingWay,
  FundWalletConfig,
  MoonpayConfig,
  OnRampStatus,
  PreparedTransfer,
  Quote,
  QuoteStep,
  SolanaFundingConfig,
} from './funding.ts';
export {
  listFundingSources,
  listFundingWays,
  openFundingPopup,
  parseAmount,
  prepareTransfer,
  readFundingFacts,
  sendQuote,
  sendTransfer,
  startCoinbase,
  startMoonpay,
  takeQuote,
  toFundingRequest,
  typeAmount,
  watchBalance,
  watchCoinbase,
  watchMoonpay,
  watchQuote,
} from './unbuilt.ts';
