import {
  fail,
  type LinkedAccount,
  type OAuthProvider,
  type TelegramData,
  type TransferOffer,
  transferRoutes,
  type User,
} from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { type AccountChange, changeAccounts, guardLink } from './changeAccounts.ts';

/** An account that a link was refused for, because another user has it, and what it may move here by. */
export type AccountTransfer = {
  /** What `findTransferOffer` of `@latchkey/wire` read out of the refusal. */
  readonly offer: TransferOffer;
} & (
  | { readonly method: 'email' | 'farcaster' | 'sms' | OAuthProvider }
  /** With what Telegram signed for the link. */
  | { readonly method: 'telegram'; readonly data: TelegramData }
);

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
      const type = typeOf(transfer.method);
      const account = user.linkedAccounts.find((one) => one.type === type);
      return { user, account: account ?? fail('failed_to_link_account') };
    },
  );
}

function move(client: LatchkeyClient, transfer: AccountTransfer): Promise<User> {
  const { nonce, subject, userInfo } = transfer.offer;
  switch (transfer.method) {
    case 'email':
      return changeAccounts(client, transferRoutes.email, { nonce, email: subject });
    case 'farcaster':
      return changeAccounts(client, transferRoutes.farcaster, { nonce, farcaster_id: subject });
    case 'sms':
      return changeAccounts(client, transferRoutes.sms, { nonce, phoneNumber: subject });
    case 'telegram':
      return changeAccounts(client, transferRoutes.telegram, { nonce, ...transfer.data });
    default:
      return changeAccounts(client, transferRoutes.oauth, { nonce, userInfo });
  }
}

/** The type of the accounts of a method. */
function typeOf(method: AccountTransfer['method']): LinkedAccount['type'] {
  if (method === 'sms') return 'phone';
  return method === 'email' || method === 'farcaster' || method === 'telegram' ? method : `${method}_oauth`;
}
