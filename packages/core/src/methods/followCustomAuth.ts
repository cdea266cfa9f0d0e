import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type LoginResult, logout } from '../session/index.ts';
import { customTokenKey } from '../storage/index.ts';
import { loginWithCustomToken, subjectOf } from './customToken.ts';

/** Last run of each client. Each run starts after the one before, so the host's newest state is applied last. */
const turns = new WeakMap<LatchkeyClient, Promise<unknown>>();

/**
 * Keeps the session equal to the host's (JWT-04). It logs in with the host's token, logs out if there is no token any
 * more, and does both if the token is another user's. A session that started in another way, such as by email, stays
 * as it is, unless it is a guest's. Call it whenever the host's user may have changed. `LatchkeyProvider` does so with
 * `config.customAuth`.
 *
 * @param getToken returns the token of the user who is signed in at the host now, or nothing
 * @returns the login, if there was one
 * @throws ServiceError the codes of {@link loginWithCustomToken}, and whatever `getToken` throws
 */
export function followCustomAuth(
  client: LatchkeyClient,
  getToken: () => Promise<string | null | undefined>,
): Promise<LoginResult | null> {
  const turn = (turns.get(client) ?? Promise.resolve()).then(() => follow(client, getToken));
  turns.set(
    client,
    turn.catch(() => {}),
  );
  return turn;
}

async function follow(
  client: LatchkeyClient,
  getToken: () => Promise<string | null | undefined>,
): Promise<LoginResult | null> {
  const { page, session } = contextsOf(client);
  const { state } = session;
  const { options, storage } = page;
  session.customToken.set(getToken);
  const token = await getToken();
  const { authenticated, user } = state.get();
  const isHere = authenticated && !user?.isGuest;
  const followed = storage.find(customTokenKey(options.appId));
  if (isHere && followed === null) return null;
  if (isHere && token && followed === subjectOf(token)) return null;
  if (isHere) await logout(client);
  return token ? loginWithCustomToken(client, { token }) : null;
}
