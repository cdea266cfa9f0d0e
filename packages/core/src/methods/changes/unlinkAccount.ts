import { fail, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { AccountTypeRecord } from '../account-types/accountType.ts';
import { accountTypes, type UnlinkInput } from '../account-types/index.ts';

// `operations.ts` loads these two from this file, so that the page loads all three functions with one request.
export { unlinkEmail } from './unlinkEmail.ts';
export { unlinkPhone } from './unlinkPhone.ts';

/**
 * Unlinks an account from the user with the function of its type, such as {@link unlinkEmail}, and fails like that
 * function.
 *
 * @param input.handle identifies the account: address, number, `fid`, Telegram id, credential id, `{ provider,
 *   subject }` for a provider, or `{ subject }` for another app
 * @example
 * const user = await unlinkAccount(client, { method: 'telegram', handle: account.telegramUserId });
 */
export async function unlinkAccount(client: LatchkeyClient, { method, handle }: UnlinkInput): Promise<User> {
  const { unlink }: AccountTypeRecord = accountTypes[method];
  // The handle fits the account type. TypeScript cannot correlate the two.
  return unlink
    ? unlink(client, handle as never)
    : fail('not_supported', { details: { reason: 'account_type' } });
}
