import { guestRoutes } from '../../methods/guest.ts';
import { feature } from '../feature.ts';
import { guestAuthenticateBodySchema, guestAuthenticateReplySchema } from '../methods/guest.ts';

/** Login as a guest. */
export const guest = /* @__PURE__ */ feature('guest', guestRoutes, {
  authenticate: {
    body: guestAuthenticateBodySchema,
    reply: guestAuthenticateReplySchema,
  },
});
