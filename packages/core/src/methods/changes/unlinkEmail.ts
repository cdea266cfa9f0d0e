import { emailRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';
import { readEmail } from './recipients.ts';

/**
 * Unlinks an email address from the user.
 *
 * @returns the user without the address
 * @throws ServiceError `must_be_authenticated`, `invalid_data` for a malformed address, `not_found` if the user does
 *   not have it, `cannot_unlink_sole_account` for the only way to log in, `recent_login_required`,
 *   `missing_or_invalid_mfa` as {@link signMessage}, and the codes of the route
 * @example
 * const user = await unlinkEmail(client, 'you@company.example');
 */
export async function unlinkEmail(client: LatchkeyClient, address: string): Promise<User> {
  return changeAccounts(client, emailRoutes.unlink, { address: readEmail(address) });
}
