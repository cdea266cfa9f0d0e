/**
 * Host applications of this service: their settings and origins, from the apps file and from the operator's API, and
 * their allowlists. Owns tables `apps`, `apps_version` and `app_allowlist`. Uses `audit`, `crypto` and `outbound`.
 * The request handler reads the app of each request here, and `admission` the allowlist.
 */
import type { AppLookup } from '../app.ts';
import type { Allowlist } from './allowlist/allowlist.ts';
import type { TestAccounts } from './testAccount.ts';

export type { AppSettings } from '@latchkey/wire';
export type { App } from '../app.ts';
export { createApps } from './createApps.ts';
export { demoAppId } from './demoApp.ts';
export { originMatch } from './origins.ts';
export { checkAppsFile, readAppsFile } from './readAppsFile.ts';
export { takesFactor } from './settings/takesFactor.ts';

/** App whose wallets another app may see or, unless `isReadOnly`, use. */
export interface ListedProvider {
  readonly providerAppId: string;
  readonly isReadOnly: boolean;
}

export interface Apps extends AppLookup {
  readonly allowlist: Pick<Allowlist, 'accept' | 'isAllowed'>;
  /**
   * Lists the enabled apps that have an app among their `cross_app_requesters`, ordered by id. The list is at most 10 s
   * old.
   */
  listProvidersOf(requesterAppId: string): Promise<readonly ListedProvider[]>;
  /** Lists the apps that delete idle guests, with their `guest_retention_days`. */
  listGuestRetentions(): Promise<readonly { readonly appId: string; readonly days: number }[]>;
  readonly testAccounts: Pick<TestAccounts, 'find' | 'isReserved' | 'keysOf'>;
}
