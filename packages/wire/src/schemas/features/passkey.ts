import { passkeyRoutes } from '../../methods/passkey.ts';
import { feature } from '../feature.ts';
import {
  newPasskeyBodySchema,
  passkeyCreationReplySchema,
  passkeyLoginBodySchema,
  passkeyRequestReplySchema,
  startPasskeyBodySchema,
  unlinkPasskeyBodySchema,
} from '../methods/passkey.ts';
import { tokenReplySchema } from '../session.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by passkey. */
export const passkey = /* @__PURE__ */ feature('passkey', passkeyRoutes, {
  startSignUp: {
    body: startPasskeyBodySchema,
    reply: passkeyCreationReplySchema,
  },
  signUp: {
    body: newPasskeyBodySchema,
    reply: tokenReplySchema,
  },
  startLogin: {
    body: startPasskeyBodySchema,
    reply: passkeyRequestReplySchema,
  },
  authenticate: {
    body: passkeyLoginBodySchema,
    reply: tokenReplySchema,
  },
  startLink: {
    body: startPasskeyBodySchema,
    reply: passkeyCreationReplySchema,
  },
  link: { body: newPasskeyBodySchema, reply: userSchema },
  unlink: { body: unlinkPasskeyBodySchema, reply: userSchema },
});
