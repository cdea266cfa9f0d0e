import type { WireAccount } from '@latchkey/wire';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The accounts by which users are known; one user each. Table `users` is reached by the store's SQL alone. */
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
