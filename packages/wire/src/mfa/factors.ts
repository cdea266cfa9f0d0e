import * as v from 'valibot';
import { feature } from '../feature.ts';
import { seconds } from '../fields.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { mfaMethods } from '../user.ts';
import { type FrameOnlyBody, facts, frameOnlyBodySchema } from './fields.ts';

export const removedFactorsSchema = () =>
  v.object({
    /** Methods that the user had. */
    methods: v.array(v.picklist(mfaMethods)),
  });
export type RemovedFactors = OutputOf<typeof removedFactorsSchema>;

export const factorListSchema = () =>
  v.object({
    /** Oldest first. */
    factors: v.array(
      v.object({
        id: v.string(),
        type: v.picklist(mfaMethods),
        /** Phone number with most digits hidden, or the passkey's authenticator or browser; null if unknown. */
        name: v.nullable(v.string()),
        created_at: seconds(),
        last_used_at: v.nullable(seconds()),
        /** True if the app accepts it now. */
        is_usable: v.boolean(),
      }),
    ),
    /** Number of unused backup codes. */
    backup_codes: v.number(),
    /** Pending removal of all factors; null if there is none. */
    removal: v.nullable(v.object({ requested_at: seconds(), removes_at: seconds() })),
  });
export type FactorList = OutputOf<typeof factorListSchema>;

/** Routes that list the second factors of a user, remove all of them for support, or discard verifications. */
export const factorRoutes = {
  listOf: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.listOf',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'operator',
    role: 'support',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found', 'not_found'],
    summary:
      "Returns a user's second factors, for support: their type, date of enrolment and last use, and any pending removal.",
  }),
  removeAllOf: /* @__PURE__ */ route<undefined, RemovedFactors>({
    name: 'mfa.removeAllOf',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'operator',
    role: 'support',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found', 'not_found'],
    summary:
      'Removes all second factors of a user who has lost them. Support must first verify the identity of the person who asks. The service notifies every address of the user.',
  }),
  clear: /* @__PURE__ */ route<FrameOnlyBody, Record<string, never>>(
    facts('clear', 'clear', { summary: 'Discards the verifications of this session and proof key.' }),
  ),
  list: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.list',
    method: 'GET',
    path: '/api/v1/users/me/mfa',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: "Lists the user's second factors, with name, date and last use.",
  }),
} as const;

export const factorFeature = () =>
  feature('mfa', factorRoutes, {
    listOf: { body: null, reply: factorListSchema() },
    removeAllOf: { body: null, reply: removedFactorsSchema() },
    clear: { body: frameOnlyBodySchema(), reply: v.object({}) },
    list: { body: null, reply: factorListSchema() },
  });
