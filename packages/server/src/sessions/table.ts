import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Living sessions; one that ended has no row. */
export const sessions = pgTable(
  'sessions',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    userId: text('user_id').notNull(),
    /** The one that it was forked from, with which it ends; null for a login. */
    parentSessionId: text('parent_session_id'),
    familyHash: bytea('family_hash').notNull(),
    currentHash: bytea('current_hash').notNull(),
    used: bytea('used').notNull().default(new Uint8Array()),
    rotatedAtMs: bigint('rotated_at_ms', { mode: 'number' }).notNull(),
    startedAtMs: bigint('started_at_ms', { mode: 'number' }).notNull(),
    authTimeMs: bigint('auth_time_ms', { mode: 'number' }).notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
    loginAtMs: bigint('login_at_ms', { mode: 'number' }).notNull().default(0),
    isLoginSpent: boolean('is_login_spent').notNull().default(true),
    /** When and how it last verified a second factor; null where it has not. */
    factorVerifiedAtMs: bigint('factor_verified_at_ms', { mode: 'number' }),
    factorMethod: text('factor_method'),
    browser: text('browser'),
    os: text('os'),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId] }),
    index('sessions_by_user').on(table.appId, table.userId),
    index('sessions_expires_at').on(table.expiresAtMs),
  ],
);
