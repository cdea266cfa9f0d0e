import type { AppSettings } from '@latchkey/wire';

/** The app that a request names, as the apps room keeps it and every room knows it. */
export interface App {
  readonly id: string;
  readonly settings: AppSettings;
  readonly managedBy: 'api' | 'file';
  readonly disabled: boolean;
  /** For the border of the app's back ends alone; never served. */
  readonly secretHashes: SecretHashes;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/**
 * What is kept of an app's secret. Plain SHA-256 is enough for 256 random bits, and a slow hash would make every
 * call of a back end slow; a secret that someone thought up is what `isSecretOf` refuses in production.
 */
export interface SecretHashes {
  /** SHA-256 in hex, or null for an app that has none. */
  current: string | null;
  /** The one before it, valid until a time (Unix ms). */
  old: string | null;
  oldUntilMs: number;
}

/** The request handler's questions about apps. The apps room answers it. */
export interface AppLookup {
  /** Finds an app, as it was at most 10 s ago: every process looks once a second whether one was changed. */
  find(appId: string): Promise<App | null>;
  /** Tells whether this process has found an app of this id before. */
  isSeen(appId: string): boolean;
  /**
   * Finds an app by its id and its secret, or by the secret before that during the overlap. Null for an unknown app and
   * for a wrong secret alike, in the same time.
   */
  findBySecret(appId: string, secret: string): Promise<App | null>;
  /** Tells whether an origin (exact, or under a `*` host label outside production) is one of the app's or the hosted one. */
  isOriginAllowed(app: App, origin: string): boolean;
  /** Tells whether any app allows an origin; for preflights, which name no app. At most 10 s old. */
  isOriginKnown(origin: string): Promise<boolean>;
}
