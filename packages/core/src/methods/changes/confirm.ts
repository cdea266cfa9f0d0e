import { type ReauthenticateBody, sessionRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { callAsUser } from './changeAccounts.ts';

/** That a person proved again who they are. */
export interface Confirmation {
  readonly confirmed: true;
}

/**
 * Shows the service a fresh proof of who the user is. The session stays the same.
 *
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` also for an account of somebody else's, and the
 *   codes of the route
 */
export async function confirmWith(client: LatchkeyClient, proof: ReauthenticateBody): Promise<Confirmation> {
  await callAsUser(client, sessionRoutes.reauthenticate, proof);
  return { confirmed: true };
}
