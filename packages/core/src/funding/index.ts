/**
 * Offers ways to fund a wallet, and follows what was paid. Every answer of a provider, of the quote service and of a
 * wallet is a claim: it is compared with the request before anything is signed or reported. Uses `config` for the
 * app's offers, `mfa` for calls of the service, `nodes` for balances, `wallets` for external wallets, and `storage`
 * for payments under way.
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
export { sendQuote } from './quotes/sendQuote.ts';
export { takeQuote } from './quotes/takeQuote.ts';
export { watchQuote } from './quotes/watchQuote.ts';
export { readFundingFacts } from './readFundingFacts.ts';
export { toFundingRequest } from './toFundingRequest.ts';
export { prepareTransfer, sendTransfer } from './transfer.ts';
export { watchBalance } from './watchBalance.ts';
export { listFundingWays } from './ways.ts';
