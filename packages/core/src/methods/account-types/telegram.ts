import { type TelegramData, type TransferOffer, transferRoutes } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { lazy } from '../../lazy.ts';
import { changeAccounts } from '../changes/changeAccounts.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../../telegram.ts');

export const telegram = {
  logIn: lazy(async () => (await load()).loginWithTelegram),
  link: lazy(async () => (await load()).linkTelegram),
  confirm: lazy(async () => (await load()).confirmWithTelegram),
  /** @param held with what Telegram signed for the link */
  move: (client: LatchkeyClient, { nonce }: TransferOffer, held: { readonly data: TelegramData }) =>
    changeAccounts(client, transferRoutes.telegram, { nonce, ...held.data }),
  unlink: lazy(async () => (await load()).unlinkTelegram),
} as const satisfies AccountTypeRecord;
