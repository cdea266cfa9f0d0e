import { fail, type ICloudContainer } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import { cloudAddresses, findContainer } from './clouds.ts';

const timeoutMs = 8_000;

export interface Apple {
  /** Returns the app's container. @throws ServiceError `not_supported` without one */
  getContainer(app: App): ICloudContainer;
  databaseUrl(container: ICloudContainer): string;
  /**
   * Returns the address of Apple's sign-in page, which Apple names when it refuses a request without a sign-in.
   * @throws ServiceError `not_supported` without a container, `service_unavailable` if Apple does not answer or returns
   *   no address
   */
  getSignInUrl(app: App): Promise<string>;
}

/**
 * Creates the client of CloudKit web services.
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/SettingUpWebServices.html
 */
export function createApple(world: World): Apple {
  const { config, log } = world;
  const { apple } = cloudAddresses(config);

  const getContainer = (app: App) =>
    findContainer(config, app) ??
    fail('not_supported', {
      message: 'iCloud is not set up for this app',
      details: { reason: 'provider_not_set_up' },
    });
  const databaseUrl = ({ container_identifier, environment }: ICloudContainer) =>
    `${apple.api}/database/1/${container_identifier}/${environment}`;

  /**
   * Accepts only https addresses, and those on the API's own origin, for the stand-in. The page opens in front of the
   * user, so another scheme in the answer, such as `javascript:`, is refused.
   */
  const isSignInUrl = (url: unknown): url is string =>
    typeof url === 'string' &&
    URL.canParse(url) &&
    (new URL(url).protocol === 'https:' || new URL(url).origin === new URL(apple.api).origin);

  return {
    getContainer,
    databaseUrl,
    async getSignInUrl(app) {
      const container = getContainer(app);
      const query = new URLSearchParams({ ckAPIToken: container.api_token });
      const url = `${databaseUrl(container)}/public/users/caller?${query}`;
      const answer = await world
        .fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
        .then((response) => response.json() as Promise<{ redirectURL?: unknown; serverErrorCode?: unknown }>)
        .catch((error: unknown) => {
          log.error({ app: app.id, error: describeError(error) }, 'CloudKit does not answer');
          return fail('service_unavailable', { cause: error });
        });
      if (isSignInUrl(answer?.redirectURL)) return answer.redirectURL;
      log.error({ app: app.id }, 'CloudKit gives no address to sign in at: is the API token right?');
      return fail('service_unavailable');
    },
  };
}
