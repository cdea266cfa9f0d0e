import * as v from 'valibot';
import { telegramRoutes } from '../../methods/telegram.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { proofBody } from '../methods/proof-body.ts';
import {
  hasOneTelegramData,
  notOneTelegramData,
  telegramAuthenticateBodySchema,
  telegramAuthenticateReplySchema,
  telegramDataEntries,
  telegramDataSchema,
  transferTelegramBodySchema,
  unlinkTelegramBodySchema,
} from '../methods/telegram.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by Telegram. */
export const telegramMethod = /* @__PURE__ */ method('telegram', {
  routes: feature(
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
  ),
  logins: ['telegram.authenticate'],
  proof: v.pipe(
    proofBody({ method: v.literal('telegram'), ...telegramDataEntries }),
    v.check((given) => hasOneTelegramData(given), notOneTelegramData),
  ),
  flags: {
    telegram_auth: flag('Login with Telegram. In production it needs a bot in `telegram_auth_config`.'),
  },
});
