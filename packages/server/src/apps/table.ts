import type { AppInput } from '@latchkey/wire';
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What was set of an app's settings; what is missing has its default. */
export type StoredSettings = Omit<AppInput, 'id' | 'secret_hash' | 'disabled'>;

export const apps = pgTable('apps', {
  appId: text('app_id').primaryKey(),
  settings: jsonb('settings').$type<StoredSettings>().notNull(),
  secretHash: text('secret_hash'),
  oldSecretHash: text('old_secret_hash'),
  oldSecretUntilMs: bigint('old_secret_until_ms', { mode: 'number' }).notNull().default(0),
  managedBy: text('managed_by', { enum: ['api', 'file'] }).notNull(),
  disabled: boolean('disabled').notNull().default(false),
  version: integer('version').notNull().default(1),
  createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
  updatedAtMs: bigint('updated_at_ms', { mode: 'number' }).notNull(),
});

/** One row, raised by every change of any app: what processes read to learn that they must read apps afresh. */
export const appsVersion = pgTable('apps_version', {
  appId: text('app_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});

export type AppRow = typeof apps.$inferSelect;
