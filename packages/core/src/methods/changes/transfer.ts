import { accountTypeOf, fail, type TransferOffer, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { accountTypeRecordOf, type MovedAccount } from '../account-types/index.ts';
import { type AccountChange, guardLink } from './changeAccounts.ts';

/** Account whose link was refused because another user has it, and the data that moves it. */
export type AccountTransfer = {
  /** Offer that `findTransferOffer` of `@latchkey/wire` read from the refusal. */
  readonly offer: TransferOffer;
} & MovedAccount;

/**
 * Moves an account from another user to the signed-in user, as offered by a link that was refused with
 * `account_transfer_required`. The other user keeps everything else.
 *
 * @throws ServiceError `invalid_credentials` for an offer that was used or is too old, `cannot_unlink_sole_account`
 *   if it is the other user's only login to a wallet, `recent_login_required` (the offer then stays valid), and the
 *   codes of the route
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
      // Accounts are in the order in which the user got them, so the last account of the type is the moved one.
      const account = user.linkedAccounts.findLast((one) => one.type === type);
      return { user, account: account ?? fail('failed_to_link_account') };
    },
  );
}

async function move(client: LatchkeyClient, { method, offer, ...held }: AccountTransfer): Promise<User> {
  const { move } = accountTypeRecordOf(method);
  // The transfer has the data that its account type needs. TypeScript cannot correlate the two.
  return move
    ? move(client, offer, held as never)
    : fail('not_supported', { details: { reason: 'account_type' } });
}
