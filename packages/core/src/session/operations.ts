import { type ConfirmationAct, fail, type ReauthenticateBody, sessionRoutes } from '@latchkey/wire';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { dropProviderTokens } from '../storage/index.ts';

/**
 * Gives an access token for the host's own back end, refreshed first where it is about to expire.
 *
 * @param options `autoRefresh: false` gives only a token that is still active
 * @returns the token, or null where no user is signed in
 * @throws ServiceError `no_api` on a server, `network_error` and the like where a refresh was needed and failed
 * @example
 * const token = await getAccessToken(client);
 * await fetch('/api/orders', { headers: { authorization: `Bearer ${token}` } });
 */
export async function getAccessToken(
  client: LatchkeyClient,
  options: { autoRefresh?: boolean } = {},
): Promise<string | null> {
  return internalsOf(client).session.getAccessToken(options);
}

/**
 * Gives the identity token: who the user is and by which accounts, signed for a host's back end.
 *
 * @returns null where no user is signed in, the app has no identity tokens, or the service keeps it in a cookie
 * @throws ServiceError as {@link getAccessToken}
 */
export async function getIdentityToken(client: LatchkeyClient): Promise<string | null> {
  const { session, storage } = internalsOf(client);
  return (await session.getAccessToken()) && storage.find('identityToken');
}

/** A fresh proof of who the user is: a code that was sent to one of their addresses, or a fresh token of the host's. */
export type LoginProof =
  | { readonly email: string; readonly code: string }
  | { readonly phoneNumber: string; readonly code: string }
  | { readonly customToken: string };

/**
 * Proves again who the user is, so that a sensitive act that was refused with `recent_login_required` can be tried again.
 * The session stays the same.
 *
 * @param act what the proof is for, by {@link toConfirmationAct} of the refusal: a wallet's names the browser's key
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` also for another user's address, and the codes
 * of the route
 * @example
 * await recoverWallet(client).catch(async (refusal) => {
 *   await reauthenticate(client, { email, code }, toConfirmationAct(refusal));
 *   return recoverWallet(client);
 * });
 */
export async function reauthenticate(
  client: LatchkeyClient,
  proof: LoginProof,
  act?: ConfirmationAct,
): Promise<void> {
  const { session, call } = internalsOf(client);
  const bearer = (await session.getCustodyToken()) ?? fail('must_be_authenticated');
  await call()(sessionRoutes.reauthenticate, { bearer, body: { ...toBody(proof), ...act } });
}

function toBody(proof: LoginProof): ReauthenticateBody {
  if ('email' in proof) return { method: 'email', ...proof };
  if ('customToken' in proof) return { method: 'custom-token', token: proof.customToken };
  return { method: 'sms', ...proof };
}

/**
 * Logs out, on the service, in the wallet frame and in all tabs. Never fails for the service: a person who leaves has left.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  const { environment, session, storage } = internalsOf(client);
  await session.logout();
  dropProviderTokens(environment.window, storage);
}
