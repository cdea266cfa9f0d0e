import type { ChainType, FundingProvider, OnRampWay } from '@latchkey/wire';
import type { Chain, SolanaChain } from '../config/index.ts';
import type { Hex } from '../hex.ts';
import type { ConnectedWallet } from '../wallets/index.ts';

/** Way to fund a wallet, as the user chooses it. */
export type FundingWay = OnRampWay | 'bridge' | 'manual' | 'wallet';

/** Funding method in the app's settings, by its wire name. */
export type FundingMethod = FundingProvider | 'external';

/** Coin that the wallet receives: the chain's native coin, USDC, or a token by its contract. */
export type FundingAsset = 'native-currency' | 'USDC' | { readonly erc20: Hex };

/** Initial settings of MoonPay's page (MOON-04). */
export interface MoonpayConfig {
  /** MoonPay's code for the coin on its network, such as `ETH_BASE`. @default the code of the requested coin */
  readonly currencyCode?: string | undefined;
  /** @default the requested amount */
  readonly quoteCurrencyAmount?: number | undefined;
  readonly paymentMethod?: string | undefined;
  readonly uiConfig?:
    | { readonly accentColor?: string | undefined; readonly theme?: 'light' | 'dark' | undefined }
    | undefined;
}

/** Options that a host can set on both kinds of chains. */
export interface FundingChoice {
  /** Decimal number as text, in whole coins. @default the app's recommended amount */
  readonly amount?: string | undefined;
  /** Way that opens at once, if the app offers it. @default the user chooses */
  readonly defaultFundingMethod?: 'card' | 'exchange' | 'wallet' | 'manual' | undefined;
  /** Provider whose page `card` opens and which is listed first. @default MoonPay, if it is offered for the coin */
  readonly card?: { readonly preferredProvider?: OnRampWay | undefined } | undefined;
}

/** Options for funding an Ethereum wallet. */
export interface FundWalletConfig extends FundingChoice {
  /** One of the configured chains. @default the app's recommended chain */
  readonly chain?: { readonly id: number } | undefined;
  /** @default the app's recommended asset if the chain has it, else native-currency */
  readonly asset?: FundingAsset | undefined;
  /** Initial settings of MoonPay's page. */
  readonly config?: MoonpayConfig | undefined;
  /** Opens MoonPay at once, if the app offers it, whatever `defaultFundingMethod` is. */
  readonly provider?: 'moonpay' | undefined;
}

export interface SolanaFundingConfig extends FundingChoice {
  /** @default mainnet-beta */
  readonly cluster?: { readonly name: 'mainnet-beta' | 'devnet' | 'testnet' | 'localnet' } | undefined;
  /** @default native-currency */
  readonly asset?: 'native-currency' | 'USDC' | undefined;
}

/** Funding request before it is checked, as screens and hooks pass it on. */
export type FundInput = {
  readonly address: string;
  /** Balance from which the modal offers to continue, in the smallest unit. @default it does not offer this */
  readonly target?: bigint | undefined;
} & (
  | { readonly chainType: Extract<ChainType, 'ethereum'>; readonly config?: FundWalletConfig | undefined }
  | { readonly chainType: Extract<ChainType, 'solana'>; readonly config?: SolanaFundingConfig | undefined }
);

export interface FundingCoin {
  readonly symbol: string;
  readonly decimals: number;
  /** Contract or mint; null for the chain's native coin. */
  readonly token: string | null;
}

export type FundingNetwork =
  | { readonly chainType: 'ethereum'; readonly chain: Chain }
  | { readonly chainType: 'solana'; readonly chain: SolanaChain };

/** Checked funding request, which every way uses (FUND-04). */
export interface FundingRequest {
  readonly address: string;
  /** Decimal number as text, in whole coins. */
  readonly amount: string;
  readonly network: FundingNetwork;
  /** Chain of `network`; null on Solana. */
  readonly chain: Chain | null;
  readonly asset: FundingAsset;
  readonly methodScreen: 'FUNDING_METHOD_SELECTION';
  readonly moonpayConfigOverride?: MoonpayConfig;
  /** Provider that is listed first among card payments. @default MoonPay, if it is offered for the coin */
  readonly preferredProvider?: OnRampWay;
  /** Error of the way that was tried last. */
  readonly errorMessage?: string;
  /** Way that the host wants to open at once. */
  readonly first?: FundingWay;
  /** Balance from which the modal offers to continue, in the smallest unit; null if it does not offer this. */
  readonly target: bigint | null;
}

/** Further facts for the selection screen. The balance or price is null if it is unknown. */
export interface FundingFacts {
  readonly coin: FundingCoin;
  /** In the smallest unit. */
  readonly balance: bigint | null;
  /** US dollars for one coin. */
  readonly price: number | null;
}

/** Watched balance, in the smallest unit. */
export interface FundingBalance {
  readonly balance: bigint;
  /** Increase over the lowest balance since the watch began. */
  readonly arrived: bigint;
}

/** Progress of a transfer (FUND-14). */
export type FundingPhase = 'preparing' | 'submitting' | 'confirm';

/** Progress of a purchase at an on-ramp (MOON-07). */
export type OnRampStatus = 'pending' | 'waitingAuthorization' | 'completed' | 'failed' | 'serviceFailure';

/** Result of a funding that ended or that the user left, for the host. */
export interface FundingResult {
  /** `pending`: may be paid or sent, but has not arrived yet. */
  readonly status: 'completed' | 'pending' | 'cancelled';
  readonly address: string;
  readonly fundingMethod: FundingMethod | 'manual' | undefined;
  readonly transactionHash?: string;
  readonly amount?: string;
  readonly assetType?: string;
  readonly metadata?: { readonly walletClientType?: string };
}

/** External wallet that could pay for a funding, with its balances. */
export interface FundingSource {
  readonly wallet: ConnectedWallet;
  /** In the smallest unit, by chain id (0 on Solana); null if it could not be read. */
  readonly balances: ReadonlyMap<number, bigint | null>;
}

/** Transfer that is ready to be confirmed in the paying wallet. */
export interface PreparedTransfer {
  readonly wallet: ConnectedWallet;
  readonly network: FundingNetwork;
  readonly coin: FundingCoin;
  readonly recipient: string;
  /** In the smallest unit of `coin`. */
  readonly amount: bigint;
  /** In the smallest unit of the chain's native coin. */
  readonly fee: bigint;
  /** Amount of `coin` that is spent, including the fee if `coin` is the native coin. */
  readonly total: bigint;
}

/** Cost of a transfer from another network: checked against the request, not yet confirmed. */
export interface Quote {
  /** `requestId` of the quote service. */
  readonly id: Hex;
  readonly from: Chain;
  readonly to: Chain;
  readonly payer: Hex;
  readonly recipient: Hex;
  readonly coinIn: FundingCoin;
  readonly coinOut: FundingCoin;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** `amountIn` less `amountOut`, at least 0; both are in the same coin. */
  readonly fee: bigint;
  /** Gas cost of all steps, in wei of the native coin of `from`, estimated with the app's own node. */
  readonly gas: bigint;
  readonly steps: readonly QuoteStep[];
  /** Time at which the quote was checked, in ms of the page's monotonic clock. */
  readonly takenAtMs: number;
  /** True if the fee is so high that the user should confirm twice. */
  readonly isDear: boolean;
}

/** Transaction that the payer sends for a quote. */
export interface QuoteStep {
  readonly kind: 'approve' | 'deposit';
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** Funding that this browser or the service knows, under way or recently ended. */
export interface Funding {
  readonly id: string;
  readonly way: FundingWay;
  readonly address: string;
  /** Network, such as `eip155:8453`. */
  readonly caip2: string;
  readonly symbol: string;
  /** Decimal number as text, in whole coins; empty if unknown. */
  readonly amount: string;
  /** `asked`: not known to be paid. Such fundings are not listed. */
  readonly status: 'asked' | 'pending' | 'waitingAuthorization' | 'completed' | 'failed' | 'refunded';
  readonly transactionHash: string | null;
  /** Unix ms. */
  readonly startedAtMs: number;
  readonly isTest: boolean;
}

export interface FundingFollower {
  /** Checks the fundings now, unless the page is hidden or a check is running. */
  refresh(): void;
  /** Removes a funding from the list. */
  dismiss(id: string): void;
  stop(): void;
}
