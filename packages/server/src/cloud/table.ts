import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Client secrets that apps have at Google, sealed. */
export const googleDriveSecrets = pgTable('google_drive_secrets', {
  appId: text('app_id').primaryKey(),
  secret: bytea('secret').notNull(),
  setAtMs: bigint('set_at_ms', { mode: 'number' }).notNull(),
});
