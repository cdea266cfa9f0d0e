import { type AppSecretName, appSecretNames, appSecretRoutes, fail } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Sealing } from '../crypto/index.ts';
import { implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { AppSecrets } from './index.ts';
import { createAppSecretStore } from './store.ts';

/** A secret that was moved to another app or name must not open there; the app stands in what seals it. */
const aadOf = (name: string) => ['app-secret', name];

/** How a key of MoonPay's begins that is of the other mode than the name that it is set under. */
const otherModes: Partial<Record<AppSecretName, string>> = {
  moonpay: 'sk_test_',
  'moonpay-test': 'sk_live_',
  'moonpay-webhook': 'wk_test_',
  'moonpay-test-webhook': 'wk_live_',
};

/**
 * Threat: an operator who sets the key of MoonPay's test mode as the other one; then anyone pays by a test card, and back ends
 * are told of real money.
 *
 * @throws ServiceError `invalid_data`
 */
function assertOfMode(name: AppSecretName, secret: string | null): void {
  const start = otherModes[name];
  if (start && secret?.startsWith(start))
    fail('invalid_data', { message: `secret: a key that begins with ${start} is none of ${name}` });
}

/** A key that signs nothing is told at once, and not by the first person who asks. @throws ServiceError `invalid_data` */
function assertKey(name: AppSecretName, secret: string | null): void {
  if (name === 'farcaster-signer' && secret !== null && !/^0x[0-9a-fA-F]{64}$/.test(secret))
    fail('invalid_data', { message: 'secret: must be a private key, 0x and 64 hex digits' });
}

/** Makes the app-secrets room. */
export function createAppSecrets(
  { clock, database }: World,
  deps: { apps: Pick<Apps, 'find'>; audit: Audit; sealing: Sealing },
): AppSecrets {
  const { apps, audit, sealing } = deps;
  const store = createAppSecretStore(database);

  const put: AppSecrets['put'] = async (appId, name, secret) => {
    const sealed =
      secret === null ? null : await sealing.seal(appId, aadOf(name), Buffer.from(secret, 'utf8'));
    await database.transaction(async (tx) => {
      if (sealed) await store.put(tx, { appId, name, secret: sealed, setAtMs: clock.now() });
      else await store.remove(tx, appId, name);
      const kind = sealed ? 'provider_secret.set' : 'provider_secret.removed';
      await audit.record(tx, appId, { kind, userId: null, actor: { type: 'operator' }, details: { name } });
    });
  };

  return {
    put,

    async find(appId, name) {
      const sealed = await store.find(appId, name);
      return sealed && Buffer.from(await sealing.open(appId, aadOf(name), sealed)).toString('utf8');
    },

    routes: [
      implement(appSecretRoutes.put, async ({ body, params }) => {
        const app = (await apps.find(params.id ?? '')) ?? fail('app_not_found');
        const name = appSecretNames.find((one) => one === params.name);
        if (!name) fail('invalid_data', { message: `name: must be one of ${appSecretNames.join(', ')}` });
        assertOfMode(name, body.secret);
        assertKey(name, body.secret);
        await put(app.id, name, body.secret);
        return { has_secret: body.secret !== null };
      }),
    ],
  };
}
