import { customTokenRoutes } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';

/**
 * Logs in with a token from the host app's own sign-in, without a screen. The app must have `custom_jwt_auth` on and
 * know the issuer.
 *
 * @param input.token a signed JWT (RFC 7519) with an expiry (`exp`)
 * @throws ServiceError `invalid_credentials` for a token that is not one of the app's or has expired, `no_auth_flow`
 *   while a user who is not a guest is signed in, and the other codes of the route
 * @example
 * const { user } = await loginWithCustomToken(client, { token: await auth.getAccessToken() });
 */
export async function loginWithCustomToken(
  client: LatchkeyClient,
  { token }: { token: string },
): Promise<LoginResult> {
  return contextsOf(client).session.authenticate(
    (post) => post(customTokenRoutes.authenticate, { body: { token } }),
    subjectOf(token),
  );
}

/** Reads the subject of a token without verifying it, only to detect a change of user. */
export function subjectOf(token: string): string {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { sub } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    return `sub ${typeof sub === 'string' ? sub : ''}`;
  } catch {
    return 'sub ';
  }
}
