import type { OperatorRole } from '@latchkey/wire';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

const timeMs = (name: string) => bigint(name, { mode: 'number' });

export const operatorTokens = pgTable('operator_tokens', {
  tokenId: text('token_id').primaryKey(),
  hash: bytea('hash').notNull(),
  name: text('name').notNull(),
  role: text('role').$type<OperatorRole>().notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
  expiresAtMs: timeMs('expires_at_ms').notNull(),
  revokedAtMs: timeMs('revoked_at_ms'),
  lastUsedAtMs: timeMs('last_used_at_ms'),
});

export type OperatorTokenRow = typeof operatorTokens.$inferSelect;
