import type { CreateOnLogin, CrossAppProviderName, OAuthProvider, OfferedMethodId } from '@latchkey/wire';
import type { WalletConnectorFactory } from '../connector.ts';
import type { walletNames } from './walletNames.ts';

/**
 * What the embedding developer passes. Wishes: the served app config and the server rule over them where the
 * specification says so (`settings.ts`).
 */
export interface ClientOptions {
  /** The app's id, exactly 25 characters. */
  appId: string;
  /**
   * Origin of the service, without a path or a slash at the end.
   * @default 'http://localhost:4000' on a loopback page; required otherwise
   */
  apiUrl?: string;
  /** Sent as `privy-client-id`, for apps with several clients. */
  clientId?: string;
  /**
   * Keeps several apps on one origin apart in storage.
   * @default '' (the keys of the wire sheet, `privy:token` and so on)
   */
  storagePrefix?: string;
  /** How login and wallets look and work on your pages. */
  config?: HostConfig;
}

/** What a host may change while its page lives, as by a theme toggle. */
export interface HostLook {
  /** Colour scheme of the modal. @default the served theme, which is 'system' unless the operator sets it */
  theme?: 'light' | 'dark' | 'system' | undefined;
  /** Colour of buttons and links, a hex colour. @default the served accent_color, else #4f46e5 */
  accentColor?: string | undefined;
}

/** An Ethereum chain; viem's chain objects fit. */
export interface Chain {
  readonly id: number;
  readonly name: string;
  readonly rpcUrls?: { readonly default: { readonly http: readonly string[] } } | undefined;
  /** Its own coin. @default ETH */
  readonly nativeCurrency?:
    | { readonly name: string; readonly symbol: string; readonly decimals: number }
    | undefined;
  /** Where people look transactions up. @default the public explorer of Ethereum */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined;
  /** viem's chains of the OP stack have `gasPriceOracle` here, which says what a place on Ethereum costs. */
  readonly contracts?: Readonly<Record<string, unknown>> | undefined;
  readonly testnet?: boolean | undefined;
}

/** What a host may choose. Where the app's settings rule over it, they do. */
export interface HostConfig {
  /** Login methods to offer, out of those that the app enables. @default every enabled one */
  loginMethods?: readonly LoginEntry[];
  /** The same with an order: `primary` on the landing, `overflow` behind 'More options'. Rules over `loginMethods`. */
  loginMethodsAndOrder?: {
    primary: readonly LoginEntry[];
    overflow?: readonly LoginEntry[];
  };
  appearance?: HostLook & {
    /** Address of an image, or an element. @default the served logo_url */
    logo?: unknown;
    /** Heading of the login. @default 'Log in or sign up', in the modal's language */
    landingHeader?: string;
    /** A line above the login, of at most 100 characters; longer is cut and warned about. */
    loginMessage?: string;
    /** Which group the landing shows first. @default 'web3-first' where the app serves show_wallet_login_first */
    loginGroupPriority?: 'web2-first' | 'web3-first';
    /** Shows e-mail and phone as buttons instead of fields. @default false */
    hideDirectWeb2Inputs?: boolean;
    /**
     * The wallets that are listed, in this order (EXTW-25); `detected_…` stands for those that are in the page.
     * @default detected_wallets, metamask, coinbase_wallet, rainbow, wallet_connect
     */
    walletList?: readonly WalletListEntry[];
  };
  /** Documents that the modal links: http, https, or a path of the page. */
  legal?: {
    /** Address of your terms. @default the served terms_and_conditions_url */
    termsAndConditionsUrl?: string;
    /** Address of your privacy policy. @default the served privacy_policy_url */
    privacyPolicyUrl?: string;
  };
  embeddedWallets?: {
    ethereum?: {
      /** Which users get an Ethereum wallet at login. @default the served create_on_login */
      createOnLogin?: CreateOnLogin;
      /**
       * Announces the wallet over EIP-6963 to code in the page that looks for wallets. What such code asks is always put to
       * the person.
       * @default false
       */
      announce?: boolean;
    };
    /** The same for a Solana wallet. @default the served solana.create_on_login */
    solana?: { createOnLogin?: CreateOnLogin };
    /** Another name of `ethereum.createOnLogin`, which rules over it. */
    createOnLogin?: CreateOnLogin;
    /**
     * Signs without showing a screen, where the app leaves it to the host.
     * @default the served enforce_wallet_uis and legacy_wallet_ui_config decide
     */
    noPromptOnSignature?: boolean;
    /** Whether sending a transaction waits for its receipt before it reports success. @default true */
    waitForTransactionConfirmation?: boolean;
    /** Whether what a transaction moves stands first in US dollars or in the chain's coin. @default fiat-currency */
    priceDisplay?: { primary: 'fiat-currency' | 'native-token' };
  };
  /** Wallets that people bring. */
  externalWallets?: {
    walletConnect?: {
      /** Whether WalletConnect is offered, where its connector is passed in (EXTW-24). @default true */
      enabled?: boolean;
    };
    coinbaseWallet?: {
      /** Which of Coinbase's wallets are offered. @default 'all' */
      connectionOptions?: CoinbaseConnection;
    };
    /** Ways to wallets that need code of others: `walletConnect()` of `@latchkey/walletconnect`, `coinbaseWallet()` of `@latchkey/coinbase`. @default none */
    connectors?: readonly WalletConnectorFactory[];
    /** In ms, how long a wallet may take for a request (EXTW-23). @default 120000 */
    requestTimeoutMs?: number;
  };
  intl?: {
    /** ISO 3166 country of the phone input. @default 'US' */
    defaultCountry?: string;
    /** BCP 47 language of the modal. @default 'en' */
    locale?: string;
    /** The host's own words, by part of the modal. @default {} */
    texts?: Readonly<Record<string, object>>;
  };
  /**
   * Chains of the embedded wallet's provider; those of the app's own (the served chains) are added. With an empty list the
   * wallet signs messages and sends no transaction.
   *
   * @default those of `rpcConfig`, else Ethereum
   */
  chains?: readonly Chain[];
  /** Another name of `chains`. */
  supportedChains?: readonly Chain[];
  /** The chain that the embedded wallet's provider starts on. @default the first of `chains` */
  defaultChain?: Chain;
  /** JSON-RPC address by chain id, for reads of the embedded wallet's provider and for what it sends. @default those of `chains` */
  rpcConfig?: { rpcUrls?: Readonly<Record<number, string>> };
  /** How wallets are funded. */
  fundingMethodConfig?: {
    moonpay?: {
      /** MoonPay's test mode, where nothing is paid; in production it needs the app's own test key. @default false */
      useSandbox?: boolean;
      /** What MoonPay's page begins with, such as `credit_debit_card`. @default MoonPay asks */
      paymentMethod?: string;
    };
    /** Contracts of USDC by chain id, beside those of Circle that are known. @default {} */
    usdcAddresses?: Readonly<Record<number, string>>;
  };
  /** Older name of `fundingMethodConfig.moonpay`, which rules over it. */
  fiatOnRamp?: { useSandbox?: boolean };
  /** JSON-RPC addresses of Solana's chains, for transactions that the client sends. @default {} */
  solana?: { rpcUrls?: Readonly<Partial<Record<SolanaChain, string>>> };
  customAuth?: {
    /** Whether your own sign-in logs people in. @default the served custom_jwt_auth */
    enabled?: boolean;
    /**
     * Gives the token of the host's own session, or nothing while no user is signed in there. Another
     * function at a render says that the host's user may have changed: keep it with `useCallback`.
     */
    getCustomAccessToken?(): Promise<string | undefined>;
    /** Whether the host does not know yet who is signed in: then nothing is asked. @default false */
    isLoading?: boolean;
  };
  mfa?: {
    /**
     * The modal does not open where an operation needs a second factor: your own screens ask for it (`registerMfaListener`).
     * @default false
     */
    noPromptOnMfaRequired?: boolean;
  };
  render?: {
    /** Shows the modal's screens in the page, where `LatchkeyPanel` stands, rather than over it. @default false */
    standalone?: boolean;
  };
  /**
   * No screen opens by itself: the panel stays empty and a wallet is created unseen. What the operator enforces
   * (prompts before signing) still shows.
   * @default false
   */
  headless?: boolean;
}

/** What a list of wallets is made of: known ones by name, and those that are in the page. */
export type WalletListEntry = (typeof walletNames)[number];

/** The wallets that are known by name (EXTW-14). */
export type KnownWalletId = Exclude<WalletListEntry, `detected_${string}`>;

/** Which of Coinbase's wallets are offered: its smart wallet, the one with a key of its own (EOA), or both. */
export type CoinbaseConnection = 'all' | 'smartWalletOnly' | 'eoaOnly';

/** Solana's chains, by the names of the Wallet Standard. */
export type SolanaChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet';

/** Login methods that screens offer, by the names that hosts use. */
export type LoginMethodName = Exclude<OfferedMethodId, 'oauth'> | OAuthProvider;
/** What a login offers: a method, or another app as `privy:` and its id, where the app lets people in by others. */
export type LoginEntry = LoginMethodName | CrossAppProviderName;
