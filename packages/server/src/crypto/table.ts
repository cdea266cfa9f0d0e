import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

const dataKeyColumns = {
  appId: text('app_id').notNull(),
  version: integer('version').notNull(),
  wrapped: bytea('wrapped').notNull(),
  createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
};

/** Data keys of the main store, wrapped by the parts KEK. */
export const dataKeys = pgTable('data_keys', dataKeyColumns, (table) => [
  primaryKey({ columns: [table.appId, table.version] }),
]);

/**
 * Data keys of the recovery store, wrapped by the recovery KEK. If that store has a database of its own, they are
 * there.
 */
export const recoveryDataKeys = pgTable('recovery_data_keys', dataKeyColumns, (table) => [
  primaryKey({ columns: [table.appId, table.version] }),
]);
