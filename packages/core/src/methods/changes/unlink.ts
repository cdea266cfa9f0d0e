import { emailRoutes, smsRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { changeAccounts } from './changeAccounts.ts';
import { readEmail, readPhoneNumber } from './recipients.ts';

/** Takes an address from the user. */
export async function removeEmail(client: LatchkeyClient, address: string): Promise<User> {
  return changeAccounts(client, emailRoutes.unlink, { address: readEmail(address) });
}

/** Takes a number from the user. */
export async function removePhone(client: LatchkeyClient, phoneNumber: string): Promise<User> {
  return changeAccounts(client, smsRoutes.unlink, { phoneNumber: readPhoneNumber(phoneNumber) });
}
