import { randomBytes } from 'node:crypto';
import { fail, type KekList, keyRoutes } from '@latchkey/wire';
import { readAppsFile } from './apps/index.ts';
import { readConfig } from './config.ts';
import type { Environment } from './configVariables.ts';
import type { Database } from './db/index.ts';
import { createService } from './service.ts';

/** Mailer that sends nothing. */
const silentMailer = { send: async () => fail('delivery_failed'), close: async () => undefined };

/**
 * Opens a restored database as the service would, without listening, sending or running jobs, and checks that the keys
 * of its data are configured.
 *
 * @param env the environment of the service
 * @param database restored and migrated
 * @returns what is wrong, as sentences
 * @throws StartError if the configuration or the apps file is wrong, or as `createService`
 */
export async function rehearse(env: Environment, database: Database): Promise<string[]> {
  // The configured key may be turned off. The service does not listen, so nobody else can use this random key.
  const adminKey = randomBytes(32).toString('base64url');
  const config = { ...readConfig(env), adminKey };
  const apps = readAppsFile({ ...config, path: config.appsFile });
  const service = await createService({ config, database, apps, mailer: silentMailer });
  try {
    const headers = { authorization: `Bearer ${adminKey}` };
    const request = new Request(`${config.url}${keyRoutes.list.path}`, { headers });
    const response = await service.fetch(request, { remoteAddress: '127.0.0.1' });
    if (response.status !== 200) return ['The keys of the restored database cannot be listed.'];
    const { stores } = (await response.json()) as KekList;
    return stores.flatMap(({ keks, store }) =>
      keks
        .filter(({ data_keys, provider }) => provider === null && data_keys > 0)
        .map(
          ({ data_keys, id }) =>
            `${data_keys} data keys of the ${store} store need the key ${id}, which is not configured. Add it to ${store === 'parts' ? 'LATCHKEY_PARTS_KEK' : 'LATCHKEY_RECOVERY_KEK'}.`,
        ),
    );
  } finally {
    await service.close();
  }
}
