import type { WireAccount } from '@latchkey/wire';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Users of the apps. Reached by the store's SQL; declared for the test that compares all tables with the migrations.
 * @internal
 */
export const users = pgTable(
  'users',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    custodyEpochMs: bigint('custody_epoch_ms', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId] })],
);

/** The accounts by which users are known; one user each. */
export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    appId: text('app_id').notNull(),
    type: text('type').$type<WireAccount['type']>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    firstVerifiedAtMs: bigint('first_verified_at_ms', { mode: 'number' }).notNull(),
    latestVerifiedAtMs: bigint('latest_verified_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.type, table.subject] }),
    index('linked_accounts_by_user').on(table.appId, table.userId),
  ],
);
