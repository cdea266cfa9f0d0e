import type { App } from '../../app.ts';
import type { AppSecrets } from '../../app-secrets/index.ts';
import type { World } from '../../world.ts';
import { assertKeys, type EventKey, getSecret, listEventKeys, refuseAccount } from '../accounts.ts';

/** A key pair of MoonPay's, of its test mode or not. */
export interface MoonpayAccount {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Makes the reader of apps' accounts at MoonPay: an app's own, or the one that the apps of a development service share. */
export function createMoonpayAccounts(
  { config }: Pick<World, 'config'>,
  { appSecrets }: { readonly appSecrets: Pick<AppSecrets, 'find'> },
) {
  const shared = config.sharedFunding?.moonpay;
  return {
    /** @throws ServiceError `not_supported` for an app without an account, without its secret, or without one of the test mode */
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

    /** Lists the keys that events may be signed by, that of the test mode last. @throws ServiceError `not_supported` */
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
