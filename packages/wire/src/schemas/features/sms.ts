import * as v from 'valibot';
import { smsRoutes } from '../../methods/sms.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { proofBody } from '../methods/proof-body.ts';
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

const { phoneNumber, code } = smsAuthenticateBodySchema.entries;

/** Login and accounts by SMS code. */
export const smsMethod = /* @__PURE__ */ method('sms', {
  routes: feature(
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
  ),
  logins: ['sms.authenticate'],
  proof: proofBody({ method: v.literal('sms'), phoneNumber, code }),
  flags: { sms_auth: flag('Login with a code by SMS. Needs `LATCHKEY_SMS_URL` in production.') },
});
