import { emailRoutes, farcasterRoutes, smsRoutes, telegramRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { readEmail } from '../email.ts';
import { readPhoneNumber } from '../sms.ts';
import { changeAccounts } from './changeAccounts.ts';

/**
 * Takes an e-mail address from the user.
 *
 * @returns the user without it
 * @throws ServiceError `must_be_authenticated`, `not_found` where the user does not have it, `cannot_unlink_sole_account`
 *   for the last way in, `recent_login_required`
 * @example
 * const user = await unlinkEmail(client, 'you@company.example');
 */
export async function unlinkEmail(client: LatchkeyClient, address: string): Promise<User> {
  return changeAccounts(client, emailRoutes.unlink, { address: readEmail(address) });
}

/**
 * Takes a phone number from the user. Fails as {@link unlinkEmail} does.
 *
 * @param phoneNumber with its calling code, in any writing
 */
export async function unlinkPhone(client: LatchkeyClient, phoneNumber: string): Promise<User> {
  return changeAccounts(client, smsRoutes.unlink, { phoneNumber: readPhoneNumber(phoneNumber) });
}

/**
 * Takes a Farcaster account from the user. Fails as {@link unlinkEmail} does.
 *
 * @param fid the account's Farcaster id
 */
export async function unlinkFarcaster(client: LatchkeyClient, fid: number): Promise<User> {
  return changeAccounts(client, farcasterRoutes.unlink, { fid });
}

/** Takes the Telegram account from the user. Fails as {@link unlinkEmail} does. */
export async function unlinkTelegram(client: LatchkeyClient, telegramUserId: string): Promise<User> {
  return changeAccounts(client, telegramRoutes.unlink, { telegram_user_id: telegramUserId });
}
