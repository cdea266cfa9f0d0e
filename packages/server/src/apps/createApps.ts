import { type AppInput, appIdPattern, type MfaMethod } from '@latchkey/wire';
import type { Audit } from '../audit/index.ts';
import { isExposed } from '../configShape.ts';
import type { Db } from '../db/index.ts';
import type { Implementation } from '../http/index.ts';
import { startError } from '../startError.ts';
import type { World } from '../world.ts';
import { adminImplementations } from './adminRoutes.ts';
import { createAllowlist } from './allowlist/allowlist.ts';
import { isSecretOf } from './appSecret.ts';
import { createFreshness } from './cache/freshness.ts';
import { createRecent, type Recent } from './cache/recent.ts';
import { demoAppIds } from './demoApp.ts';
import type { FundingFacts } from './fundingServices.ts';
import { configImplementations } from './getAppConfig.ts';
import type { App, Apps, ListedProvider } from './index.ts';
import { type OriginMatch, originMatch, originsInForce } from './origins.ts';
import { listGivenUp } from './settings/givenUp.ts';
import { toSettings } from './settings/settings.ts';
import { createAppStore } from './store.ts';
import type { AppRow, StoredSettings } from './table.ts';
import { createTestAccounts } from './testAccount.ts';

export interface AppsDeps {
  audit: Audit;
  /** Returns the app's public signing key as SPKI PEM. */
  verificationKey(appId: string): Promise<string>;
  toOnRampServices: FundingFacts['toOnRampServices'];
  /** Counts the users who have second factors, but none of these methods. Called before an operator turns methods off. */
  countWithout?: (tx: Db, appId: string, methods: readonly MfaMethod[]) => Promise<number>;
}

/**
 * Creates the apps module.
 *
 * @returns the module, its routes, and the two steps of a start: `putFileApps` writes the apps that the deployment
 *   was started with, `warnOfLooseApps` warns of risky settings
 */
export function createApps(world: World, deps: AppsDeps) {
  const { config, clock, database } = world;
  const { audit } = deps;
  const toApp = (row: AppRow) => appOf(row, config.production);
  const store = createAppStore(database);
  /** Ids of apps that were found since the start. */
  const seen = new Set<string>();
  const recentApps = createRecent(async (appId) => {
    const row = await store.find(appId);
    if (row) seen.add(row.appId);
    return row && toApp(row);
  });
  const recentOrigins = createRecent(async () =>
    originMatch(originsInForce(await store.listOrigins(), config.production)),
  );
  const recentProviders = createRecent(async () => providersByRequester(await store.listRequesters()));
  const allowlist = createAllowlist(world, { apps: { find: (appId) => apps.find(appId) }, audit });
  const testAccounts = createTestAccounts(world);
  const matches = new WeakMap<App, OriginMatch>();

  function matchOf(app: App): OriginMatch {
    const made = matches.get(app) ?? originMatch(app.settings.allowed_origins);
    matches.set(app, made);
    return made;
  }

  function forget(): void {
    recentApps.clear();
    recentOrigins.clear();
    recentProviders.clear();
  }
  const waitForFreshness = createFreshness({ clock, read: store.readVersion, onChange: forget });

  async function fresh<T>(recent: Recent<T>, key: string): Promise<T | null> {
    await waitForFreshness();
    return recent.get(key);
  }

  const apps: Apps = {
    // Skips the lookup of a text that does not have the form of an id.
    find: async (appId) => (appIdPattern.test(appId) ? fresh(recentApps, appId) : null),
    isSeen: (appId) => seen.has(appId),
    async findBySecret(appId, secret) {
      const app = await apps.find(appId);
      return isSecretOf(app, secret, { nowMs: clock.now(), exposed: isExposed(config) }) ? app : null;
    },
    isOriginAllowed: (app, origin) => origin === config.hostedUrl || matchOf(app)(origin),
    async isOriginKnown(origin) {
      if (origin === config.hostedUrl) return true;
      const isOfSomeApp = await fresh(recentOrigins, 'all');
      return isOfSomeApp?.(origin) ?? false;
    },
    listProvidersOf: async (requesterAppId) =>
      (await fresh(recentProviders, 'all'))?.get(requesterAppId) ?? [],
    listGuestRetentions: store.listGuestRetentions,
    allowlist,
    testAccounts,
  };
  const routes: Implementation[] = [
    ...configImplementations({
      isOriginAllowed: apps.isOriginAllowed,
      verificationKey: deps.verificationKey,
      toOnRampServices: deps.toOnRampServices,
      config,
    }),
    ...allowlist.routes,
    ...testAccounts.routes,
    ...adminImplementations(world, { audit, countWithout: deps.countWithout, store, toApp, forget }),
  ];

  /**
   * Writes the apps that the deployment was started with, and warns of enabled file-managed apps that are in no file
   * now.
   *
   * @throws StartError if an app of the file has the id of one created with the API
   */
  async function putFileApps(inputs: readonly AppInput[]): Promise<void> {
    const nowMs = clock.now();
    const writes = inputs.map(({ id = '', secret_hash = null, disabled = false, ...settings }) => ({
      appId: id,
      settings,
      secretHash: secret_hash,
      disabled,
      managedBy: 'file' as const,
      nowMs,
    }));
    const left = await database.transaction(async (tx) => {
      // Everybody knows the demo apps, so production disables those that a database from development contains.
      const closed: string[] = [];
      for (const appId of config.production ? demoAppIds : []) {
        if (await store.disableFileApp(tx, appId, nowMs)) closed.push(appId);
      }
      const put = await store.putFileApps(tx, writes);
      if ('taken' in put) {
        throw startError(
          `The apps file has the app ${put.taken}, which was made by the operator's API. Choose another id.`,
        );
      }
      const changes = [...put.changes, ...closed.map((appId) => ({ appId, kind: 'disabled' as const }))];
      for (const { appId, kind } of changes)
        await audit.record(tx, appId, {
          kind: `app.${kind}`,
          userId: null,
          actor: { type: 'system', id: 'apps_file' },
        });
      return put.left;
    });
    forget();
    if (left.length === 0) return;
    const file = config.appsFile === null ? 'No apps file was read' : `${config.appsFile} does not have them`;
    world.log.warn(
      { apps: left },
      `Apps of the apps file stay as they were: ${file}. Put them back, with "disabled": true to close one.`,
    );
  }

  /** Warns of enabled apps whose settings give up protection, or name apps that do not exist. */
  async function warnOfLooseApps(): Promise<void> {
    const rows = await store.list();
    const ids = new Set(rows.map(({ appId }) => appId));
    for (const { appId, disabled, settings } of rows) {
      if (disabled) continue;
      const lines = [...listGivenUp(toSettings(settings)), ...listUnknown(settings, ids)];
      for (const line of lines) world.log.warn({ app: appId }, line);
    }
  }

  return { ...apps, routes, putFileApps, warnOfLooseApps };
}

/**
 * Lists ids of requesters that no app has, as one sentence each. Such an app may be created later, or its id is
 * misspelled.
 */
function listUnknown(
  { cross_app_requesters: listed = [] }: StoredSettings,
  ids: ReadonlySet<string>,
): string[] {
  return listed.flatMap((entry) =>
    'app_id' in entry && !ids.has(entry.app_id)
      ? [`cross_app_requesters names ${entry.app_id}, and there is no such app yet.`]
      : [],
  );
}

function providersByRequester(
  rows: readonly Pick<AppRow, 'appId' | 'settings'>[],
): ReadonlyMap<string, readonly ListedProvider[]> {
  const found = new Map<string, ListedProvider[]>();
  for (const { appId, settings } of rows) {
    for (const entry of settings.cross_app_requesters ?? []) {
      if (!('app_id' in entry) || entry.app_id === appId) continue;
      const provider = { providerAppId: appId, isReadOnly: entry.read_only };
      found.set(entry.app_id, [...(found.get(entry.app_id) ?? []), provider]);
    }
  }
  return found;
}

function appOf(row: AppRow, production: boolean): App {
  const settings = toSettings(row.settings);
  return {
    id: row.appId,
    settings: {
      ...settings,
      allowed_origins: originsInForce(settings.allowed_origins, production),
      embedding_origins: originsInForce(settings.embedding_origins, production),
    },
    managedBy: row.managedBy,
    disabled: row.disabled,
    secretHashes: { current: row.secretHash, old: row.oldSecretHash, oldUntilMs: row.oldSecretUntilMs },
    version: row.version,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
  };
}
