import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Daily counts for texts to phone numbers that are not the user's own. */
export const newNumberTexts = pgTable(
  'new_number_texts',
  {
    appId: text('app_id').notNull(),
    /** Kind of count and day, or a keyed hash of kind, user and day. */
    id: text('id').notNull(),
    /** Keyed hash of the only number that is counted; empty if all numbers count. */
    number: text('number').notNull(),
    texts: integer('texts').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    index('new_number_texts_expires_at').on(table.expiresAtMs),
  ],
);
