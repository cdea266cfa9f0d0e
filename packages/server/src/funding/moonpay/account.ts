import type { AppSettings } from '@latchkey/wire';
import type { App } from '../../app.ts';
import type { AppSecrets } from '../../app-secrets/index.ts';
import type { World } from '../../world.ts';
import { assertKeys, type EventKey, getSecret, listEventKeys, refuseAccount } from '../accounts.ts';

export interface MoonpayAccount {
  readonly publicKey: string;
  readonly secretKey: string;
}

/**
 * Account that the sandbox's stand-in for MoonPay accepts.
 *
 * @internal
 */
export const sandboxMoonpay = {
  publicKey: 'pk_live_sandbox',
  secretKey: 'sk_live_sandbox',
  webhookKey: 'wk_live_sandbox',
  testPublicKey: 'pk_test_sandbox',
  testSecretKey: 'sk_test_sandbox',
  testWebhookKey: 'wk_test_sandbox',
} as const;

type SharedFacts = Pick<World['config'], 'sharesOnRampAccounts'>;

const findShared = ({ sharesOnRampAccounts }: SharedFacts) => (sharesOnRampAccounts ? sandboxMoonpay : null);

/** Returns the app's publishable keys, which identify it to MoonPay. A key is null if the app has none. */
export function publicKeysOf({ funding_providers }: AppSettings, config: SharedFacts) {
  const shared = findShared(config);
  const keys =
    funding_providers.moonpay ??
    (shared && { public_key: shared.publicKey, test_public_key: shared.testPublicKey });
  return { public_key: keys?.public_key ?? null, test_public_key: keys?.test_public_key ?? null };
}

/**
 * Creates the reader of apps' MoonPay accounts: the app's own, or the one that all apps of a development service
 * share.
 */
export function createMoonpayAccounts(
  { config }: Pick<World, 'config'>,
  { appSecrets }: { readonly appSecrets: Pick<AppSecrets, 'find'> },
) {
  const shared = findShared(config);
  return {
    /** @throws ServiceError `not_supported` if the app has no account in this mode, or its secret is not set */
    async get(app: App, isTest: boolean): Promise<MoonpayAccount> {
      const own = app.settings.funding_providers.moonpay;
      const name = isTest ? "MoonPay's test mode" : 'MoonPay';
      if (!own) {
        const keys = shared ?? refuseAccount(name);
        return isTest
          ? { publicKey: keys.testPublicKey, secretKey: keys.testSecretKey }
          : { publicKey: keys.publicKey, secretKey: keys.secretKey };
      }
      const publicKey = (isTest ? own.test_public_key : own.public_key) ?? refuseAccount(name);
      const secret = isTest ? 'moonpay-test' : 'moonpay';
      return { publicKey, secretKey: await getSecret(appSecrets, app, { secret, name }) };
    },

    /**
     * Lists the keys that events may be signed with, the test mode's last. @throws ServiceError `not_supported` if
     * there are none
     */
    async listKeys(app: App): Promise<readonly EventKey[]> {
      if (app.settings.funding_providers.moonpay) {
        const keys = await listEventKeys(appSecrets, app, [
          { secret: 'moonpay-webhook', isTest: false },
          { secret: 'moonpay-test-webhook', isTest: true },
        ]);
        return assertKeys(keys);
      }
      if (!shared) return assertKeys([]);
      return [
        { key: shared.webhookKey, isTest: false },
        { key: shared.testWebhookKey, isTest: true },
      ];
    },
  };
}
