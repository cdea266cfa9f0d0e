import { type OAuthAuthenticateBody, oauthRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import { internalsOf } from '../internals.ts';
import type { LoginResult } from '../session/index.ts';

/**
 * Logs in with the code that came back from a provider.
 *
 * @throws ServiceError the codes of the route
 */
export function loginWithOAuthCode(
  client: LatchkeyClient,
  body: OAuthAuthenticateBody,
): Promise<LoginResult> {
  return internalsOf(client).session.authenticate((post) => post(oauthRoutes.authenticate, { body }));
}
