import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

export const captchaSecrets = pgTable('captcha_secrets', {
  appId: text('app_id').primaryKey(),
  secret: bytea('secret').notNull(),
  setAtMs: bigint('set_at_ms', { mode: 'number' }).notNull(),
});
