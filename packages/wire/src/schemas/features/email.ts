import * as v from 'valibot';
import { emailRoutes } from '../../methods/email.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  emailAuthenticateBodySchema,
  emailAuthenticateReplySchema,
  linkEmailBodySchema,
  sendCodeBodySchema,
  sendCodeReplySchema,
  transferEmailBodySchema,
  unlinkEmailBodySchema,
  updateEmailBodySchema,
} from '../methods/email.ts';
import { proofBody } from '../methods/proof-body.ts';
import { userSchema } from '../user.ts';

const { email: address, code } = emailAuthenticateBodySchema.entries;

/** Login and accounts by e-mail code. */
export const emailMethod = /* @__PURE__ */ method('email', {
  routes: feature(
    'email',
    { ...emailRoutes, transfer: transferRoutes.email },
    {
      sendCode: { body: sendCodeBodySchema, reply: sendCodeReplySchema },
      authenticate: {
        body: emailAuthenticateBodySchema,
        reply: emailAuthenticateReplySchema,
      },
      link: { body: linkEmailBodySchema, reply: userSchema },
      update: { body: updateEmailBodySchema, reply: userSchema },
      unlink: { body: unlinkEmailBodySchema, reply: userSchema },
      transfer: { body: transferEmailBodySchema, reply: userSchema },
    },
  ),
  logins: ['email.authenticate'],
  proof: proofBody({ method: v.literal('email'), email: address, code }),
  flags: { email_auth: flag('Login with a code by e-mail.') },
});
