import type { AuditKind } from '@latchkey/wire';
import type { NoticeKind } from '../table.ts';

/**
 * What the user is told of, and how often: once a session (page loads of a browser that keeps nothing would write a
 * letter each), or once for each thing that it is done to.
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

/** The notice that an event owes, by what it is known in its session; null where the user is not told of its kind. */
export function noticeOf(event: {
  kind: AuditKind;
  subject: string;
}): { kind: NoticeKind; subject: string } | null {
  if (!Object.hasOwn(scopes, event.kind)) return null;
  const kind = event.kind as NoticeKind;
  return { kind, subject: scopes[kind] === 'session' ? '' : event.subject };
}
