import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';

export const meSchema = () =>
  v.object({
    user: userSchema(),
    /** A new one if the app has identity tokens and the client keeps them itself; a client drops the one it has at null. */
    identity_token: v.nullable(v.string()),
  });
/** The signed-in user, as newer published clients read it. */
export type Me = OutputOf<typeof meSchema>;

/** What signed-in users ask about themselves (docs/wire/protocol.md §2.2). */
export const meRoutes = {
  getMe: /* @__PURE__ */ route<undefined, Me>({
    name: 'users.getMe',
    method: 'GET',
    path: '/api/v1/users/me',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'The signed-in user, with a new identity token where the app has them.',
  }),
  acceptTerms: /* @__PURE__ */ route<Record<string, never>, WireUser>({
    name: 'users.acceptTerms',
    method: 'POST',
    path: '/api/v1/users/me/accept_terms',
    auth: 'user',
    retry: 'never',
    codes: ['missing_or_invalid_token'],
    summary: "Notes that the user accepted the app's terms, when, and which documents they were.",
  }),
} as const;

/** Joins the routes of the signed-in user with their schemas. */
export const meFeature = () =>
  feature('users', meRoutes, {
    getMe: {
      body: null,
      reply: meSchema(),
    },
    acceptTerms: { body: v.object({}), reply: userSchema() },
  });
