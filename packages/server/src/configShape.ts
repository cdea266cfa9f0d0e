import type { ICloudContainer, OAuthProvider } from '@latchkey/wire';
import type { SharedFunding } from './app-secrets/sandboxFunding.ts';
// Not by the rooms' doors: what every room reads must not lead to every room.
import type { OAuthClient } from './app-secrets/sandboxOAuthClients.ts';
import type { AwsSettings } from './crypto/kek/awsCredentials.ts';
import type { KekSource } from './crypto/kek/kek.ts';
import type { OutboundAllow } from './outbound/outboundAllow.ts';

/** Everything that a deployment sets, read once from the environment and frozen. */
export interface Config {
  /** `NODE_ENV=production`, or a public or bind address that is not loopback (docs/contracts.md). */
  readonly production: boolean;
  /** Public address of a tunnel before a development service, or null. Then it is `url`. */
  readonly tunnelUrl: string | null;
  /** Public address of the service, an origin without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Addresses to listen on. */
  readonly bind: readonly string[];
  /** Origin of the hosted pages, an allowed origin of every app; null in production while none is set. */
  readonly hostedUrl: string | null;
  /** PostgreSQL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Whether hot statements are prepared by name; a pooler may lose them. */
  readonly databasePrepared: boolean;
  readonly dataDir: string;
  /** Path of the apps file, or null. */
  readonly appsFile: string | null;
  readonly adminKey: string;
  readonly smtpUrl: string;
  /** Twilio's address with credentials, or null: then nothing is sent by SMS. */
  readonly smsUrl: string | null;
  /** Origin of Cloudflare's Turnstile, for the browser's script and for the check of what it gives. */
  readonly turnstileUrl: string;
  /** Turnstile's secret key for apps without one of their own, or null. */
  readonly turnstileSecret: string | null;
  /** Origin of what stands in for Google, or null: Google itself. */
  readonly googleUrl: string | null;
  /** Origin of what stands in for CloudKit, or null: Apple itself. */
  readonly cloudKitUrl: string | null;
  /** Address of what stands in for the providers of social login, or null: the providers themselves. */
  readonly oauthUrl: string | null;
  /** Clients at providers of social login for apps without their own; production has none. */
  readonly sharedOAuthClients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>> | null;
  /** Clients at Google and Apple for apps without their own; production has none. */
  readonly sharedClouds: {
    readonly googleClientId: string;
    readonly googleClientSecret: string;
    readonly iCloudContainer: ICloudContainer;
  } | null;
  /** Farcaster's API, where signers are asked for, and the account that apps without their own ask by; production has none. */
  readonly farcasterApiUrl: string;
  readonly sharedFarcasterSigner: { readonly fid: number; readonly custodyKey: `0x${string}` } | null;
  /** Origin of the relay to the Farcaster app, and a node of the chain where Farcaster keeps its accounts. */
  readonly farcasterRelayUrl: string;
  readonly farcasterRpcUrl: string;
  /** Origin of what stands in for Telegram's login, or null: Telegram itself. */
  readonly telegramUrl: string | null;
  /** The token of a Telegram bot for apps without their own; production has none. */
  readonly sharedTelegramToken: string | null;
  /** Origins of what stands in for MoonPay and for Coinbase Onramp, or null: themselves. */
  readonly moonpayUrl: string | null;
  readonly coinbaseUrl: string | null;
  /** Accounts there for apps without their own; production has none. */
  readonly sharedFunding: SharedFunding | null;
  /** Roots of the service that quotes transfers between networks, and of the one for test networks; null: there are none. */
  readonly quotesUrl: string | null;
  readonly quotesTestUrl: string | null;
  /** Contracts that deposits of quotes may go to, by chain id. */
  readonly quoteDeposits: ReadonlyMap<number, readonly string[]>;
  /** Root of CoinGecko's API, or of one that speaks the same, or null: then nothing has a price. */
  readonly pricesUrl: string | null;
  readonly pricesKey: string | null;
  /** A node of each Ethereum chain of which the approval page may ask, by chain id. The addresses may hold keys. */
  readonly chainNodes: ReadonlyMap<number, string>;
  /** Hosts and ranges of the operator's own network that may be called at addresses that the operator chose; null: none. */
  readonly outboundAllow: OutboundAllow | null;
  readonly mailFrom: string;
  /** What wraps the data keys: of parts, and of the recovery store. The first wraps, all unwrap; at least one. */
  readonly partsKeks: readonly KekSource[];
  readonly recoveryKeks: readonly KekSource[];
  /** Origin of the recovery store where it is a process of its own, with the token for it. Then `recoveryKeks` is empty. */
  readonly recoveryUrl: string | null;
  readonly recoveryToken: string | null;
  readonly aws: AwsSettings;
  /** How long a stop still takes connections, in seconds. */
  readonly drainS: number;
  readonly trustedProxies: number;
}

/** Whether others than this machine reach the service: in production, and behind a tunnel of development. */
export const isExposed = ({ production, tunnelUrl }: Pick<Config, 'production' | 'tunnelUrl'>): boolean =>
  production || tunnelUrl !== null;
