import { type AppSecretName, fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { AppSecrets } from '../app-secrets/index.ts';

/** Key that a provider signs events with, and the mode it belongs to. */
export interface EventKey {
  readonly key: string;
  readonly isTest: boolean;
}

/** Refuses a request that needs an account the app has not set up. @throws ServiceError `not_supported` */
export const refuseAccount = (name: string): never =>
  fail('not_supported', {
    message: `${name} is not set up for this app`,
    details: { reason: 'provider_not_set_up' },
  });

type Secrets = Pick<AppSecrets, 'find'>;

/** Returns one of the app's secrets at an on-ramp. @throws ServiceError `not_supported` if it is not set */
export const getSecret = async (
  appSecrets: Secrets,
  app: App,
  { secret, name }: { readonly secret: AppSecretName; readonly name: string },
): Promise<string> => (await appSecrets.find(app.id, secret)) ?? refuseAccount(name);

export async function listEventKeys(
  appSecrets: Secrets,
  app: App,
  names: readonly { readonly secret: AppSecretName; readonly isTest: boolean }[],
): Promise<readonly EventKey[]> {
  const found = await Promise.all(
    names.map(async ({ secret, isTest }) => ({ key: await appSecrets.find(app.id, secret), isTest })),
  );
  return found.flatMap(({ key, isTest }) => (key === null ? [] : [{ key, isTest }]));
}

/** @throws ServiceError `not_supported` if there are no keys */
export const assertKeys = (keys: readonly EventKey[]): readonly EventKey[] =>
  keys.length > 0 ? keys : refuseAccount('This webhook');
