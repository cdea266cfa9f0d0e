import type { AppSettings } from '@latchkey/wire';

/** App of a request, in the form that all modules share. */
export interface App {
  readonly id: string;
  readonly settings: AppSettings;
  readonly managedBy: 'api' | 'file';
  readonly disabled: boolean;
  /** Compared with the hash of the secret that a back end sends. */
  readonly secretHashes: SecretHashes;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/**
 * Hashes of an app's secret. Plain SHA-256 is enough for 256 random bits, and a slow hash would slow down every call
 * of a back end. In production and behind a tunnel `isSecretOf` refuses short secrets, which an attacker could guess
 * from the hash.
 */
export interface SecretHashes {
  /** SHA-256 in hex, or null for an app that has none. */
  current: string | null;
  /** Hash of the previous secret, valid until `oldUntilMs` (Unix ms); null if there is none. */
  old: string | null;
  oldUntilMs: number;
}

/** Lookup of apps for the request handler. The apps module implements it. */
export interface AppLookup {
  /** Finds an app, as it was at most 10 s ago. */
  find(appId: string): Promise<App | null>;
  /** Returns true if this process has found an app of this id before. */
  isSeen(appId: string): boolean;
  /**
   * Finds an app by its id and its secret, or its previous secret during the overlap. Returns null for an unknown app
   * and for a wrong secret, after the same comparison.
   */
  findBySecret(appId: string, secret: string): Promise<App | null>;
  /**
   * Returns true if an origin is the hosted pages' or one of the app's: exactly, or outside production by a wildcard.
   */
  isOriginAllowed(app: App, origin: string): boolean;
  /**
   * Returns true if an origin is the hosted pages' or an enabled app allows it, for preflights, which name no app. The
   * answer is at most 10 s old.
   */
  isOriginKnown(origin: string): Promise<boolean>;
}
