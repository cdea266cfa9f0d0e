/**
 * The apps room: the host applications that use this service, their settings and origins, from the apps file and
 * from the operator's API, and who may use them. Owns tables `apps`, `apps_version` and `app_allowlist`. The front door
 * asks it for the app of each request, admission for the allowlist; it asks audit alone.
 */
import type { AppSettings } from '@latchkey/wire';
import type { Allowlist } from './allowlist/allowlist.ts';
import type { SecretHashes } from './secret/appSecret.ts';
import type { TestAccounts } from './test-account/testAccount.ts';

export type { AppSettings } from '@latchkey/wire';
export { createApps } from './createApps.ts';
export { originMatch } from './origins.ts';
export { checkAppsFile, readAppsFile } from './readAppsFile.ts';
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

export interface Apps {
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
  readonly allowlist: Pick<Allowlist, 'accept' | 'isAllowed'>;
  readonly testAccounts: Pick<TestAccounts, 'find' | 'isReserved' | 'keysOf'>;
}
