import { telegramRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/index.ts';

/** Unlinks the Telegram account from the user. Fails like `unlinkEmail`. */
export async function unlinkTelegram(client: LatchkeyClient, telegramUserId: string): Promise<User> {
  return changeAccounts(client, telegramRoutes.unlink, { telegram_user_id: telegramUserId });
}
