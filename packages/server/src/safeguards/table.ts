import type { AuditKind } from '@latchkey/wire';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AddressType } from '../users/index.ts';

const timeMs = (name: string) => bigint(name, { mode: 'number' });

/** Events of which the user is notified by mail or SMS. */
export type NoticeKind = Extract<
  AuditKind,
  | 'cross_app.connected'
  | 'device.revoked'
  | 'mfa.disabled'
  | 'mfa.enabled'
  | 'mfa.fallback_used'
  | 'mfa.removal_cancelled'
  | 'mfa.removal_pending'
  | 'session.key_added'
  | 'user.address_removed'
  | 'user.change_undone'
  | 'user.linked_account'
  | 'user.sessions_ended'
  | 'user.transferred_account'
  | 'user.unlinked_account'
  | 'user.updated_account'
  | 'wallet.exported'
  | 'wallet.passkey_added'
  | 'wallet.passkey_removed'
  | 'wallet.recovered'
  | 'wallet.recovery_changed'
  | 'wallet.recovery_refused'
>;

export const custodyNotices = pgTable(
  'custody_notices',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Subject or id of the event; empty if the kind is sent once per session. */
    subject: text('subject').notNull(),
    /** `email` or `phone` of the user, the id of a removal, or empty for any address of the user. */
    recipient: text('recipient').notNull().default(''),
    userId: text('user_id').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    dueAtMs: timeMs('due_at_ms'),
    tries: integer('tries').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId, table.kind, table.subject, table.recipient] }),
  ],
);

/** Addresses that were removed from a user recently. */
export const removedAddresses = pgTable(
  'removed_addresses',
  {
    appId: text('app_id').notNull(),
    removalId: text('removal_id').notNull(),
    userId: text('user_id').notNull(),
    type: text('type').$type<AddressType>().notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    firstVerifiedAtMs: timeMs('first_verified_at_ms').notNull(),
    replacedBy: text('replaced_by'),
    canUndo: boolean('can_undo').notNull(),
    page: text('page'),
    removedAtMs: timeMs('removed_at_ms').notNull(),
    undoneAtMs: timeMs('undone_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.removalId] }),
    index('removed_addresses_by_user').on(table.appId, table.userId),
    index('removed_addresses_removed_at').on(table.removedAtMs),
  ],
);
