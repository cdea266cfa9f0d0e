import type { ConfirmationPurpose } from '@latchkey/wire';
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccountKey } from '../../users/index.ts';

/** Proofs that were given for one purpose and are not spent yet. */
export const sessionConfirmations = pgTable(
  'session_confirmations',
  {
    appId: text('app_id').notNull(),
    sessionId: text('session_id').notNull(),
    purpose: text('purpose').$type<ConfirmationPurpose>().notNull(),
    /** Thumbprint of the proof key that a release is for; empty for every other purpose. */
    key: text('key').notNull(),
    accountType: text('account_type').$type<AccountKey['type']>().notNull(),
    accountSubject: text('account_subject').notNull(),
    confirmedAtMs: bigint('confirmed_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.sessionId, table.purpose, table.key] }),
    index('session_confirmations_confirmed_at').on(table.confirmedAtMs),
  ],
);
