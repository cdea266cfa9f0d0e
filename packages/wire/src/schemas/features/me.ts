import * as v from 'valibot';
import { meRoutes } from '../../users/me.ts';
import { feature } from '../feature.ts';
import { userSchema } from '../user.ts';

/** Who is signed in. */
export const me = /* @__PURE__ */ feature('users', meRoutes, {
  getMe: {
    body: null,
    reply: v.object({ user: userSchema, identity_token: v.nullable(v.string()) }),
  },
  acceptTerms: { body: v.object({}), reply: userSchema },
});
