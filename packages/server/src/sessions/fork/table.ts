import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../../db/index.ts';

/** Tokens of forks that were not used yet. */
export const sessionForks = pgTable(
  'session_forks',
  {
    appId: text('app_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    sessionId: text('session_id').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.tokenHash] }),
    index('session_forks_expires_at').on(table.expiresAtMs),
  ],
);
