import { fail } from '@latchkey/wire';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { App } from '../apps/index.ts';
import { challengeOf } from '../consent/index.ts';
import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import { cloudAddresses, findGoogleClientId } from './clouds.ts';

/**
 * Scope that lets a client read and write only its own hidden folder in the user's Drive.
 * https://developers.google.com/workspace/drive/api/guides/appdata
 */
const scope = 'https://www.googleapis.com/auth/drive.appdata';
/** Longest time for an answer of Google, in ms. The user waits, and their client gives up after 20 s. */
const timeoutMs = 8_000;
/**
 * Path on the service that Google sends users back to. The client at Google must list the service's URL with exactly
 * this path.
 */
export const callbackPath = '/api/v1/recovery/oauth/callback';

export interface Google {
  /**
   * Returns the address of Google's consent page.
   * @param verifier PKCE verifier (RFC 7636); the address contains only its challenge
   */
  consentUrl(app: App, given: { state: string; verifier: string }): string;
  /**
   * Exchanges Google's code for an access token to Drive's hidden folder. No refresh token is requested or stored.
   * @throws ServiceError `oauth_user_denied` if the user did not grant the permission, `invalid_credentials` if Google
   *   refuses the code, `not_supported` without a client or its secret, `service_unavailable` if Google does not answer
   */
  exchange(app: App, given: { code: string; verifier: string }): Promise<string>;
}

/** Creates the client of Google's OAuth 2.0. https://developers.google.com/identity/protocols/oauth2/web-server */
export function createGoogle(world: World, secrets: Pick<AppSecrets, 'find'>): Google {
  const { config, log } = world;
  const { google } = cloudAddresses(config);
  const redirectUri = config.url + callbackPath;
  const clientIdOf = (app: App) =>
    findGoogleClientId(config, app) ??
    fail('not_supported', { message: notSet, details: { reason: 'provider_not_set_up' } });

  /** Returns the secret of the app's own client, or of the shared client if the app has none of its own. */
  const findSecret = async (app: App) =>
    app.settings.google_drive_client_id === null
      ? (config.sharedClouds?.googleClientSecret ?? null)
      : secrets.find(app.id, 'google-drive');

  async function request(form: Record<string, string>) {
    const answer = await world.fetch(google.token, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const json: unknown = await answer.json();
    return { ok: answer.ok, json: (typeof json === 'object' && json !== null ? json : {}) as TokenAnswer };
  }

  return {
    consentUrl(app, { state, verifier }) {
      const url = new URL(google.authorize);
      url.search = String(
        new URLSearchParams({
          client_id: clientIdOf(app),
          redirect_uri: redirectUri,
          response_type: 'code',
          scope,
          state,
          code_challenge: challengeOf(verifier),
          code_challenge_method: 'S256',
          access_type: 'online',
          // A user with several accounts must be able to choose the one with the backup.
          prompt: 'select_account',
        }),
      );
      return url.href;
    },

    async exchange(app, { code, verifier }) {
      const secret =
        (await findSecret(app)) ??
        fail('not_supported', { message: notSet, details: { reason: 'provider_not_set_up' } });
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientIdOf(app),
        client_secret: secret,
        code_verifier: verifier,
      };
      const { ok, json } = await request(form).catch((error: unknown) => {
        log.error({ app: app.id, error: describeError(error) }, 'Google does not answer');
        return fail('service_unavailable', { cause: error });
      });
      if (!ok || typeof json.access_token !== 'string') {
        log.warn({ app: app.id, reason: toWord(json.error) }, 'Google refused a code');
        return fail('invalid_credentials');
      }
      // Users may deselect a permission on Google's page. Without this one there is no backup.
      if (
        !String(json.scope ?? '')
          .split(' ')
          .includes(scope)
      )
        fail('oauth_user_denied');
      return json.access_token;
    },
  };
}

const notSet = 'Google Drive is not set up for this app';

interface TokenAnswer {
  access_token?: unknown;
  scope?: unknown;
  error?: unknown;
}

/** Returns Google's error code, for the log. */
function toWord(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'unknown';
}
