import { fail, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { AccountTypeRecord } from '../account-types/accountType.ts';
import { accountTypes, type UnlinkInput } from '../account-types/index.ts';

/**
 * Takes an e-mail address from the user.
 *
 * @returns the user without it
 * @throws ServiceError `must_be_authenticated`, `not_found` where the user does not have it, `cannot_unlink_sole_account`
 *   for the last way in, `recent_login_required`, `missing_or_invalid_mfa` as {@link signMessage}
 * @example
 * const user = await unlinkEmail(client, 'you@company.example');
 */
export const unlinkEmail = accountTypes.email.unlink;

/**
 * Takes a phone number from the user. Fails as {@link unlinkEmail} does.
 *
 * @param phoneNumber with its calling code, in any writing
 */
export const unlinkPhone = accountTypes.sms.unlink;

/**
 * Takes an account of any kind from the user. Fails as {@link unlinkEmail} does.
 *
 * @param input.handle what names the account: address, number, `fid`, id at Telegram, credential id, or at a provider
 *   `{ provider, subject }`
 * @example
 * const user = await unlinkAccount(client, { method: 'telegram', handle: account.telegramUserId });
 */
export async function unlinkAccount(client: LatchkeyClient, { method, handle }: UnlinkInput): Promise<User> {
  const { unlink }: AccountTypeRecord = accountTypes[method];
  // The handle is the kind's own by its type; TypeScript cannot correlate the two.
  return unlink
    ? unlink(client, handle as never)
    : fail('not_supported', { details: { reason: 'account_type' } });
}
