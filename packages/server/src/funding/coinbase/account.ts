import type { App } from '../../app.ts';
import { type AppSecrets, makeSandboxKey } from '../../app-secrets/index.ts';
import type { World } from '../../world.ts';
import { assertKeys, type EventKey, getSecret, listEventKeys, refuseAccount } from '../accounts.ts';

export interface CoinbaseAccount {
  readonly projectId: string;
  readonly keyName: string;
  /** PEM of a P-256 key, or base64 of the seed and public key of an Ed25519 key. */
  readonly secret: string;
}

/**
 * Account that the sandbox's stand-in for Coinbase accepts.
 *
 * @internal
 */
export const sandboxCoinbase = {
  projectId: 'sandbox-project',
  keyName: 'organizations/sandbox/apiKeys/ec',
  secret: makeSandboxKey('Coinbase Onramp, sandbox'),
  webhookSecret: 'sandbox-coinbase-webhook',
} as const satisfies CoinbaseAccount & { readonly webhookSecret: string };

/**
 * Creates the reader of apps' Coinbase accounts: the app's own, or the one that all apps of a development service
 * share.
 */
export function createCoinbaseAccounts(
  { config }: Pick<World, 'config'>,
  { appSecrets }: { readonly appSecrets: Pick<AppSecrets, 'find'> },
) {
  const shared = config.sharesOnRampAccounts ? sandboxCoinbase : null;
  return {
    /** @throws ServiceError `not_supported` if the app has no account, or its secret is not set */
    async get(app: App): Promise<CoinbaseAccount> {
      const own = app.settings.funding_providers.coinbase;
      if (!own) return shared ?? refuseAccount('Coinbase');
      const secret = await getSecret(appSecrets, app, { secret: 'coinbase', name: 'Coinbase' });
      return { projectId: own.project_id, keyName: own.key_name, secret };
    },

    /** Lists the keys that events may be signed with. @throws ServiceError `not_supported` if there are none */
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
