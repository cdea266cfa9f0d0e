/** Everything that a deployment sets, read once from the environment and frozen. */
export interface Config {
  readonly production: boolean;
  /** Public address of the service, an origin without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Addresses to listen on. */
  readonly bind: readonly string[];
  /** Origin of the hosted pages; an allowed origin of every app. */
  readonly hostedUrl: string;
  /** PostgreSQL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Path of the apps file, or null. */
  readonly appsFile: string | null;
  readonly adminKey: string;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** 32-byte keys that wrap the data keys: of parts, and of the recovery store. */
  readonly partsKek: Uint8Array;
  readonly recoveryKek: Uint8Array;
  readonly trustedProxies: number;
}
