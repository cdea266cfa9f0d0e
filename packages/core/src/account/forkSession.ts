import { fail, forkRoute } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { verifyThen } from '../mfa/index.ts';
import { withToken } from '../session/index.ts';

/**
 * Forks the session, so the user stays signed in on another origin of the app. Pass the token in the address of a
 * page there.
 *
 * @returns a token that can be used once, within five minutes
 * @throws ServiceError `must_be_authenticated`, `not_supported` for a guest and for a session in cookies, `no_api`
 *   on a server, the errors of verifying a second factor if the session still requires one, or the error of the
 *   request
 * @example
 * const token = await forkSession(client);
 * location.assign(`https://other.example.com/?privy_token=${token}`);
 */
export async function forkSession(client: LatchkeyClient): Promise<string> {
  const { frame, page, session } = contextsOf(client);
  const { exclusive, tokens } = session;
  const { call, flights } = page;
  const request = (token: string | null) =>
    exclusive(async () => {
      const bearer = token ?? fail('must_be_authenticated');
      const { privyAccessToken, refreshToken, identityToken } = tokens.read();
      const reply = await call()(forkRoute, { bearer, body: { refresh_token: refreshToken } });
      tokens.keep({ ...reply, privy_access_token: privyAccessToken, identity_token: identityToken });
      return reply.new_session_refresh_token;
    });
  return flights.run('fork', () => verifyThen(frame, undefined, () => withToken(session, request)));
}
