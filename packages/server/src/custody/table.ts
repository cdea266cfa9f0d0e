import type { ChainType, EntropyKind, RecoveryMethod } from '@latchkey/wire';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

const timeMs = (name: string) => bigint(name, { mode: 'number' });

export const entropies = pgTable(
  'entropies',
  {
    appId: text('app_id').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind').$type<EntropyKind>().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.entropyUid] })],
);

export const embeddedWallets = pgTable(
  'embedded_wallets',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    chainType: text('chain_type').$type<ChainType>().notNull(),
    walletIndex: integer('wallet_index').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    address: text('address').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.entropyUid, table.chainType, table.walletIndex] })],
);

export const devices = pgTable(
  'devices',
  {
    appId: text('app_id').notNull(),
    deviceId: text('device_id').notNull(),
    userId: text('user_id').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    thumbprint: text('thumbprint').notNull(),
    authPart: bytea('auth_part').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms').notNull(),
    browser: text('browser'),
    os: text('os'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.deviceId] })],
);

export const recoveries = pgTable(
  'recoveries',
  {
    appId: text('app_id').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    userId: text('user_id').notNull(),
    recoveryId: text('recovery_id').notNull(),
    recoveryVersion: integer('recovery_version').notNull(),
    method: text('method').$type<RecoveryMethod>().notNull(),
    authPart: bytea('auth_part').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    tries: integer('tries').notNull().default(0),
    triesEndMs: timeMs('tries_end_ms').notNull().default(0),
    waitEndMs: timeMs('wait_end_ms').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appId, table.entropyUid] })],
);

export const replacedRecoveries = pgTable(
  'replaced_recoveries',
  {
    appId: text('app_id').notNull(),
    recoveryId: text('recovery_id').notNull(),
    userId: text('user_id').notNull(),
    replacedAtMs: timeMs('replaced_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.recoveryId] })],
);

/** Passkeys that recover a wallet in addition to its method. Each has a set of its own in the recovery store. */
export const recoveryPasskeys = pgTable(
  'recovery_passkeys',
  {
    appId: text('app_id').notNull(),
    recoveryId: text('recovery_id').notNull(),
    userId: text('user_id').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    credentialId: text('credential_id').notNull(),
    authPart: bytea('auth_part').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.recoveryId] })],
);

export const sessionKeys = pgTable(
  'session_keys',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    thumbprint: text('thumbprint').notNull(),
    isFirst: boolean('is_first').notNull(),
    boundAtMs: timeMs('bound_at_ms').notNull(),
    /** Time of the login, confirmation or code that was spent on this key; null if none was. */
    openedAtMs: timeMs('opened_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.sessionId, table.thumbprint] })],
);

export const custodyRequests = pgTable(
  'custody_requests',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    requestId: text('request_id').notNull(),
    bodyHash: text('body_hash').notNull(),
    reply: jsonb('reply').$type<unknown>(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.requestId] })],
);
