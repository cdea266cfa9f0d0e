/**
 * Host applications of this service: their settings and origins, from the apps file and from the operator's API, and
 * their allowlists. Owns tables `apps`, `apps_version` and `app_allowlist`. Uses `audit`. The request handler reads
 * the app of each request here, `admission` the allowlist.
 */
import type { AppLookup } from '../app.ts';
import type { Allowlist } from './allowlist/allowlist.ts';
import type { TestAccounts } from './testAccount.ts';

export type { AppSettings } from '@latchkey/wire';
export type { App } from '../app.ts';
export { createApps } from './createApps.ts';
export { originMatch } from './origins.ts';
export { checkAppsFile, readAppsFile } from './readAppsFile.ts';
export { takesFactor } from './settings/takesFactor.ts';

/** An app whose wallets may be used in another. */
export interface ListedProvider {
  readonly providerAppId: string;
  readonly isReadOnly: boolean;
}

export interface Apps extends AppLookup {
  readonly allowlist: Pick<Allowlist, 'accept' | 'isAllowed'>;
  /** The apps that list another one among their `cross_app_requesters`, by their ids. At most 10 s old. */
  listProvidersOf(requesterAppId: string): Promise<readonly ListedProvider[]>;
  readonly testAccounts: Pick<TestAccounts, 'find' | 'isReserved' | 'keysOf'>;
}
