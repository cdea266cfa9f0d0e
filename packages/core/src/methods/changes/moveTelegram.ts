import { type TelegramData, type TransferOffer, telegramRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from './changeAccounts.ts';

/**
 * Moves a Telegram account from another user to this one.
 *
 * @param held `data` is the data that Telegram signed for the link
 */
export async function moveTelegram(
  client: LatchkeyClient,
  { nonce }: TransferOffer,
  held: { readonly data: TelegramData },
): Promise<User> {
  return changeAccounts(client, telegramRoutes.transfer, { nonce, ...held.data });
}
