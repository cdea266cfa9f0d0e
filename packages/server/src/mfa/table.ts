import type { FactorPurpose, MfaMethod } from '@latchkey/wire';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

const timeMs = (name: string) => bigint(name, { mode: 'number' });

export const factors = pgTable(
  'mfa_factors',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    factorId: text('factor_id').notNull(),
    method: text('method').$type<MfaMethod>().notNull(),
    secret: bytea('secret'),
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    phoneNumber: text('phone_number'),
    credentialId: text('credential_id'),
    createdAtMs: timeMs('created_at_ms').notNull(),
    lastUsedAtMs: timeMs('last_used_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.factorId] })],
);

export const enrollments = pgTable(
  'mfa_enrollments',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    thumbprint: text('thumbprint').notNull(),
    userId: text('user_id').notNull(),
    method: text('method').$type<MfaMethod>().notNull(),
    factorId: text('factor_id').notNull(),
    secret: bytea('secret'),
    phoneNumber: text('phone_number'),
    isGranted: boolean('is_granted').notNull(),
    expiresAtMs: timeMs('expires_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId, table.thumbprint, table.method] }),
    index('mfa_enrollments_expires_at').on(table.expiresAtMs),
    index('mfa_enrollments_user').on(table.appId, table.userId),
  ],
);

export const grants = pgTable(
  'mfa_grants',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    thumbprint: text('thumbprint').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind').$type<'unlock' | 'fresh'>().notNull(),
    /** Empty for `unlock`. */
    purpose: text('purpose').$type<FactorPurpose | ''>().notNull(),
    madeAtMs: timeMs('made_at_ms').notNull(),
    expiresAtMs: timeMs('expires_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId, table.thumbprint, table.kind, table.purpose] }),
    index('mfa_grants_expires_at').on(table.expiresAtMs),
    index('mfa_grants_user').on(table.appId, table.userId),
  ],
);

export const sessionTries = pgTable(
  'mfa_session_tries',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    method: text('method').notNull(),
    tries: integer('tries').notNull(),
    closedUntilMs: timeMs('closed_until_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.sessionId, table.method] })],
);

export const dayTries = pgTable(
  'mfa_day_tries',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    method: text('method').notNull(),
    tries: integer('tries').notNull(),
    beganAtMs: timeMs('began_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.method] })],
);

export const backupCodes = pgTable(
  'mfa_backup_codes',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.codeHash] })],
);

export const removals = pgTable(
  'mfa_removals',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    /** Session that requested it; null in rows that are older than this column. */
    sessionId: text('session_id'),
    requestedAtMs: timeMs('requested_at_ms').notNull(),
    dueAtMs: timeMs('due_at_ms').notNull(),
    toldAtMs: timeMs('told_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.userId] }),
    index('mfa_removals_told_at').on(table.toldAtMs),
  ],
);

/** Proof keys with which a user has enrolled or verified a factor, or used a backup code. */
export const knownKeys = pgTable(
  'mfa_known_keys',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    thumbprint: text('thumbprint').notNull(),
    verifiedAtMs: timeMs('verified_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.userId, table.thumbprint] }),
    index('mfa_known_keys_verified_at').on(table.verifiedAtMs),
  ],
);
