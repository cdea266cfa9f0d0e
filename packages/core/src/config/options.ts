import type { MethodId } from '@latchkey/wire';

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
  config?: HostConfig;
}

/** What a host may change while its page lives, as by a theme toggle. */
export interface HostLook {
  /** @default 'system' */
  theme?: 'light' | 'dark' | 'system' | undefined;
  /** A hex colour. @default the served accent_color, else #4f46e5 */
  accentColor?: string | undefined;
}

export interface HostConfig {
  /** Login methods to offer, out of those that the app enables. @default every enabled one */
  loginMethods?: readonly LoginMethodName[];
  appearance?: HostLook & {
    /** Address of an image, or an element. @default the served logo_url */
    logo?: unknown;
    /** @default 'Log in or sign up' */
    landingHeader?: string;
    /** At most 100 characters; longer is cut and warned about. */
    loginMessage?: string;
  };
  legal?: { termsAndConditionsUrl?: string; privacyPolicyUrl?: string };
  embeddedWallets?: {
    /** @default the served create_on_login */
    createOnLogin?: 'off' | 'users-without-wallets' | 'all-users';
    /** @default the served enforce_wallet_uis and legacy_wallet_ui_config decide */
    noPromptOnSignature?: boolean;
  };
  intl?: {
    /** ISO 3166 country of the phone input. @default 'US' */
    defaultCountry?: string;
  };
  /** @default { standalone: false } */
  render?: { standalone?: boolean };
  /** JSON-RPC address by chain id, for reads of the embedded wallet's provider. */
  rpcUrls?: Readonly<Record<number, string>>;
}

/** Login methods by the names that hosts use. */
export type LoginMethodName = MethodId;
