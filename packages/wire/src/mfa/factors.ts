import * as v from 'valibot';
import { feature } from '../feature.ts';
import { seconds } from '../fields.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { mfaMethods } from '../user.ts';
import { type FrameOnlyBody, facts, frameOnlyBodySchema } from './fields.ts';

export const removedFactorsSchema = () =>
  v.object({
    /** The methods that the user had. */
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
        /** The number but for most of its digits, or what made the passkey; null where nothing tells. */
        name: v.nullable(v.string()),
        created_at: seconds(),
        last_used_at: v.nullable(seconds()),
        /** True if the app takes it now. */
        is_usable: v.boolean(),
      }),
    ),
    /** Backup codes that were not used yet. */
    backup_codes: v.number(),
    /** The removal of all factors that was asked for; null where none was. */
    removal: v.nullable(v.object({ requested_at: seconds(), removes_at: seconds() })),
  });
export type FactorList = OutputOf<typeof factorListSchema>;

/** Lists of second factors, and what the service and its operator do with all of them. */
export const factorRoutes = {
  listOf: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.listOf',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'app_not_found', 'not_found'],
    summary:
      "A user's second factors, for support: which, since when, last used, and a removal that is pending.",
  }),
  removeAllOf: /* @__PURE__ */ route<undefined, RemovedFactors>({
    name: 'mfa.removeAllOf',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'app_not_found', 'not_found'],
    summary:
      'Removes all second factors of a user who lost them, once support has made sure of who asks. Every address of the user is told.',
  }),
  clear: /* @__PURE__ */ route<FrameOnlyBody, Record<string, never>>(
    facts('clear', 'clear', { summary: 'Forgets what this session and proof key have verified.' }),
  ),
  list: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.list',
    method: 'GET',
    path: '/api/v1/users/me/mfa',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: "The user's second factors, with name, date and last use.",
  }),
} as const;

/** Joins the routes with their schemas; the service alone calls it. */
export const factorFeature = () =>
  feature('mfa', factorRoutes, {
    listOf: { body: null, reply: factorListSchema() },
    removeAllOf: { body: null, reply: removedFactorsSchema() },
    clear: { body: frameOnlyBodySchema(), reply: v.object({}) },
    list: { body: null, reply: factorListSchema() },
  });
