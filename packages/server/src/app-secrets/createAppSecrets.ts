import {
  type AppSecretName,
  appSecretNames,
  appSecretRoutes,
  fail,
  type OnRampRecord,
  onRamps,
} from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import { type Audit, operatorActor } from '../audit/index.ts';
import type { Sealing } from '../crypto/index.ts';
import { implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { AppSecrets } from './index.ts';
import { createAppSecretStore } from './store.ts';

/**
 * An attacker who can write to the database could move a secret to another app or name. The seal binds both, so the
 * secret does not open there.
 */
const aadOf = (name: string) => ['app-secret', name];

/** Prefixes that keys of the wrong mode begin with, by secret name. */
const otherModes: Partial<Record<AppSecretName, string>> = Object.assign(
  {},
  ...Object.values<OnRampRecord>(onRamps).map((one) => one.otherModes),
);

/**
 * Refuses a key of the wrong mode. An operator could set an on-ramp's test key as its live key by mistake. Users
 * could then pay with test cards, and back ends would count the payments as real.
 *
 * @throws ServiceError `invalid_data`
 */
function assertOfMode(name: AppSecretName, secret: string | null): void {
  const start = otherModes[name];
  if (start && secret?.startsWith(start))
    fail('invalid_data', { message: `secret: a key that begins with ${start} is none of ${name}` });
}

/**
 * Refuses a malformed Farcaster signing key when it is set, before a user's request fails. @throws ServiceError
 * `invalid_data`
 */
function assertKey(name: AppSecretName, secret: string | null): void {
  if (name === 'farcaster-signer' && secret !== null && !/^0x[0-9a-fA-F]{64}$/.test(secret))
    fail('invalid_data', { message: 'secret: must be a private key, 0x and 64 hex digits' });
}

export function createAppSecrets(
  { clock, database }: World,
  deps: { apps: Pick<Apps, 'find'>; audit: Audit; sealing: Sealing },
): AppSecrets {
  const { apps, audit, sealing } = deps;
  const store = createAppSecretStore(database);

  const put: AppSecrets['put'] = async (appId, name, secret, operator) => {
    const sealed =
      secret === null ? null : await sealing.seal(appId, aadOf(name), Buffer.from(secret, 'utf8'));
    await database.transaction(async (tx) => {
      if (sealed) await store.put(tx, { appId, name, secret: sealed, setAtMs: clock.now() });
      else await store.remove(tx, appId, name);
      const kind = sealed ? 'provider_secret.set' : 'provider_secret.removed';
      const actor = operatorActor(operator);
      await audit.record(tx, appId, { kind, userId: null, actor, details: { name } });
    });
  };

  return {
    put,

    async find(appId, name) {
      const sealed = await store.find(appId, name);
      return sealed && Buffer.from(await sealing.open(appId, aadOf(name), sealed)).toString('utf8');
    },

    routes: [
      implement(appSecretRoutes.put, async ({ body, caller, params }) => {
        const app = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        const name = appSecretNames.find((one) => one === params.name);
        if (!name) fail('invalid_data', { message: `name: must be one of ${appSecretNames.join(', ')}` });
        assertOfMode(name, body.secret);
        assertKey(name, body.secret);
        await put(app.id, name, body.secret, caller.operator);
        return { has_secret: body.secret !== null };
      }),
    ],
  };
}
