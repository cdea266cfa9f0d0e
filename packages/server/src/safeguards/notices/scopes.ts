import type { AuditKind } from '@latchkey/wire';
import type { NoticeKind } from '../table.ts';

/**
 * Events that cause a notice, and how often: once per session and subject, or once per session if a browser that
 * stores nothing would otherwise cause one at each page load.
 */
const scopes = {
  'cross_app.connected': 'subject',
  'device.revoked': 'subject',
  'mfa.disabled': 'subject',
  'mfa.enabled': 'subject',
  'mfa.fallback_used': 'subject',
  'mfa.removal_cancelled': 'subject',
  'mfa.removal_pending': 'subject',
  'session.key_added': 'session',
  'user.address_removed': 'subject',
  'user.change_undone': 'subject',
  'user.linked_account': 'subject',
  'user.sessions_ended': 'subject',
  'user.transferred_account': 'subject',
  'user.unlinked_account': 'subject',
  'user.updated_account': 'subject',
  'wallet.exported': 'subject',
  'wallet.passkey_added': 'subject',
  'wallet.passkey_removed': 'subject',
  'wallet.recovered': 'session',
  'wallet.recovery_changed': 'subject',
  'wallet.recovery_refused': 'subject',
} as const satisfies Record<NoticeKind, 'session' | 'subject'>;

/** Returns the notice of an event, with the subject that identifies it in its session, or null if it has no notice. */
export function noticeOf(event: {
  kind: AuditKind;
  subject: string;
}): { kind: NoticeKind; subject: string } | null {
  if (!Object.hasOwn(scopes, event.kind)) return null;
  const kind = event.kind as NoticeKind;
  return { kind, subject: scopes[kind] === 'session' ? '' : event.subject };
}
