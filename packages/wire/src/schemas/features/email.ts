import { emailRoutes } from '../../methods/email.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { feature } from '../feature.ts';
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
import { userSchema } from '../user.ts';

/** Login and accounts by e-mail code. */
export const email = /* @__PURE__ */ feature(
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
);
