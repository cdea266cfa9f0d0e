import type { RecoveryMethod } from '@latchkey/wire';
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../../db/index.ts';

export const recoverySets = pgTable(
  'recovery_sets',
  {
    appId: text('app_id').notNull(),
    recoveryId: text('recovery_id').notNull(),
    userId: text('user_id').notNull(),
    entropyUid: text('entropy_uid').notNull(),
    recoveryVersion: integer('recovery_version').notNull(),
    method: text('method').$type<RecoveryMethod | 'passkey'>().notNull(),
    ciphertext: bytea('ciphertext').notNull(),
    recoveryKey: bytea('recovery_key'),
    parameters: bytea('parameters'),
    putAtMs: bigint('put_at_ms', { mode: 'number' }).notNull(),
    confirmed: boolean('confirmed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.recoveryId] })],
);
