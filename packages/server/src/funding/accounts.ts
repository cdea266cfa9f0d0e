import { type AppSecretName, fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { AppSecrets } from '../app-secrets/index.ts';

/** A key that events are signed by, and whether it is that of a test mode. */
export interface EventKey {
  readonly key: string;
  readonly isTest: boolean;
}

/** @throws ServiceError `not_supported`, which says what the app has not set up */
export const refuseAccount = (name: string): never =>
  fail('not_supported', {
    message: `${name} is not set up for this app`,
    details: { reason: 'provider_not_set_up' },
  });

type Secrets = Pick<AppSecrets, 'find'>;

/** Gets a secret of an app's at an on-ramp. @throws ServiceError `not_supported` for an app without it */
export const getSecret = async (
  appSecrets: Secrets,
  app: App,
  { secret, name }: { readonly secret: AppSecretName; readonly name: string },
): Promise<string> => (await appSecrets.find(app.id, secret)) ?? refuseAccount(name);

/** Lists the keys that an app has set of those that events may be signed by. */
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

/** @throws ServiceError `not_supported` where there is no key */
export const assertKeys = (keys: readonly EventKey[]): readonly EventKey[] =>
  keys.length > 0 ? keys : refuseAccount('This webhook');
