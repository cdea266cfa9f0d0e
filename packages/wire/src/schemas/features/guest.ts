import * as v from 'valibot';
import { guestRoutes } from '../../methods/guest.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { guestAuthenticateBodySchema, guestAuthenticateReplySchema } from '../methods/guest.ts';
import { proofBody } from '../methods/proof-body.ts';

/** Login as a guest. */
export const guestMethod = /* @__PURE__ */ method('guest', {
  routes: feature('guest', guestRoutes, {
    authenticate: {
      body: guestAuthenticateBodySchema,
      reply: guestAuthenticateReplySchema,
    },
  }),
  logins: ['guest.authenticate'],
  proof: proofBody({ method: v.literal('guest'), ...guestAuthenticateBodySchema.entries }),
  flags: {
    guest_auth: flag('Visitors may use the app as guests, and keep what they made at their first login.'),
  },
});
