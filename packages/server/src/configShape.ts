import type { ICloudContainer, OAuthProvider } from '@latchkey/wire';
// Imports files and not modules. Modules import this file, so an import of a module here could make a cycle.
import type { OAuthClient } from './app-secrets/sandboxOAuthClients.ts';
import type { AwsSettings } from './crypto/kek/awsCredentials.ts';
import type { KekSource } from './crypto/kek/kek.ts';
import type { OnRampUrls } from './onRampUrls.ts';
import type { OutboundAllow } from './outbound/outboundAllow.ts';

/** Settings of a deployment, read once from the environment and frozen. */
export interface Config extends OnRampUrls {
  /** True for `NODE_ENV=production`, or a `LATCHKEY_URL` or bind address that is not loopback (docs/contracts.md). */
  readonly production: boolean;
  /** Public address of a tunnel in front of a development service, or null. If set, `url` equals it. */
  readonly tunnelUrl: string | null;
  /** Public address of the service, an origin without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly bind: readonly string[];
  /** Number of worker processes, or null if the service runs in the process that was started. */
  readonly workers: number | null;
  /** Origin of the hosted pages, an allowed origin of every app; null in production if none is set. */
  readonly hostedUrl: string | null;
  /** URL of PostgreSQL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Largest number of connections to PostgreSQL of one process. */
  readonly databaseConnections: number;
  /** True if frequent statements are prepared by name. Some connection poolers do not support that. */
  readonly databasePrepared: boolean;
  readonly dataDir: string;
  readonly appsFile: string | null;
  /** Shared key of the operator, or null if only tokens work. */
  readonly adminKey: string | null;
  readonly smtpUrl: string;
  /** Twilio's address with credentials, or null if no SMS are sent. */
  readonly smsUrl: string | null;
  /** Origin of Cloudflare's Turnstile, for the browser's script and for the check of tokens. */
  readonly turnstileUrl: string;
  /** Turnstile's secret key for apps without one of their own, or null. */
  readonly turnstileSecret: string | null;
  /** Origin of a stand-in for Google; null for Google itself. */
  readonly googleUrl: string | null;
  /** Origin of a stand-in for CloudKit; null for Apple itself. */
  readonly cloudKitUrl: string | null;
  /** Address of stand-ins for the providers of social login; null for the providers themselves. */
  readonly oauthUrl: string | null;
  /** Clients at providers of social login for apps without their own; null in production. */
  readonly sharedOAuthClients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>> | null;
  /** Clients at Google and Apple for apps without their own; null in production. */
  readonly sharedClouds: {
    readonly googleClientId: string;
    readonly googleClientSecret: string;
    readonly iCloudContainer: ICloudContainer;
  } | null;
  /**
   * Root of Farcaster's API for requesting signers. Apps without an account of their own use `sharedFarcasterSigner`,
   * which is null in production.
   */
  readonly farcasterApiUrl: string;
  readonly sharedFarcasterSigner: { readonly fid: number; readonly custodyKey: `0x${string}` } | null;
  /** Root of the relay to the Farcaster app, and a node of the chain with Farcaster's accounts. */
  readonly farcasterRelayUrl: string;
  readonly farcasterRpcUrl: string;
  /** Origin of a stand-in for Telegram's login; null for Telegram itself. */
  readonly telegramUrl: string | null;
  /** Token of a Telegram bot for apps without their own; null in production. */
  readonly sharedTelegramToken: string | null;
  /** True if apps without their own account at an on-ramp share the sandbox's; false in production. */
  readonly sharesOnRampAccounts: boolean;
  /** Roots of the services that quote transfers between networks and between test networks; null if there is none. */
  readonly quotesUrl: string | null;
  readonly quotesTestUrl: string | null;
  /** Contracts that deposits of quotes may go to, by chain id. */
  readonly quoteDeposits: ReadonlyMap<number, readonly string[]>;
  /** Root of CoinGecko's API or a compatible one; null if no prices are shown. */
  readonly pricesUrl: string | null;
  readonly pricesKey: string | null;
  /**
   * Nodes of Ethereum chains by chain id, for the approval page and logins with contract wallets. The addresses may
   * contain keys.
   */
  readonly chainNodes: ReadonlyMap<number, string>;
  /** Hosts and ranges of the operator's own network that webhooks and key sets of apps may use; null if none. */
  readonly outboundAllow: OutboundAllow | null;
  readonly mailFrom: string;
  /**
   * Keys that wrap the data keys of the main store and of the recovery store. The first wraps, all unwrap.
   * `partsKeks` has at least one.
   */
  readonly partsKeks: readonly KekSource[];
  readonly recoveryKeks: readonly KekSource[];
  /** Origin of a separate recovery store, and the token for it. If set, `recoveryKeks` is empty. */
  readonly recoveryUrl: string | null;
  readonly recoveryToken: string | null;
  readonly aws: AwsSettings;
  /** Root of the collector that gets traces, or null if nothing is traced. */
  readonly otlpEndpoint: string | null;
  /** True if the collector gets the metrics too. */
  readonly otlpMetrics: boolean;
  /** Time for which a stopping process still accepts connections, in seconds. */
  readonly drainS: number;
  readonly trustedProxies: number;
}

/** Returns true if other machines may reach the service: in production, and behind a tunnel in development. */
export const isExposed = ({ production, tunnelUrl }: Pick<Config, 'production' | 'tunnelUrl'>): boolean =>
  production || tunnelUrl !== null;
