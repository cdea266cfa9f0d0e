import { accountTypeOf, fail, type TransferOffer, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { accountTypeRecordOf, type MovedAccount } from '../account-types/index.ts';
import { type AccountChange, guardLink } from './changeAccounts.ts';

/** An account that a link was refused for, because another user has it, and what it may move here by. */
export type AccountTransfer = {
  /** What `findTransferOffer` of `@latchkey/wire` read out of the refusal. */
  readonly offer: TransferOffer;
} & MovedAccount;

/**
 * Takes an account over from another user, as a link offered that was refused with `account_transfer_required`. The other
 * user stays, and whatever else is theirs.
 *
 * @throws ServiceError `invalid_credentials` for an offer that is used or too old, `cannot_unlink_sole_account` where it is
 *   the other user's only way to a wallet, `recent_login_required` (then the offer is still good), and the codes of the route
 * @example
 * const link = createAccountLink(client, 'email');
 * await link.submitCode(code).catch((error) => {
 *   const offer = findTransferOffer(error);
 *   if (offer && confirm(`Take ${offer.displayName} over?`)) return transferAccount(client, { method: 'email', offer });
 *   throw error;
 * });
 */
export async function transferAccount(
  client: LatchkeyClient,
  transfer: AccountTransfer,
): Promise<AccountChange> {
  return guardLink(
    () => undefined,
    async () => {
      const user = await move(client, transfer);
      const type = accountTypeOf(transfer.method);
      // Accounts are listed by when they came here: of several wallets the last one is what was moved.
      const account = user.linkedAccounts.findLast((one) => one.type === type);
      return { user, account: account ?? fail('failed_to_link_account') };
    },
  );
}

async function move(client: LatchkeyClient, { method, offer, ...held }: AccountTransfer): Promise<User> {
  const { move } = accountTypeRecordOf(method);
  // What a kind holds besides the offer is in the transfer by its type; TypeScript cannot correlate the two.
  return move
    ? move(client, offer, held as never)
    : fail('not_supported', { details: { reason: 'account_type' } });
}
