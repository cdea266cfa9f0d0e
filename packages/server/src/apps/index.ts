/**
 * The apps room: the host applications that use this service, their settings and origins, from the apps file and
 * from the operator's API. Owns table `apps`. The front door asks it for the app of each request; it asks nobody.
 */
import type { AppInput } from '@latchkey/wire';

export { createApps } from './createApps.ts';
export { originMatch } from './origins.ts';
export { readAppsFile } from './readAppsFile.ts';

/** Every setting with its default filled in; the wire's names, because that is what is edited, stored and served. */
export type AppSettings = {
  [Field in Exclude<keyof AppInput, 'id' | 'secret_hash'>]-?: Exclude<AppInput[Field], undefined>;
};

export interface App {
  readonly id: string;
  readonly settings: AppSettings;
  readonly managedBy: 'api' | 'file';
  readonly disabled: boolean;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Apps {
  /** Finds an app, from a cache not older than 10 s. */
  find(appId: string): Promise<App | null>;
  /** Tells whether an origin (exact, or under a `*` host label outside production) is one of the app's or the hosted one. */
  isOriginAllowed(app: App, origin: string): boolean;
  /** Tells whether any app allows an origin; for preflights, which name no app. Cached ≤ 10 s. */
  isOriginKnown(origin: string): Promise<boolean>;
}
