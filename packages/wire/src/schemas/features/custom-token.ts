import { customTokenRoutes } from '../../methods/custom-token.ts';
import { feature } from '../feature.ts';
import { customTokenBodySchema, customTokenReplySchema } from '../methods/custom-token.ts';

/** Login with a token of the app’s own. */
export const customToken = /* @__PURE__ */ feature('customToken', customTokenRoutes, {
  authenticate: {
    body: customTokenBodySchema,
    reply: customTokenReplySchema,
  },
});
