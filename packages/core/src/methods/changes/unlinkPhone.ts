import { smsRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';
import { readPhoneNumber } from './recipients.ts';

/**
 * Unlinks a phone number from the user. Fails like {@link unlinkEmail}.
 *
 * @param phoneNumber with its calling code, in any format
 */
export async function unlinkPhone(client: LatchkeyClient, phoneNumber: string): Promise<User> {
  return changeAccounts(client, smsRoutes.unlink, { phoneNumber: readPhoneNumber(phoneNumber) });
}
