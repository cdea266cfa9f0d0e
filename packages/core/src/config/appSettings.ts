import type { AppConfig, CreateOnLogin, MfaMethod, RecoveryMethod, Theme } from '@latchkey/wire';
import type { ChainSettings } from './chains.ts';
import type { LoginEntry, WalletListEntry } from './options.ts';

type Funding = NonNullable<AppConfig['funding_config']>;

/** App settings as the client uses them: the served config, merged with the host's options. */
export interface AppSettings extends ChainSettings {
  readonly id: string;
  readonly name: string;
  readonly legal: {
    readonly termsAndConditionsUrl: string | null;
    readonly privacyPolicyUrl: string | null;
    readonly requireUsersAcceptTerms: boolean;
  };
  readonly appearance: {
    readonly palette: { readonly colorScheme: Theme };
    readonly accentColor: string | null;
    /** URL of the logo, or an element that the host made. */
    readonly logo: string | Element | null;
    /** Null for the modal's own text, in its language. */
    readonly landingHeader: string | null;
    readonly loginMessage: string | null;
    /** Null lets the modal decide: web3-first if only wallets are offered, else web2-first (LAND-10). */
    readonly loginGroupPriority: 'web2-first' | 'web3-first' | null;
    readonly hideDirectWeb2Inputs: boolean;
    readonly walletList: readonly WalletListEntry[];
  };
  /** All offered methods, in order. */
  readonly loginMethods: readonly LoginEntry[];
  /** Offered methods in the host's order; null if the host sets no `loginMethodsAndOrder`. */
  readonly loginMethodsAndOrder: {
    readonly primary: readonly LoginEntry[];
    readonly overflow: readonly LoginEntry[];
  } | null;
  readonly loginConfig: {
    readonly twitterOAuthOnMobileEnabled: boolean;
    /** Display name of the app's own OpenID Connect provider; null if it has none. */
    readonly oidcName: string | null;
    /** True if a user without an account can create one with a passkey. */
    readonly passkeySignUp: boolean;
    readonly telegramAuthConfiguration: {
      readonly botId: string;
      readonly botName: string;
      readonly linkEnabled: boolean;
      readonly seamlessAuthEnabled: boolean;
    } | null;
  };
  readonly externalWallets: {
    readonly walletConnect: {
      readonly enabled: boolean;
      /** Served WalletConnect project id (EXTW-26). */
      readonly projectId: string | null;
    };
    /** True if Ethereum wallets can log in. */
    readonly ethereum: boolean;
    /** True if Solana wallets can log in. */
    readonly solana: boolean;
    /** Most external wallets that a user can link per chain type (LINK-03). Null: no limit. Undefined: 1. */
    readonly mostLinked: number | null | undefined;
  };
  readonly embeddedWallets: {
    /** Users who get an Ethereum wallet at login. */
    readonly createOnLogin: CreateOnLogin;
    readonly solana: { readonly createOnLogin: CreateOnLogin };
    readonly noPromptOnSignature: boolean;
    /** Place where the user approves a signature: the host's page (the modal), or the wallet frame on its own origin. */
    readonly approval: 'page' | 'frame';
    /** True if bare hashes can be signed, although nobody can review their content. */
    readonly allowRawSigning: boolean;
    readonly requireUserOwnedRecoveryOnCreate: boolean;
    /** Older setting that requires a password. If it is true, `requireUserOwnedRecoveryOnCreate` is true as well. */
    readonly requireUserPasswordOnCreate: boolean;
    /** In characters; at least the specification's 6. */
    readonly recoveryPasswordMinLength: number;
    readonly userOwnedRecoveryOptions: readonly Exclude<RecoveryMethod, 'privy'>[];
    readonly waitForTransactionConfirmation: boolean;
    readonly priceDisplay: { readonly primary: 'fiat-currency' | 'native-token' };
  };
  readonly intl: {
    readonly defaultCountry: string;
    readonly locale: string;
    readonly texts: Readonly<Record<string, object>>;
  };
  /** Texts and link for a user who is not on the app's allowlist; null for the modal's own text, and for no link. */
  readonly allowlistConfig: {
    readonly errorTitle: string | null;
    readonly errorDetail: string | null;
    readonly ctaText: string | null;
    readonly ctaLink: string | null;
  };
  readonly mfa: { readonly methods: readonly MfaMethod[]; readonly noPromptOnMfaRequired: boolean };
  readonly captchaEnabled: boolean;
  /** Null if the captcha is the service's proof of work, or off. */
  readonly turnstile: { readonly siteKey: string; readonly scriptUrl: string } | null;
  readonly customAuth: {
    readonly enabled: boolean;
    readonly getCustomAccessToken: (() => Promise<string | undefined>) | null;
  };
  readonly fundingConfig: {
    readonly methods: Funding['methods'];
    /** Decimal number as text. */
    readonly defaultRecommendedAmount: string;
    /** `chain` in the form `eip155:{id}`. */
    readonly defaultRecommendedCurrency: Funding['default_recommended_currency'];
    readonly promptFundingOnWalletCreation: boolean;
    /** True if funds may come from another chain. */
    readonly crossChainBridgingEnabled: boolean;
    /** URLs of the funding services; null if the service does not serve them. */
    readonly services: NonNullable<AppConfig['funding_services']> | null;
  } | null;
  readonly render: { readonly standalone: boolean };
  readonly headless: boolean;
}
