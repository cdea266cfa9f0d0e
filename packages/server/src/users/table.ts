import type { CustomMetadata, WireUser } from '@latchkey/wire';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccountKey } from './index.ts';

/** Documents that a user accepted, and when (Unix ms). */
export interface AcceptedTerms {
  atMs: number;
  termsUrl: string | null;
  privacyUrl: string | null;
}

export const users = pgTable(
  'users',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    custodyEpochMs: bigint('custody_epoch_ms', { mode: 'number' }).notNull().default(0),
    custodyEpochSessionId: text('custody_epoch_session_id'),
    /** Time until which wallets and accounts are on hold, also after it has passed; 0 if they never were. */
    holdEndsMs: bigint('hold_ends_ms', { mode: 'number' }).notNull().default(0),
    mfaMethods: jsonb('mfa_methods').$type<WireUser['mfa_methods']>().notNull().default([]),
    customMetadata: jsonb('custom_metadata').$type<CustomMetadata>(),
    terms: jsonb('terms').$type<AcceptedTerms>(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId] })],
);

/** Users who were deleted, until they are destroyed. */
export const deletedUsers = pgTable(
  'deleted_users',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    record: jsonb('record').$type<unknown>().notNull(),
    deletedAtMs: bigint('deleted_at_ms', { mode: 'number' }).notNull(),
    destroyAtMs: bigint('destroy_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.userId] }),
    index('deleted_users_destroy_at').on(table.destroyAtMs),
  ],
);

export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    appId: text('app_id').notNull(),
    type: text('type').$type<AccountKey['type']>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    credential: jsonb('credential').$type<object>(),
    firstVerifiedAtMs: bigint('first_verified_at_ms', { mode: 'number' }).notNull(),
    latestVerifiedAtMs: bigint('latest_verified_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.type, table.subject] }),
    index('linked_accounts_by_user').on(table.appId, table.userId),
  ],
);
