import type { AppInput } from '@latchkey/wire';
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Settings that were set for an app. Missing ones have their defaults. */
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

/** One row, raised by every change of an app. Processes read it to notice that they must read apps again. */
export const appsVersion = pgTable('apps_version', {
  appId: text('app_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});

export type AppRow = typeof apps.$inferSelect;
