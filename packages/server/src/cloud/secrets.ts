import type { App } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Sealing } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createSecretStore } from './store.ts';

export interface Secrets {
  /** The secret of the app's client at Google; of the shared one for an app without a client of its own. Null: none. */
  find(app: App): Promise<string | null>;
  /** Keeps an app's own secret, sealed, or forgets it. */
  put(appId: string, secret: string | null): Promise<void>;
}

/** A secret that was moved to another place of the app's rows must not open there. */
const aad = ['google-drive-secret'];

/** Makes what keeps the client secrets of apps at Google. */
export function createSecrets(
  { clock, config, database }: World,
  { audit, sealing }: { audit: Audit; sealing: Sealing },
): Secrets {
  const store = createSecretStore(database);
  return {
    async find(app) {
      if (app.settings.google_drive_client_id === null)
        return config.sharedClouds?.googleClientSecret ?? null;
      const sealed = await store.find(app.id);
      return sealed && Buffer.from(await sealing.open(app.id, aad, sealed)).toString('utf8');
    },

    async put(appId, secret) {
      const sealed = secret === null ? null : await sealing.seal(appId, aad, Buffer.from(secret, 'utf8'));
      await database.transaction(async (tx) => {
        if (sealed) await store.put(tx, appId, sealed, clock.now());
        else await store.remove(tx, appId);
        const kind = sealed ? 'cloud.secret_set' : 'cloud.secret_removed';
        await audit.record(tx, appId, { kind, userId: null, actor: { type: 'operator' } });
      });
    },
  };
}
