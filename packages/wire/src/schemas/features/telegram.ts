import { telegramRoutes } from '../../methods/telegram.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { feature } from '../feature.ts';
import {
  telegramAuthenticateBodySchema,
  telegramAuthenticateReplySchema,
  telegramDataSchema,
  transferTelegramBodySchema,
  unlinkTelegramBodySchema,
} from '../methods/telegram.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by Telegram. */
export const telegram = /* @__PURE__ */ feature(
  'telegram',
  { ...telegramRoutes, transfer: transferRoutes.telegram },
  {
    authenticate: {
      body: telegramAuthenticateBodySchema,
      reply: telegramAuthenticateReplySchema,
    },
    link: { body: telegramDataSchema, reply: userSchema },
    unlink: { body: unlinkTelegramBodySchema, reply: userSchema },
    transfer: { body: transferTelegramBodySchema, reply: userSchema },
  },
);
