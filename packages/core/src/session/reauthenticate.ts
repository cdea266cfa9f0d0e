import { type ConfirmationAct, type ReauthenticateBody, reauthenticateRoute } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithToken } from './withToken.ts';

/**
 * Fresh proof of the user's identity: a code sent to one of their addresses, or a fresh token of your own
 * authentication.
 */
export type LoginProof =
  | { readonly email: string; readonly code: string }
  | { readonly phoneNumber: string; readonly code: string }
  | { readonly customToken: string };

/**
 * Confirms the user's identity again, so an operation that was refused with `recent_login_required` can be repeated.
 * The session stays the same.
 *
 * @param act purpose of the proof, which {@link toConfirmationAct} reads from the refusal; for a wallet it names
 *   the browser's key
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` also for another user's address, and the
 *   codes of the route
 * @example
 * await recoverWallet(client).catch(async (refusal) => {
 * await reauthenticate(client, { email, code }, toConfirmationAct(refusal));
 * return recoverWallet(client);
 * });
 */
export async function reauthenticate(
  client: LatchkeyClient,
  proof: LoginProof,
  act?: ConfirmationAct,
): Promise<void> {
  await callWithToken(contextsOf(client).session, reauthenticateRoute, {
    body: { ...toBody(proof), ...act },
  });
}

function toBody(proof: LoginProof): ReauthenticateBody {
  if ('email' in proof) return { method: 'email', ...proof };
  if ('customToken' in proof) return { method: 'custom-token', token: proof.customToken };
  return { method: 'sms', ...proof };
}
