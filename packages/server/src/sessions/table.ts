import type { PublicKey } from '@latchkey/wire';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Living sessions; one that ended has no row. */
export const sessions = pgTable(
  'sessions',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    userId: text('user_id').notNull(),
    familyHash: bytea('family_hash').notNull(),
    currentHash: bytea('current_hash').notNull(),
    used: bytea('used').notNull().default(new Uint8Array()),
    rotatedAtMs: bigint('rotated_at_ms', { mode: 'number' }).notNull(),
    startedAtMs: bigint('started_at_ms', { mode: 'number' }).notNull(),
    authTimeMs: bigint('auth_time_ms', { mode: 'number' }).notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId] }),
    index('sessions_by_user').on(table.appId, table.userId),
    index('sessions_expires_at').on(table.expiresAtMs),
  ],
);

/** Keys that sign the access tokens of an app. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    appId: text('app_id').notNull(),
    generation: integer('generation').notNull(),
    kid: text('kid').notNull(),
    publicJwk: jsonb('public_jwk').$type<PublicKey>().notNull(),
    privateKey: bytea('private_key').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.generation] })],
);
