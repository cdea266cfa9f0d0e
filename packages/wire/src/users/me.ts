import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';

export const meSchema = () =>
  v.object({
    user: userSchema(),
    /**
     * New identity token. It is null if the app has no identity tokens, if the app has its own address of the service
     * (a cookie there contains the token), or if a second factor is pending. Published clients then delete their token.
     */
    identity_token: v.nullable(v.string()),
  });
/** Signed-in user, as newer published clients read it. */
export type Me = OutputOf<typeof meSchema>;

/** Routes of signed-in users about themselves (docs/wire/protocol.md §2.2). */
export const meRoutes = {
  getMe: /* @__PURE__ */ route<undefined, Me>({
    name: 'users.getMe',
    method: 'GET',
    path: '/api/v1/users/me',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'Returns the signed-in user, with a new identity token if the app uses identity tokens.',
  }),
  acceptTerms: /* @__PURE__ */ route<Record<string, never>, WireUser>({
    name: 'users.acceptTerms',
    method: 'POST',
    path: '/api/v1/users/me/accept_terms',
    auth: 'user',
    retry: 'never',
    codes: ['missing_or_invalid_token'],
    summary: "Records that the user accepted the app's terms: the time, and the documents.",
  }),
} as const;

export const meFeature = () =>
  feature('users', meRoutes, {
    getMe: {
      body: null,
      reply: meSchema(),
    },
    acceptTerms: { body: v.object({}), reply: userSchema() },
  });
