/**
 * Offers ways to fund a wallet, and follows payments. The quote service is not trusted: its transactions are compared
 * with the request before the user signs them. Uses `config` for the app's offers, `mfa` for calls to the service,
 * `nodes` for balances, `prices`, `wallets` for external wallets, `transactions` for receipts and simulations,
 * `consent` for popups, and the page's storage for payments under way.
 */

export { parseAmount, typeAmount } from './amounts.ts';
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
export { listFundingSources } from './listFundingSources.ts';
export { openFundingPopup, startCoinbase, watchCoinbase } from './onRamp/coinbase.ts';
export { startMoonpay, watchMoonpay } from './onRamp/moonpay.ts';
export type {
  FollowedPurchase,
  FollowOptions,
  OpenPurchaseStatus,
  PurchaseEnd,
  PurchaseStatus,
  StartedPurchase,
} from './onRamp/onRamp.ts';
export { startPurchase, watchPurchase } from './onRamp/purchases.ts';
export { sendQuote } from './quotes/sendQuote.ts';
export { takeQuote } from './quotes/takeQuote.ts';
export { watchQuote } from './quotes/watchQuote.ts';
export { readFundingFacts } from './readFundingFacts.ts';
export { toFundingRequest } from './toFundingRequest.ts';
export { prepareTransfer, sendTransfer } from './transfer.ts';
export { watchBalance } from './watchBalance.ts';
export { listFundingWays } from './ways.ts';
