import * as v from 'valibot';
import { customTokenRoutes } from '../../methods/custom-token.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { customTokenBodySchema, customTokenReplySchema } from '../methods/custom-token.ts';
import { proofBody } from '../methods/proof-body.ts';

const { token } = customTokenBodySchema.entries;

/** Login with a token of the app’s own. */
export const customTokenMethod = /* @__PURE__ */ method('custom-token', {
  routes: feature('customToken', customTokenRoutes, {
    authenticate: {
      body: customTokenBodySchema,
      reply: customTokenReplySchema,
    },
  }),
  logins: ['customToken.authenticate'],
  proof: proofBody({ method: v.literal('custom-token'), token }),
  flags: {
    custom_jwt_auth: flag('Login with tokens of a sign-in of your own, as `custom_jwt_config` says.'),
  },
});
