import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Sessions. A session that was ended has no row; an expired one has a row until the next sweep. */
export const sessions = pgTable(
  'sessions',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    userId: text('user_id').notNull(),
    /** Session from which this one was forked, and whose end ends this one too. Null if there is none. */
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
    /** Time of the session's last verification of a second factor; null if there was none. */
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
