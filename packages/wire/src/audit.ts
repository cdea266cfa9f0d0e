import type * as v from 'valibot';
import { route } from './route.ts';
import type { auditListSchema } from './schemas/audit.ts';

/**
 * Everything that the audit log knows to have happened, and whether webhooks may carry it. Closed: a kind that stands
 * nowhere here is not written. Refreshes are not audited (D further 13).
 */
export const auditKinds = {
  'app.created': { isSent: false },
  'app.disabled': { isSent: false },
  'app.secret_rotated': { isSent: false },
  'app.updated': { isSent: false },
  'allowlist.added': { isSent: false },
  'allowlist.removed': { isSent: false },
  'device.enrolled': { isSent: true },
  'device.expired': { isSent: false },
  'device.part_released': { isSent: false },
  'device.revoked': { isSent: true },
  'mfa.disabled': { isSent: true },
  'mfa.enabled': { isSent: true },
  'notice.failed': { isSent: false },
  'notice.sent': { isSent: false },
  'session.ended': { isSent: false },
  'session.forked': { isSent: false },
  'session.key_added': { isSent: true },
  'session.reauthenticated': { isSent: false },
  'session.reuse_detected': { isSent: false },
  'signing_key.rotated': { isSent: false },
  'user.authenticated': { isSent: true },
  'user.created': { isSent: true },
  'user.deleted': { isSent: true },
  'user.deletion_requested': { isSent: false },
  'user.exported': { isSent: false },
  'user.linked_account': { isSent: true },
  'user.metadata_set': { isSent: false },
  'user.terms_accepted': { isSent: false },
  'user.transferred_account': { isSent: true },
  'user.unlinked_account': { isSent: true },
  'user.updated_account': { isSent: true },
  'wallet.created': { isSent: true },
  'wallet.exported': { isSent: true },
  'wallet.recovered': { isSent: true },
  'wallet.recovery_changed': { isSent: true },
  'webhook.created': { isSent: false },
  'webhook.deleted': { isSent: false },
  'webhook.disabled': { isSent: false },
} as const satisfies Record<string, { readonly isSent: boolean }>;

export type AuditKind = keyof typeof auditKinds;

/** Who did it: a user, the operator with the admin key, an app's server with its secret, or the service by itself. */
export type AuditActorType = 'user' | 'operator' | 'app' | 'system';

/** One event of an app's audit log, as the operator's API answers it. */
export type AuditEntry = v.InferOutput<typeof auditListSchema>['events'][number];
export type AuditList = v.InferOutput<typeof auditListSchema>;

export const auditRoutes = {
  list: /* @__PURE__ */ route<undefined, AuditList>({
    name: 'audit.list',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/audit',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: "An app's sealed audit events, oldest first: `?after=` a sequence number, `limit` at most 1000.",
  }),
} as const;
