import { fail, forkRoute } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { verifyThen } from '../mfa/index.ts';
import { withToken } from '../session/index.ts';

/**
 * Forks the session: for going on signed in on another origin of the app, whose page takes the token from its address.
 *
 * @returns a token that is good once, for five minutes
 * @throws ServiceError `must_be_authenticated`, `not_supported` for a guest and for a session that cookies keep, `no_api` on a
 * server, what verifying a second factor fails with where the session has still to, and what the network says
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
