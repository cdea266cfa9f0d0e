import type { AllowlistType } from '@latchkey/wire';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const appAllowlist = pgTable(
  'app_allowlist',
  {
    appId: text('app_id').notNull(),
    type: text('type').$type<AllowlistType>().notNull(),
    value: text('value').notNull(),
    entryId: text('entry_id').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    /** Time of the first sign-up with the entry. */
    acceptedAtMs: bigint('accepted_at_ms', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.appId, table.type, table.value] })],
);

export type AllowlistRow = typeof appAllowlist.$inferSelect;
