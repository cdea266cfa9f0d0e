import type { ChainType, FundingProvider, OnRampWay } from '@latchkey/wire';
import type { Chain, SolanaChain } from '../config/index.ts';
import type { Hex } from '../hex.ts';
import type { ConnectedWallet } from '../wallets/index.ts';

/** A way to fund a wallet, as a person chooses one. */
export type FundingWay = OnRampWay | 'bridge' | 'manual' | 'wallet';

/** A method of the app's settings, by the wire's names. */
export type FundingMethod = FundingProvider | 'external';

/** What is funded: the chain's own coin, USDC, or a token by its contract. */
export type FundingAsset = 'native-currency' | 'USDC' | { readonly erc20: Hex };

/** What MoonPay's page begins with (MOON-04). */
export interface MoonpayConfig {
  /** MoonPay's code of the coin on its network, such as `ETH_BASE`. @default that of the chain */
  readonly currencyCode?: string | undefined;
  /** @default the amount that is funded */
  readonly quoteCurrencyAmount?: number | undefined;
  readonly paymentMethod?: string | undefined;
  readonly uiConfig?:
    | { readonly accentColor?: string | undefined; readonly theme?: 'light' | 'dark' | undefined }
    | undefined;
}

/** What a host chooses for both kinds of chains. */
export interface FundingChoice {
  /** A decimal number as text, in whole coins. @default the app's recommended amount */
  readonly amount?: string | undefined;
  /** The way that is opened at once, where the app has it. @default the person chooses */
  readonly defaultFundingMethod?: 'card' | 'exchange' | 'wallet' | 'manual' | undefined;
  /** Whose page `card` opens, and which stands first. @default MoonPay's */
  readonly card?: { readonly preferredProvider?: OnRampWay | undefined } | undefined;
}

/** How a wallet of Ethereum is funded. */
export interface FundWalletConfig extends FundingChoice {
  /** One of `config.chains`. @default the app's recommended one */
  readonly chain?: { readonly id: number } | undefined;
  /** @default the app's recommended one */
  readonly asset?: FundingAsset | undefined;
  /** What MoonPay's page begins with. Older form of existing apps. */
  readonly config?: MoonpayConfig | undefined;
  /** Names MoonPay, which no other choice is left to. Older form of existing apps. */
  readonly provider?: 'moonpay' | undefined;
}

/** How a wallet of Solana is funded. */
export interface SolanaFundingConfig extends FundingChoice {
  /** @default mainnet-beta */
  readonly cluster?: { readonly name: 'mainnet-beta' | 'devnet' | 'testnet' | 'localnet' } | undefined;
  /** @default native-currency */
  readonly asset?: 'native-currency' | 'USDC' | undefined;
}

/** What a funding is asked for, before it is checked; screens and hooks carry it. */
export type FundInput = {
  readonly address: string;
  /** In the smallest unit: what the wallet must hold in the end. @default any arrival is enough */
  readonly target?: bigint | undefined;
} & (
  | { readonly chainType: Extract<ChainType, 'ethereum'>; readonly config?: FundWalletConfig | undefined }
  | { readonly chainType: Extract<ChainType, 'solana'>; readonly config?: SolanaFundingConfig | undefined }
);

export interface FundingCoin {
  readonly symbol: string;
  readonly decimals: number;
  /** Contract or mint; null for the chain's own coin. */
  readonly token: string | null;
}

export type FundingNetwork =
  | { readonly chainType: 'ethereum'; readonly chain: Chain }
  | { readonly chainType: 'solana'; readonly chain: SolanaChain };

/** A funding after the check: what every way works with (FUND-04). */
export interface FundingRequest {
  readonly address: string;
  /** A decimal number as text, in whole coins. */
  readonly amount: string;
  readonly network: FundingNetwork;
  /** That of `network`; null on Solana. */
  readonly chain: Chain | null;
  readonly asset: FundingAsset;
  readonly methodScreen: 'FUNDING_METHOD_SELECTION';
  readonly moonpayConfigOverride?: MoonpayConfig;
  /** Whose page stands first of those where a card pays. @default MoonPay's */
  readonly preferredProvider?: OnRampWay;
  /** What went wrong with the way that was tried last. */
  readonly errorMessage?: string;
  /** The way that the host wants opened at once. */
  readonly first?: FundingWay;
  /** In the smallest unit: what the wallet must hold in the end; null where any arrival is enough. */
  readonly target: bigint | null;
}

/** What the selection shows besides; null is what could not be read. */
export interface FundingFacts {
  readonly coin: FundingCoin;
  /** In the smallest unit. */
  readonly balance: bigint | null;
  /** US dollars for one coin. */
  readonly price: number | null;
}

/** A balance that is watched, in the smallest unit. */
export interface FundingBalance {
  readonly balance: bigint;
  /** By how much it is more than when the watch began. */
  readonly arrived: bigint;
}

/** How far a transfer is (FUND-14). */
export type FundingPhase = 'preparing' | 'submitting' | 'confirm';

/** How far a purchase at MoonPay is (MOON-07). */
export type OnRampStatus = 'pending' | 'waitingAuthorization' | 'completed' | 'failed' | 'serviceFailure';

/** What a host hears of a funding that ended, or was left. */
export interface FundingResult {
  /** `pending`: paid or sent, and not arrived yet. */
  readonly status: 'completed' | 'pending' | 'cancelled';
  readonly address: string;
  readonly fundingMethod: FundingMethod | 'manual' | undefined;
  readonly transactionHash?: string;
  readonly amount?: string;
  readonly assetType?: string;
  readonly metadata?: { readonly walletClientType?: string };
}

/** A wallet that the person brought, and what it could fund another one with. */
export interface FundingSource {
  readonly wallet: ConnectedWallet;
  /** In the smallest unit, by chain id (0 on Solana); null where it could not be read. */
  readonly balances: ReadonlyMap<number, bigint | null>;
}

/** A transfer that is ready to be confirmed in the wallet that pays. */
export interface PreparedTransfer {
  readonly wallet: ConnectedWallet;
  readonly network: FundingNetwork;
  readonly coin: FundingCoin;
  readonly recipient: string;
  /** In the smallest unit of `coin`. */
  readonly amount: bigint;
  /** In the smallest unit of the chain's own coin. */
  readonly fee: bigint;
  /** What leaves of `coin`: with the fee where it is the chain's own. */
  readonly total: bigint;
}

/** What a transfer from another network costs: checked against what was asked for, and not yet confirmed. */
export interface Quote {
  /** The quote service's `requestId`. */
  readonly id: Hex;
  readonly from: Chain;
  readonly to: Chain;
  readonly payer: Hex;
  readonly recipient: Hex;
  readonly coinIn: FundingCoin;
  readonly coinOut: FundingCoin;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** `amountIn` less `amountOut`, which are of one coin. */
  readonly fee: bigint;
  /** Of all steps, in wei of `from`, by our own node. */
  readonly gas: bigint;
  readonly steps: readonly QuoteStep[];
  /** By the monotonic clock of the page. */
  readonly takenAtMs: number;
  /** Whether it costs so much of the amount that a person should confirm it twice. */
  readonly isDear: boolean;
}

/** A transaction of the payer's that a quote consists of. */
export interface QuoteStep {
  readonly kind: 'approve' | 'deposit';
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** A funding that this browser or the service knows of, under way or ended lately. */
export interface Funding {
  readonly id: string;
  readonly way: FundingWay;
  readonly address: string;
  /** The network, such as `eip155:8453`. */
  readonly caip2: string;
  readonly symbol: string;
  /** A decimal number as text, in whole coins. */
  readonly amount: string;
  /** `asked`: not known to be paid; such a one is not listed. */
  readonly status: 'asked' | 'pending' | 'waitingAuthorization' | 'completed' | 'failed' | 'refunded';
  readonly transactionHash: string | null;
  /** Unix ms. */
  readonly startedAtMs: number;
  readonly isTest: boolean;
}

/** What a follower of fundings may do. */
export interface FundingFollower {
  /** Asks at once what became of those that are under way. */
  refresh(): void;
  /** Forgets one that ended. */
  dismiss(id: string): void;
  stop(): void;
}
