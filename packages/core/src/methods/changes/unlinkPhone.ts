import { smsRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';
import { readPhoneNumber } from './recipients.ts';

/**
 * Takes a phone number from the user. Fails as {@link unlinkEmail} does.
 *
 * @param phoneNumber with its calling code, in any writing
 */
export async function unlinkPhone(client: LatchkeyClient, phoneNumber: string): Promise<User> {
  return changeAccounts(client, smsRoutes.unlink, { phoneNumber: readPhoneNumber(phoneNumber) });
}
