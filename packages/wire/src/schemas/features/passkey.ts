import * as v from 'valibot';
import { passkeyRoutes } from '../../methods/passkey.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  newPasskeyBodySchema,
  passkeyCreationReplySchema,
  passkeyLoginBodySchema,
  passkeyRequestReplySchema,
  startPasskeyBodySchema,
  unlinkPasskeyBodySchema,
} from '../methods/passkey.ts';
import { proofBody } from '../methods/proof-body.ts';
import { tokenReplySchema } from '../session.ts';
import { userSchema } from '../user.ts';

const { challenge, authenticator_response, relying_party } = passkeyLoginBodySchema.entries;

/** Login and accounts by passkey. */
export const passkeyMethod = /* @__PURE__ */ method('passkey', {
  routes: feature('passkey', passkeyRoutes, {
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
  }),
  logins: ['passkey.authenticate', 'passkey.signUp'],
  proof: proofBody({ method: v.literal('passkey'), challenge, authenticator_response, relying_party }),
  flags: { passkey_auth: flag('Login with a passkey, and linking of passkeys.') },
});
