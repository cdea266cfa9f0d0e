import { customTokenRoutes } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type LoginResult, logout } from '../session/index.ts';
import { customTokenKey } from '../storage/index.ts';

/** Logs in by a token of the host, and notes that the session goes with it. */
export async function logInByToken(
  client: LatchkeyClient,
  { token }: { token: string },
): Promise<LoginResult> {
  return internalsOf(client).session.authenticate(
    (post) => post(customTokenRoutes.authenticate, { body: { token } }),
    subjectOf(token),
  );
}

/** The last turn of each client: one turn after the other, so that the newest word of the host is the last one. */
const turns = new WeakMap<LatchkeyClient, Promise<unknown>>();

/** Does what the host's session has come to, after whatever was begun before. */
export function followHost(
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
  const internals = internalsOf(client);
  const { options, state, storage } = internals;
  internals.getCustomToken = getToken;
  const token = await getToken();
  const { authenticated, user } = state.get();
  const isHere = authenticated && !user?.isGuest;
  const followed = storage.find(customTokenKey(options.appId));
  if (isHere && followed === null) return null;
  if (isHere && token && followed === subjectOf(token)) return null;
  if (isHere) await logout(client);
  return token ? logInByToken(client, { token }) : null;
}

/** Whom a token names, unchecked: only to see whether it is another user's than the one before. */
function subjectOf(token: string): string {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { sub } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    return `sub ${typeof sub === 'string' ? sub : ''}`;
  } catch {
    return 'sub ';
  }
}
