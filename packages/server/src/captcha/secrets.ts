import { fail } from '@latchkey/wire';
import type { World } from '../world.ts';
import type { CaptchaDeps } from './createCaptcha.ts';
import { createSecretStore } from './store.ts';
import { isTestSecret } from './testSecrets.ts';

export interface CaptchaSecrets {
  /** The secret key that an app's tokens are verified with: its own, else the deployment's, else null. */
  find(appId: string): Promise<string | null>;
  /**
   * Keeps an app's own secret key, or forgets it.
   * @throws ServiceError `invalid_data` for a key for tests in production
   */
  put(appId: string, secret: string | null): Promise<void>;
}

/** A secret that was moved to another place of the app's rows must not open there. */
const aad = ['turnstile-secret'];

/** Makes what keeps the secret keys of Turnstile, sealed. */
export function createSecrets(
  world: World,
  { audit, sealing }: Pick<CaptchaDeps, 'audit' | 'sealing'>,
): CaptchaSecrets {
  const { clock, config, database } = world;
  const store = createSecretStore(database);
  return {
    async find(appId) {
      const sealed = await store.find(appId);
      if (sealed === null) return config.turnstileSecret;
      return Buffer.from(await sealing.open(appId, aad, sealed)).toString('utf8');
    },

    async put(appId, secret) {
      if (secret !== null && config.production && isTestSecret(secret)) {
        fail('invalid_data', { message: 'secret: is a key for tests, which lets everybody pass' });
      }
      const sealed = secret === null ? null : await sealing.seal(appId, aad, Buffer.from(secret, 'utf8'));
      await database.transaction(async (tx) => {
        if (sealed) await store.put(tx, appId, sealed, clock.now());
        else await store.remove(tx, appId);
        const kind = sealed ? 'captcha.secret_set' : 'captcha.secret_removed';
        await audit.record(tx, appId, { kind, userId: null, actor: { type: 'operator' } });
      });
    },
  };
}
