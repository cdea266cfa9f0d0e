import { fail, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { AccountTypeRecord } from '../account-types/accountType.ts';
import { accountTypes, type UnlinkInput } from '../account-types/index.ts';

// The modal has these two: loaded from here, they cost its click no request.
export { unlinkEmail } from './unlinkEmail.ts';
export { unlinkPhone } from './unlinkPhone.ts';

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
