import type { AppConfig, CreateOnLogin, MfaMethod, RecoveryMethod, Theme } from '@latchkey/wire';
import type { ChainSettings } from './chains.ts';
import type { LoginEntry, WalletListEntry } from './options.ts';

type Funding = NonNullable<AppConfig['funding_config']>;

/** The app's settings as the client uses them: the served config and the host's wishes, joined once. */
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
    /** Address of the logo, or an element that the host made. */
    readonly logo: string | Element | null;
    /** Null: the modal's own words, in its language. */
    readonly landingHeader: string | null;
    readonly loginMessage: string | null;
    /** Null: web3-first where only wallets are enabled, else web2-first (LAND-10). */
    readonly loginGroupPriority: 'web2-first' | 'web3-first' | null;
    readonly hideDirectWeb2Inputs: boolean;
    readonly walletList: readonly WalletListEntry[];
  };
  /** Every method that is offered, in order. */
  readonly loginMethods: readonly LoginEntry[];
  /** The host's order, or null where it names none. */
  readonly loginMethodsAndOrder: {
    readonly primary: readonly LoginEntry[];
    readonly overflow: readonly LoginEntry[];
  } | null;
  readonly loginConfig: {
    readonly twitterOAuthOnMobileEnabled: boolean;
    /** What people know the app's own provider of OpenID Connect as; null where it has none. */
    readonly oidcName: string | null;
    /** Whether a user without an account makes one with a passkey. */
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
      /** As served (EXTW-26). */
      readonly projectId: string | null;
    };
    /** Whether a wallet of Ethereum logs in, and one of Solana. */
    readonly ethereum: boolean;
    readonly solana: boolean;
    /** How many wallets of a kind of chain a user links at most (LINK-03): null is any number, nothing is one. */
    readonly mostLinked: number | null | undefined;
  };
  readonly embeddedWallets: {
    /** For Ethereum. */
    readonly createOnLogin: CreateOnLogin;
    readonly solana: { readonly createOnLogin: CreateOnLogin };
    readonly noPromptOnSignature: boolean;
    /** Who asks before a signature: the host's page (the modal), or the wallet frame on its own origin. */
    readonly approval: 'page' | 'frame';
    /** Whether hashes are signed of which no one can read what they stand for. */
    readonly allowRawSigning: boolean;
    readonly requireUserOwnedRecoveryOnCreate: boolean;
    /** The older form of it, which knows the password alone; with it the newer one is true as well. */
    readonly requireUserPasswordOnCreate: boolean;
    /** In characters; never below the specification's 6. */
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
  /** What someone reads who is not on the app's allowlist; null where the operator leaves it to the modal. */
  readonly allowlistConfig: {
    readonly errorTitle: string | null;
    readonly errorDetail: string | null;
    readonly ctaText: string | null;
    readonly ctaLink: string | null;
  };
  readonly mfa: { readonly methods: readonly MfaMethod[]; readonly noPromptOnMfaRequired: boolean };
  readonly captchaEnabled: boolean;
  /** Set where the captcha is Turnstile's; else the service's own proof of work is. */
  readonly turnstile: { readonly siteKey: string; readonly scriptUrl: string } | null;
  readonly customAuth: {
    readonly enabled: boolean;
    readonly getCustomAccessToken: (() => Promise<string | undefined>) | null;
  };
  readonly fundingConfig: {
    readonly methods: Funding['methods'];
    /** A decimal number as text. */
    readonly defaultRecommendedAmount: string;
    /** `chain` as `eip155:{id}`. */
    readonly defaultRecommendedCurrency: Funding['default_recommended_currency'];
    readonly promptFundingOnWalletCreation: boolean;
    /** Whether funds may come from another chain. */
    readonly crossChainBridgingEnabled: boolean;
    /** Whom the client asks; null at a service that does not say. */
    readonly services: NonNullable<AppConfig['funding_services']> | null;
  } | null;
  readonly render: { readonly standalone: boolean };
  readonly headless: boolean;
}
