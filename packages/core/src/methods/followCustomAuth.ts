import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type LoginResult, logout } from '../session/index.ts';
import { customTokenKey } from '../storage/index.ts';
import { loginWithCustomToken, subjectOf } from './customToken.ts';

/** The last turn of each client: one turn after the other, so that the newest word of the host is the last one. */
const turns = new WeakMap<LatchkeyClient, Promise<unknown>>();

/**
 * Makes the session follow the host's own (JWT-04): logs in with the token that the host gives, logs out when it gives
 * none any more, and does both when it is another person's. A session that began otherwise, as by e-mail, is left alone.
 * Call it whenever the host's user may have changed; `LatchkeyProvider` does, by `config.customAuth`.
 *
 * @param getToken gives the token of the user who is signed in at the host now, or nothing
 * @returns the login, where there was one
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
