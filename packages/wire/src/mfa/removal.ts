import * as v from 'valibot';
import { feature } from '../feature.ts';
import { seconds } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { facts, pageOrFrame } from './fields.ts';

export const removalReplySchema = () =>
  v.object({
    /** Time of the removal, in Unix seconds. */
    removes_at: seconds(),
  });
export type RemovalReply = OutputOf<typeof removalReplySchema>;

export const cancelRemovalBodySchema = () => v.object(pageOrFrame());
export type CancelRemovalBody = InputOf<typeof cancelRemovalBodySchema>;

/** Removal of all second factors after a waiting time. */
export const factorRemovalRoutes = {
  requestRemoval: /* @__PURE__ */ route<Record<string, never>, RemovalReply>(
    facts('requestRemoval', 'removal', {
      auth: 'user',
      codes: ['not_supported'],
      summary:
        'Requests the removal of all second factors, after the number of days that the operator set. Until then, the service notifies all addresses of the user.',
    }),
  ),
  cancelRemoval: /* @__PURE__ */ route<CancelRemovalBody, Record<string, never>>(
    facts('cancelRemoval', 'removal/cancel', {
      auth: 'user-or-frame',
      codes: ['not_found'],
      summary:
        'Cancels the removal, with a session or a wallet device that is older than the request, or with a verified factor.',
    }),
  ),
  cancelRemovalOf: /* @__PURE__ */ route<Record<string, never>, Record<string, never>>({
    name: 'mfa.cancelRemovalOf',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa/removal/cancel',
    auth: 'operator',
    role: 'support',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'not_found'],
    summary: 'Cancels the removal that a user, or an attacker in their place, has requested.',
  }),
} as const;

export const factorRemovalFeature = () =>
  feature('mfa', factorRemovalRoutes, {
    requestRemoval: { body: v.object({}), reply: removalReplySchema() },
    cancelRemoval: { body: cancelRemovalBodySchema(), reply: v.object({}) },
    cancelRemovalOf: { body: v.object({}), reply: v.object({}) },
  });
