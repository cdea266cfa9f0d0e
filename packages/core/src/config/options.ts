import type { CreateOnLogin, CrossAppProviderName, OAuthProvider, OfferedMethodId } from '@latchkey/wire';
import type { WalletConnectorFactory } from '../connector.ts';
import type { walletNames } from './walletNames.ts';

/** Options that the developer sets. The served app config overrides some of them (see `settings.ts`). */
export interface ClientOptions {
  /** Id of the app, exactly 25 characters. */
  appId: string;
  /**
   * Origin of the service, without a path or a trailing slash.
   * @default 'http://localhost:4000' on a loopback page and on a server; required on other pages
   */
  apiUrl?: string;
  /** Sent as `privy-client-id`, for apps with several clients. */
  clientId?: string;
  /**
   * Prefix of storage keys, to keep several apps on one origin apart.
   * @default '' (the keys of the wire protocol, `privy:token` and so on)
   */
  storagePrefix?: string;
  /** Appearance and behaviour of login and wallets on your pages. */
  config?: HostConfig;
}

/** Options that a host can change while its page is open, for example with a theme toggle. */
export interface HostLook {
  /** Colour scheme of the modal. @default the served theme, which is 'system' unless the operator sets it */
  theme?: 'light' | 'dark' | 'system' | undefined;
  /**
   * Colour of primary buttons, of the focus and of progress, a hex colour.
   *
   * @default the served accent_color, else #4f46e5
   */
  accentColor?: string | undefined;
}

/** Ethereum chain. viem's chain objects are valid. */
export interface Chain {
  /** Chain id (EIP-155). */
  readonly id: number;
  /** Name that users see. */
  readonly name: string;
  /** JSON-RPC nodes, of which the client uses the first. `rpcConfig` overrides them. */
  readonly rpcUrls?: { readonly default: { readonly http: readonly string[] } } | undefined;
  /** Native coin. @default ETH */
  readonly nativeCurrency?:
    | { readonly name: string; readonly symbol: string; readonly decimals: number }
    | undefined;
  /** Block explorer. @default the public explorer of Ethereum */
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined;
  /** Contracts of the chain. In viem's OP-stack chains, `gasPriceOracle` returns the fee for data on Ethereum. */
  readonly contracts?: Readonly<Record<string, unknown>> | undefined;
  /** True for a test network, as in viem's chains. */
  readonly testnet?: boolean | undefined;
}

/** Options of a host. The app's settings override some of them. */
export interface HostConfig {
  /** Login methods to offer, among those that the app enables. @default every enabled one */
  loginMethods?: readonly LoginEntry[];
  /**
   * Login methods with an order: `primary` on the first screen, as many as fit, and the others and `overflow` behind
   * 'More options'. Overrides `loginMethods`.
   */
  loginMethodsAndOrder?: {
    primary: readonly LoginEntry[];
    overflow?: readonly LoginEntry[];
  };
  appearance?: HostLook & {
    /** URL of an image, or an element. @default the served logo_url */
    logo?: unknown;
    /** Heading of the login. @default 'Log in or sign up', in the modal's language */
    landingHeader?: string;
    /** Line above the login, of at most 100 characters. A longer one is cut. */
    loginMessage?: string;
    /**
     * Group that the first screen shows first, unless `loginMethodsAndOrder` is set. @default 'web3-first' if the app
     * serves show_wallet_login_first or offers only wallets, else 'web2-first'
     */
    loginGroupPriority?: 'web2-first' | 'web3-first';
    /** True to show email and phone as buttons instead of fields. @default false */
    hideDirectWeb2Inputs?: boolean;
    /**
     * Wallets to list (EXTW-25), in the order that `getWalletOptions` describes. `detected_…` stands for the wallets in
     * the page.
     * @default detected_wallets, metamask, coinbase_wallet, rainbow, wallet_connect
     */
    walletList?: readonly WalletListEntry[];
  };
  /** Documents that the modal links to: http, https, or a path of the page. */
  legal?: {
    /** URL of your terms. @default the served terms_and_conditions_url */
    termsAndConditionsUrl?: string;
    /** URL of your privacy policy. @default the served privacy_policy_url */
    privacyPolicyUrl?: string;
  };
  embeddedWallets?: {
    ethereum?: {
      /** Users who get an Ethereum wallet at login. @default the served create_on_login */
      createOnLogin?: CreateOnLogin;
      /**
       * Announces the wallet over EIP-6963 to code in the page that looks for wallets. The user confirms every
       * signature and transaction that such code requests.
       * @default false
       */
      announce?: boolean;
    };
    /** Users who get a Solana wallet at login. @default the served solana.create_on_login */
    solana?: { createOnLogin?: CreateOnLogin };
    /** Alias of `ethereum.createOnLogin`. If both are set, `ethereum.createOnLogin` applies. */
    createOnLogin?: CreateOnLogin;
    /**
     * True to sign without showing a screen, false to show one. Counts only if the app's legacy_wallet_ui_config is
     * true and approval is not in the frame.
     * @default true if the app serves enforce_wallet_uis as false, else false
     */
    noPromptOnSignature?: boolean;
    /** True to wait for a transaction's receipt before success is reported. @default true */
    waitForTransactionConfirmation?: boolean;
    /** Unit shown first for a transaction's amounts: US dollars or the chain's coin. @default fiat-currency */
    priceDisplay?: { primary: 'fiat-currency' | 'native-token' };
  };
  /** External wallets. */
  externalWallets?: {
    walletConnect?: {
      /** True to offer WalletConnect, if its connector is passed in (EXTW-24). @default true */
      enabled?: boolean;
    };
    coinbaseWallet?: {
      /** Coinbase wallets to offer. @default 'all' */
      connectionOptions?: CoinbaseConnection;
    };
    /**
     * Connectors that need other libraries: `walletConnect()` of `@latchkey/walletconnect`, `coinbaseWallet()` of
     * `@latchkey/coinbase`. @default none
     */
    connectors?: readonly WalletConnectorFactory[];
    /** Timeout of a wallet request, in ms (EXTW-23). @default 120000 */
    requestTimeoutMs?: number;
  };
  intl?: {
    /** ISO 3166 country of the phone input. @default 'US' */
    defaultCountry?: string;
    /** BCP 47 language of the modal. @default 'en' */
    locale?: string;
    /** Custom texts, by part of the modal. @default {} */
    texts?: Readonly<Record<string, object>>;
  };
  /**
   * Ethereum chains of wallets and fundings. The client adds the app's own chains, unless this list is empty. With an
   * empty list the embedded wallet signs messages and sends no transaction.
   *
   * @default those of `rpcConfig`, else `defaultChain`, else Ethereum
   */
  chains?: readonly Chain[];
  /** Alias of `chains`. */
  supportedChains?: readonly Chain[];
  /**
   * Initial chain of the embedded wallet's provider, and preferred chain of external wallets.
   *
   * @default the first of `chains`
   */
  defaultChain?: Chain;
  /** JSON-RPC URLs by chain id, for the client's reads and transactions. @default those of `chains` */
  rpcConfig?: { rpcUrls?: Readonly<Record<number, string>> };
  /** Options for funding wallets. */
  fundingMethodConfig?: {
    moonpay?: {
      /**
       * True for MoonPay's test mode, in which nothing is paid. In production it requires the app's own test key.
       * @default false
       */
      useSandbox?: boolean;
      /** Payment method that MoonPay's page starts with, such as `credit_debit_card`. @default the user chooses */
      paymentMethod?: string;
    };
    /** USDC contracts by chain id. They add to the known ones of Circle or override them. @default {} */
    usdcAddresses?: Readonly<Record<number, string>>;
  };
  /** Older name of `fundingMethodConfig.moonpay`, whose `useSandbox` applies if both set it. */
  fiatOnRamp?: { useSandbox?: boolean };
  /** JSON-RPC URLs by Solana chain, for the client's reads (such as balances) and transactions. @default {} */
  solana?: { rpcUrls?: Readonly<Partial<Record<SolanaChain, string>>> };
  customAuth?: {
    /**
     * False to turn off login with your own authentication. It must be enabled in the app (custom_jwt_auth).
     * @default true
     */
    enabled?: boolean;
    /**
     * Returns the token of your own session, or undefined while no user is signed in there. Passing another function
     * at a render means that your user may have changed, so keep it with `useCallback`.
     */
    getCustomAccessToken?(): Promise<string | undefined>;
    /** True while your app does not know yet who is signed in. No token is requested then. @default false */
    isLoading?: boolean;
  };
  mfa?: {
    /**
     * True if your own screens ask for a second factor (`registerMfaListener`) and the modal does not open for it.
     * @default false
     */
    noPromptOnMfaRequired?: boolean;
  };
  render?: {
    /** True to show the modal's screens within the page, in `LatchkeyPanel`, instead of over it. @default false */
    standalone?: boolean;
  };
  /**
   * True if no screen opens by itself: the panel stays empty until a screen is requested, and wallets are created
   * without a screen. Screens that the operator enforces (prompts before signing, recovery of the user's own) still
   * open.
   * @default false
   */
  headless?: boolean;
}

/** Entry of a wallet list: a known wallet, or the wallets detected in the page. */
export type WalletListEntry = (typeof walletNames)[number];

/** Ids of the known wallets (EXTW-14). */
export type KnownWalletId = Exclude<WalletListEntry, `detected_${string}`>;

/** Coinbase wallets to offer: its smart wallet, the one with a key of its own (EOA), or both. */
export type CoinbaseConnection = 'all' | 'smartWalletOnly' | 'eoaOnly';

/** Solana chains, as named by the Wallet Standard. */
export type SolanaChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet';

/** Login methods that screens offer, as hosts name them. */
export type LoginMethodName = Exclude<OfferedMethodId, 'oauth'> | OAuthProvider;
/** Entry of a login: a method, or a provider app as `privy:` and its id, if the app enables cross-app login. */
export type LoginEntry = LoginMethodName | CrossAppProviderName;
