import { type CreateOnLogin, createOnLoginModes, fail, limits } from '@latchkey/wire';
import { type Environment, isLoopback } from '../environment.ts';
import { defaults } from './defaults.ts';
import type { ClientOptions } from './options.ts';

/** Options after the check: `apiUrl` is always there. */
export type CheckedOptions = Readonly<ClientOptions & { apiUrl: string }>;

/**
 * Checks what the developer passed. These are mistakes in code, so they throw where the code is (D further 1).
 *
 * @returns the options with `apiUrl` filled in
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`, `invalid_option` (names the field), `no_login_method`
 */
export function readOptions(options: ClientOptions, page: Environment['window']): CheckedOptions {
  if (typeof options.appId !== 'string' || options.appId.length !== limits.appIdLength)
    fail('invalid_app_id');
  const host = options.config ?? {};
  if (host.loginMethods?.length === 0) fail('no_login_method');
  const createOnLogin = host.embeddedWallets?.createOnLogin;
  if (createOnLogin !== undefined) checkCreateOnLogin(createOnLogin, 'config.embeddedWallets.createOnLogin');
  return Object.freeze({ ...options, apiUrl: readApiUrl(options.apiUrl, page) });
}

/**
 * Refuses a wallet-creation mode that does not exist (CONF-23).
 *
 * @throws ServiceError `invalid_option`, naming the field
 */
export function checkCreateOnLogin(value: unknown, field: string): CreateOnLogin {
  const known = createOnLoginModes.find((mode) => mode === value);
  return (
    known ?? fail('invalid_option', { message: `${field} must be one of ${createOnLoginModes.join(', ')}` })
  );
}

function readApiUrl(apiUrl: string | undefined, page: Environment['window']): string {
  if (apiUrl === undefined) {
    if (page && !isLoopback(page.location.hostname)) {
      fail('invalid_api_url', {
        message: `apiUrl is missing. Only a page on localhost finds the service by itself (${defaults.apiUrl}); pass the origin of yours.`,
      });
    }
    return defaults.apiUrl;
  }
  // Messages of the wallet frame are accepted by comparing their origin with this very text.
  if (!/^https?:/.test(apiUrl) || originOf(apiUrl) !== apiUrl)
    fail('invalid_api_url', { details: { apiUrl } });
  return apiUrl;
}

/** Without `URL.canParse`, which Safari knows from 17 on: a login page must not fail there. */
function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
