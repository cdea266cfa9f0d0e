import { type AdminApp, type AppSettings, adminRoutes, fail, type MfaMethod } from '@latchkey/wire';
import { type Audit, operatorActor } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import { hashOfSecret, newSecret } from './appSecret.ts';
import { settingsProblems } from './checkAppInput.ts';
import { demoAppIds } from './demoApp.ts';
import type { App } from './index.ts';
import { mergeSettings } from './settings/mergeSettings.ts';
import { toSettings } from './settings/settings.ts';
import { takesFactor } from './settings/takesFactor.ts';
import type { AppStore } from './store.ts';
import type { AppRow, StoredSettings } from './table.ts';

interface AdminDeps {
  audit: Audit;
  store: AppStore;
  toApp(row: AppRow): App;
  /** Counts the users of an app who have second factors, but none of these methods. */
  countWithout?: ((tx: Db, appId: string, methods: readonly MfaMethod[]) => Promise<number>) | undefined;
  /** Makes this process read apps again. Other processes notice the change by the version. */
  forget(): void;
}

/**
 * Creates the operator's routes: create, list, read and change apps, and rotate their secrets (docs/contracts.md,
 * Apps). The request handler has checked the key or token.
 */
export function adminImplementations(world: World, deps: AdminDeps): Implementation[] {
  const { config, clock, database } = world;
  const { audit, store } = deps;
  const toReply = (row: AppRow): AdminApp => toAdminApp(deps.toApp(row));

  async function getRow(appId: string): Promise<AppRow> {
    return (await store.find(appId)) ?? fail('app_not_found');
  }

  /** Refuses to change an app that the API does not manage, and says where the operator can change it. */
  function refuseFileApp(appId: string): never {
    const { appsFile } = config;
    const place = appsFile === null ? 'no apps file was read' : `change its entry in ${appsFile}`;
    const message = demoAppIds.includes(appId)
      ? 'The demo app is built in. Make an app of your own by POST /api/v1/admin/apps, or list one with this id in the apps file.'
      : `This app comes from the apps file: ${place}, and start the service again.`;
    return fail('app_managed_by_file', { message });
  }

  function check(id: string, settings: StoredSettings): void {
    const { outboundAllow } = config;
    const own = { id, origins: [config.url, config.hostedUrl], outboundAllow };
    const [problem] = settingsProblems(settings, config.production, own);
    if (problem) refuse(problem.field, problem.problem);
  }

  /** Refuses a change after which users have no second factor that the app accepts. The operator can force it. */
  async function checkFactors(tx: Db, appId: string, before: StoredSettings, after: StoredSettings) {
    const methods = factorsOf(toSettings(after));
    if (factorsOf(toSettings(before)).every((method) => methods.includes(method))) return;
    const users = (await deps.countWithout?.(tx, appId, methods)) ?? 0;
    if (users === 0) return;
    const message = `mfa_methods would leave ${users} users without a second factor that counts. Send "force": true to do it all the same.`;
    fail('invalid_data', { message, details: { field: 'mfa_methods', users } });
  }

  return [
    implement(adminRoutes.createApp, async ({ body, caller }) => {
      const { id = randomId(world.random), secret_hash, disabled = false, ...settings } = body;
      check(id, settings);
      if (settings.name === undefined) refuse('name', 'is missing');
      const secret = secret_hash === undefined ? newSecret(world.random) : undefined;
      const secretHash = secret_hash ?? hashOfSecret(secret ?? '');
      const managedBy = 'api' as const;
      const write = { appId: id, settings, secretHash, disabled, managedBy, nowMs: clock.now() };
      const actor = operatorActor(caller.operator);
      const row = await database.transaction(async (tx) => {
        const made = await store.create(tx, write);
        if (made) await audit.record(tx, id, { kind: 'app.created', userId: null, actor });
        return made;
      });
      if (!row) refuse('id', 'belongs to another app');
      deps.forget();
      return { ...toReply(row), ...(secret === undefined ? {} : { app_secret: secret }) };
    }),
    implement(adminRoutes.listApps, async () => ({ apps: (await store.list()).map(toReply) })),
    implement(adminRoutes.getApp, async ({ params }) => toReply(await getRow(params.id ?? ''))),
    implement(adminRoutes.rotateSecret, async ({ body, caller, params }) => {
      const appId = params.id ?? '';
      const secret = newSecret(world.random);
      const oldUntilMs = clock.now() + (body.overlap_s ?? 0) * 1000;
      await getRow(appId);
      const write = { appId, secretHash: hashOfSecret(secret), oldUntilMs, nowMs: clock.now() };
      const actor = operatorActor(caller.operator);
      await database.transaction(async (tx) => {
        if (!(await store.replaceSecret(tx, write))) refuseFileApp(appId);
        await audit.record(tx, appId, { kind: 'app.secret_rotated', userId: null, actor });
      });
      deps.forget();
      return { app_secret: secret, old_secret_expires_at: Math.floor(oldUntilMs / 1000) };
    }),
    implement(adminRoutes.updateApp, async ({ body, caller, params }) => {
      const appId = params.id ?? '';
      const { id, secret_hash: secretHash, disabled, force = false, ...change } = body;
      if (id !== undefined && id !== appId) refuse('id', 'cannot be changed');
      const actor = operatorActor(caller.operator);
      const row = await database.transaction(async (tx) => {
        // Locks the app, because two changes that are each valid may contradict each other.
        const before = (await store.lock(tx, appId)) ?? fail('app_not_found');
        if (before.managedBy === 'file') refuseFileApp(appId);
        const settings = mergeSettings(before.settings, change);
        check(appId, settings);
        if (!force) await checkFactors(tx, appId, before.settings, settings);
        const write = { appId, settings, secretHash, disabled, nowMs: clock.now() };
        const changed = (await store.update(tx, write)) ?? refuseFileApp(appId);
        const details = { version: changed.version, fields: Object.keys(body).sort() };
        const kind = changed.disabled && !before.disabled ? 'app.disabled' : 'app.updated';
        await audit.record(tx, appId, { kind, userId: null, actor, details });
        return changed;
      });
      deps.forget();
      return toReply(row);
    }),
  ];
}

const factorsOf = (settings: AppSettings): readonly MfaMethod[] =>
  settings.mfa_methods.filter((method) => takesFactor(settings, method));

function toAdminApp(app: App): AdminApp {
  return {
    id: app.id,
    ...app.settings,
    managed_by: app.managedBy,
    disabled: app.disabled,
    version: app.version,
    created_at: Math.floor(app.createdAtMs / 1000),
    updated_at: Math.floor(app.updatedAtMs / 1000),
  };
}

function refuse(field: string, problem: string): never {
  fail('invalid_data', { message: `${field}: ${problem}`, details: { field, problem } });
}
