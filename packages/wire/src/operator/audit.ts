import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

/**
 * Kinds of events in the audit log. `sentAs` is the type of the webhook that reports the event, under the name that
 * existing handlers know if they have one; null if none does. No other events are recorded, not even refreshes.
 */
export const auditKinds = {
  'app.created': { sentAs: null },
  'app.disabled': { sentAs: null },
  'app.secret_rotated': { sentAs: null },
  'app.text_limit_reached': { sentAs: 'app.text_limit_reached' },
  'app.updated': { sentAs: null },
  'allowlist.added': { sentAs: null },
  'allowlist.removed': { sentAs: null },
  'captcha.secret_removed': { sentAs: null },
  'captcha.secret_set': { sentAs: null },
  'cloud.opened': { sentAs: null },
  'cross_app.connected': { sentAs: 'user.app_connected' },
  'cross_app.ended': { sentAs: 'user.app_disconnected' },
  'cross_app.refused': { sentAs: null },
  'cross_app.renewed': { sentAs: null },
  'cross_app.requested': { sentAs: null },
  'data_key.rotated': { sentAs: null },
  'device.enrolled': { sentAs: 'wallet.device_enrolled' },
  'device.expired': { sentAs: null },
  'device.part_released': { sentAs: null },
  'device.revoked': { sentAs: 'wallet.device_revoked' },
  'farcaster.signer_approved': { sentAs: null },
  'farcaster.signer_revoked': { sentAs: null },
  'funding.completed': { sentAs: 'wallet.funds_deposited' },
  'funding.failed': { sentAs: 'wallet.funds_failed' },
  'funding.pending': { sentAs: 'wallet.funds_pending' },
  'funding.started': { sentAs: null },
  // A test purchase must not reach a handler that credits deposits.
  'funding.test_changed': { sentAs: null },
  'mfa.disabled': { sentAs: 'mfa.disabled' },
  'mfa.enabled': { sentAs: 'mfa.enabled' },
  'mfa.fallback_used': { sentAs: null },
  'mfa.removal_cancelled': { sentAs: 'mfa.removal_cancelled' },
  'mfa.removal_pending': { sentAs: 'mfa.removal_pending' },
  'mfa.verified': { sentAs: null },
  'notice.failed': { sentAs: null },
  'notice.sent': { sentAs: null },
  'operator_token.created': { sentAs: null },
  'operator_token.revoked': { sentAs: null },
  'provider_secret.removed': { sentAs: null },
  'provider_secret.set': { sentAs: null },
  'session.ended': { sentAs: null },
  'session.forked': { sentAs: null },
  'session.key_added': { sentAs: null },
  'session.reauthenticated': { sentAs: null },
  'session.reuse_detected': { sentAs: null },
  'signing_key.revoked': { sentAs: null },
  'signing_key.rotated': { sentAs: null },
  'user.address_removed': { sentAs: 'user.address_removed' },
  'user.authenticated': { sentAs: 'user.authenticated' },
  'user.change_undone': { sentAs: 'user.change_undone' },
  'user.created': { sentAs: 'user.created' },
  'user.deleted': { sentAs: 'user.deleted' },
  'user.destroyed': { sentAs: null },
  'user.exported': { sentAs: null },
  'user.linked_account': { sentAs: 'user.linked_account' },
  'user.metadata_set': { sentAs: null },
  'user.sessions_ended': { sentAs: 'user.sessions_ended' },
  'user.terms_accepted': { sentAs: null },
  'user.transferred_account': { sentAs: 'user.linked_account' },
  'user.unlinked_account': { sentAs: 'user.unlinked_account' },
  'user.updated_account': { sentAs: 'user.updated_account' },
  'wallet.created': { sentAs: 'user.wallet_created' },
  'wallet.exported': { sentAs: 'wallet.private_key_export' },
  'wallet.passkey_added': { sentAs: null },
  'wallet.passkey_removed': { sentAs: null },
  'wallet.recovered': { sentAs: 'wallet.recovered' },
  'wallet.recovery_changed': { sentAs: 'wallet.recovery_setup' },
  'wallet.recovery_refused': { sentAs: null },
  'wallet.recovery_tried': { sentAs: null },
  'webhook.created': { sentAs: null },
  'webhook.deleted': { sentAs: null },
  'webhook.disabled': { sentAs: null },
  'webhook.secret_rotated': { sentAs: null },
  'webhook.updated': { sentAs: null },
} as const satisfies Record<string, { readonly sentAs: string | null }>;

export type AuditKind = keyof typeof auditKinds;

/** Actor of an event: a user, the operator, an app's server with its secret, or the service itself. */
export type AuditActorType = 'user' | 'operator' | 'app' | 'system';

/** Event in an audit log, of an app or of the operator, as the operator's API returns it. */
export type AuditEntry = OutputOf<typeof auditListSchema>['events'][number];
export type AuditList = OutputOf<typeof auditListSchema>;

export const auditListSchema = () =>
  v.object({
    events: v.array(
      v.object({
        id: v.string(),
        /** Position in the log, from 1, without gaps. */
        sequence: v.number(),
        kind: v.picklist(Object.keys(auditKinds) as AuditKind[]),
        user_id: v.nullable(v.string()),
        session_id: v.nullable(v.string()),
        actor: v.object({
          type: v.picklist(['user', 'operator', 'app', 'system']),
          /** Id of the user, operator's token, app or part of the service. Null if none, as for `LATCHKEY_ADMIN_KEY`. */
          id: v.nullable(v.string()),
        }),
        /** Object of the event: a device, a recovery set, a proof key, a setting. */
        subject: v.nullable(v.string()),
        details: v.record(v.string(), v.unknown()),
        /** Unix milliseconds. */
        at: v.number(),
        /** SHA-256 of the previous event's hash and this event, in hex. */
        hash: v.string(),
      }),
    ),
  });

export const auditRoutes = {
  list: /* @__PURE__ */ route<undefined, AuditList>({
    name: 'audit.list',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/audit',
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary:
      "Lists an app's sealed audit events, oldest first. `?after=` takes a sequence number; `limit` is from 1 to 1000.",
  }),
  listOperator: /* @__PURE__ */ route<undefined, AuditList>({
    name: 'audit.listOperator',
    method: 'GET',
    path: '/api/v1/admin/audit',
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary:
      'Lists the sealed audit events that belong to no app, such as new tokens of the operator. `after` and `limit` as for an app.',
  }),
} as const;

export const auditFeature = () =>
  feature('audit', auditRoutes, {
    list: { body: null, reply: auditListSchema() },
    listOperator: { body: null, reply: auditListSchema() },
  });
