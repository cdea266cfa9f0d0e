import type { App } from '../../app.ts';
import type { AppSecrets } from '../../app-secrets/index.ts';
import type { World } from '../../world.ts';
import { assertKeys, type EventKey, getSecret, listEventKeys, refuseAccount } from '../accounts.ts';

/** A key by which Coinbase's developer platform knows an app. */
export interface CoinbaseAccount {
  readonly projectId: string;
  readonly keyName: string;
  /** PEM of P-256, or base64 of seed and public key of Ed25519. */
  readonly secret: string;
}

/** Makes the reader of apps' accounts at Coinbase: an app's own, or the one that the apps of a development service share. */
export function createCoinbaseAccounts(
  { config }: Pick<World, 'config'>,
  { appSecrets }: { readonly appSecrets: Pick<AppSecrets, 'find'> },
) {
  const shared = config.sharedFunding?.coinbase;
  return {
    /** @throws ServiceError `not_supported` for an app without an account, or without its secret */
    async get(app: App): Promise<CoinbaseAccount> {
      const own = app.settings.funding_providers.coinbase;
      if (!own) return shared ?? refuseAccount('Coinbase');
      const secret = await getSecret(appSecrets, app, { secret: 'coinbase', name: 'Coinbase' });
      return { projectId: own.project_id, keyName: own.key_name, secret };
    },

    /** Lists the keys that events may be signed by. @throws ServiceError `not_supported` */
    async listKeys(app: App): Promise<readonly EventKey[]> {
      if (app.settings.funding_providers.coinbase)
        return assertKeys(
          await listEventKeys(appSecrets, app, [{ secret: 'coinbase-webhook', isTest: false }]),
        );
      return shared ? [{ key: shared.webhookSecret, isTest: false }] : assertKeys([]);
    },
  };
}
export type CoinbaseAccounts = ReturnType<typeof createCoinbaseAccounts>;
