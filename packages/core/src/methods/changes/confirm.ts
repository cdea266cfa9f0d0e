import { type ConfirmationAct, type ReauthenticateBody, reauthenticateRoute } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from './changeAccounts.ts';

/** That a person proved again who they are. */
export interface Confirmation {
  readonly confirmed: true;
}

/**
 * Shows the service a fresh proof of who the user is. The session stays the same.
 *
 * @param act the one act that it is for; without it the login counts as a recent one
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` also for an account of another user's, and the
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
