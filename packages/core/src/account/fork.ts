import { fail, forkRoute } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { verifyThen } from '../mfa/index.ts';
import { withToken } from '../session/index.ts';

/** Forks the session, once a second factor that the app wants for that was verified. */
export async function fork(client: LatchkeyClient): Promise<string> {
  const internals = internalsOf(client);
  const { call, exclusive, flights, tokens } = internals;
  const ask = (token: string | null) =>
    exclusive(async () => {
      const bearer = token ?? fail('must_be_authenticated');
      const { privyAccessToken, refreshToken, identityToken } = tokens.read();
      const reply = await call()(forkRoute, { bearer, body: { refresh_token: refreshToken } });
      tokens.keep({ ...reply, privy_access_token: privyAccessToken, identity_token: identityToken });
      return reply.new_session_refresh_token;
    });
  return flights.run('fork', () => verifyThen(internals, undefined, () => withToken(internals, ask)));
}
