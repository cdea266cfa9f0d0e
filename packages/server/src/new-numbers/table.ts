import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Texts of a day to numbers that are not their user's own. */
export const newNumberTexts = pgTable(
  'new_number_texts',
  {
    appId: text('app_id').notNull(),
    /** The day, or a keyed hash of a user and the day. */
    id: text('id').notNull(),
    /** A keyed hash of the one number that is counted; empty where all are. */
    number: text('number').notNull(),
    texts: integer('texts').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    index('new_number_texts_expires_at').on(table.expiresAtMs),
  ],
);
