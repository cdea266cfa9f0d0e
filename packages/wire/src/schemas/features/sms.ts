import { smsRoutes } from '../../methods/sms.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { feature } from '../feature.ts';
import {
  linkPhoneBodySchema,
  sendSmsCodeBodySchema,
  sendSmsCodeReplySchema,
  smsAuthenticateBodySchema,
  smsAuthenticateReplySchema,
  transferPhoneBodySchema,
  unlinkPhoneBodySchema,
  updatePhoneBodySchema,
} from '../methods/sms.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by SMS code. */
export const sms = /* @__PURE__ */ feature(
  'sms',
  { ...smsRoutes, transfer: transferRoutes.sms },
  {
    sendCode: { body: sendSmsCodeBodySchema, reply: sendSmsCodeReplySchema },
    authenticate: {
      body: smsAuthenticateBodySchema,
      reply: smsAuthenticateReplySchema,
    },
    link: { body: linkPhoneBodySchema, reply: userSchema },
    update: { body: updatePhoneBodySchema, reply: userSchema },
    unlink: { body: unlinkPhoneBodySchema, reply: userSchema },
    transfer: { body: transferPhoneBodySchema, reply: userSchema },
  },
);
