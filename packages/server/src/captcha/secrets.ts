import { fail } from '@latchkey/wire';
import { operatorActor } from '../audit/index.ts';
import type { Operator } from '../operator.ts';
import type { World } from '../world.ts';
import type { CaptchaDeps } from './createCaptcha.ts';
import { createSecretStore } from './store.ts';
import { isTestSecret } from './testSecrets.ts';

export interface CaptchaSecrets {
  /** Returns the secret key that verifies an app's tokens: its own, otherwise the deployment's, otherwise null. */
  find(appId: string): Promise<string | null>;
  /**
   * Stores an app's own secret key, or removes it, for the operator who does so.
   * @throws ServiceError `invalid_data` for a test key in production
   */
  put(appId: string, secret: string | null, operator: Operator | null): Promise<void>;
}

/**
 * Binds a secret to its purpose, so an attacker who writes to the database cannot replace it with a value that was
 * sealed for another purpose.
 */
const aad = ['turnstile-secret'];

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

    async put(appId, secret, operator) {
      if (secret !== null && config.production && isTestSecret(secret)) {
        fail('invalid_data', { message: 'secret: is a key for tests, which lets everybody pass' });
      }
      const sealed = secret === null ? null : await sealing.seal(appId, aad, Buffer.from(secret, 'utf8'));
      await database.transaction(async (tx) => {
        if (sealed) await store.put(tx, appId, sealed, clock.now());
        else await store.remove(tx, appId);
        const kind = sealed ? 'captcha.secret_set' : 'captcha.secret_removed';
        await audit.record(tx, appId, { kind, userId: null, actor: operatorActor(operator) });
      });
    },
  };
}
