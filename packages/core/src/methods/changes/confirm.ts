import { type ConfirmationAct, type ReauthenticateBody, reauthenticateRoute } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from './changeAccounts.ts';

export interface Confirmation {
  readonly confirmed: true;
}

/**
 * Sends the service a fresh proof of the user's identity. The session stays the same.
 *
 * @param act the action that the proof confirms; unless it is a release, the login then counts as recent too
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` also for another user's account, and the
 *   codes of the route
 */
export async function confirmWith(
  client: LatchkeyClient,
  proof: ReauthenticateBody,
  act?: ConfirmationAct,
): Promise<Confirmation> {
  await postAsUser(client, reauthenticateRoute, { ...proof, ...act });
  return { confirmed: true };
}
