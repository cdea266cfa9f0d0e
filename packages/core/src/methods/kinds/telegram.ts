import { type TelegramData, type TransferOffer, transferRoutes } from '@latchkey/wire';
import { door } from '../../door.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { Kind } from './kind.ts';

const load = () => import('../../telegram.ts');

export const telegram = {
  logIn: door(async () => (await load()).loginWithTelegram),
  link: door(async () => (await load()).linkTelegram),
  confirm: door(async () => (await load()).confirmWithTelegram),
  /** @param held with what Telegram signed for the link */
  move: (client: LatchkeyClient, { nonce }: TransferOffer, held: { readonly data: TelegramData }) =>
    changeAccounts(client, transferRoutes.telegram, { nonce, ...held.data }),
  unlink: door(async () => (await load()).unlinkTelegram),
} as const satisfies Kind;
