import { type AppSecretName, type FundingProvider, fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { World } from '../world.ts';

/** A key pair of MoonPay's, of its test mode or not. */
export interface MoonpayAccount {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A key by which Coinbase's developer platform knows an app. */
export interface CoinbaseAccount {
  readonly projectId: string;
  readonly keyName: string;
  /** PEM of P-256, or base64 of seed and public key of Ed25519. */
  readonly secret: string;
}

/** A key that events are signed by, and whether it is that of a test mode. */
export interface EventKey {
  readonly key: string;
  readonly isTest: boolean;
}

/** The accounts of apps at the providers: an app's own, or those that the apps of a development service share. */
export interface Accounts {
  /** @throws ServiceError `not_supported` for an app without one, without its secret, or without one of the test mode */
  moonpay(app: App, isTest: boolean): Promise<MoonpayAccount>;
  /** @throws ServiceError `not_supported` */
  coinbase(app: App): Promise<CoinbaseAccount>;
  /** The keys that events of a provider may be signed by, that of the test mode last. @throws ServiceError `not_supported` */
  eventKeys(app: App, provider: FundingProvider): Promise<readonly EventKey[]>;
}

/** Makes the reader of accounts. */
export function createAccounts(
  { config }: Pick<World, 'config'>,
  { appSecrets }: { readonly appSecrets: Pick<AppSecrets, 'find'> },
): Accounts {
  const shared = config.sharedFunding;
  const refuse = (provider: string): never =>
    fail('not_supported', {
      message: `${provider} is not set up for this app`,
      details: { reason: 'provider_not_set_up' },
    });
  const getSecret = async (app: App, name: AppSecretName, provider: string) =>
    (await appSecrets.find(app.id, name)) ?? refuse(provider);

  return {
    async moonpay(app, isTest) {
      const own = app.settings.funding_providers.moonpay;
      const provider = isTest ? "MoonPay's test mode" : 'MoonPay';
      if (!own) {
        const keys = shared?.moonpay ?? refuse(provider);
        return isTest
          ? { publicKey: keys.testPublicKey, secretKey: keys.testSecretKey }
          : { publicKey: keys.publicKey, secretKey: keys.secretKey };
      }
      const publicKey = (isTest ? own.test_public_key : own.public_key) ?? refuse(provider);
      const secretKey = await getSecret(app, isTest ? 'moonpay-test' : 'moonpay', provider);
      return { publicKey, secretKey };
    },

    async coinbase(app) {
      const own = app.settings.funding_providers.coinbase;
      if (!own) return shared?.coinbase ?? refuse('Coinbase');
      const secret = await getSecret(app, 'coinbase', 'Coinbase');
      return { projectId: own.project_id, keyName: own.key_name, secret };
    },

    async eventKeys(app, provider) {
      const isMoonpay = provider === 'moonpay';
      const own = app.settings.funding_providers[isMoonpay ? 'moonpay' : 'coinbase'];
      const find = async (name: AppSecretName, isTest: boolean) => {
        const key = await appSecrets.find(app.id, name);
        return key === null ? [] : [{ key, isTest }];
      };
      const keys = own
        ? [
            ...(await find(isMoonpay ? 'moonpay-webhook' : 'coinbase-webhook', false)),
            ...(isMoonpay ? await find('moonpay-test-webhook', true) : []),
          ]
        : sharedEventKeys(shared, isMoonpay);
      return keys.length > 0 ? keys : refuse('This webhook');
    },
  };
}

function sharedEventKeys(shared: World['config']['sharedFunding'], isMoonpay: boolean): readonly EventKey[] {
  if (!shared) return [];
  if (!isMoonpay) return [{ key: shared.coinbase.webhookSecret, isTest: false }];
  return [
    { key: shared.moonpay.webhookKey, isTest: false },
    { key: shared.moonpay.testWebhookKey, isTest: true },
  ];
}
