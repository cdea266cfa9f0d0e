import { fail, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { accountKinds, type UnlinkInput } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';

/** Takes an address from the user. */
export const removeEmail = accountKinds.email.unlink;

/** Takes a number from the user. */
export const removePhone = accountKinds.sms.unlink;

/** Takes an account of any kind from the user. */
export async function removeAccount(client: LatchkeyClient, { method, handle }: UnlinkInput): Promise<User> {
  const { unlink }: Kind = accountKinds[method];
  // The handle is the kind's own by its type; TypeScript cannot correlate the two.
  return unlink
    ? unlink(client, handle as never)
    : fail('not_supported', { details: { reason: 'account_type' } });
}
