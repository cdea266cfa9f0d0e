import type { FundingEntryStatus, FundingProvider } from '@latchkey/wire';
import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Purchases of coins for users' wallets. */
export const fundings = pgTable(
  'fundings',
  {
    appId: text('app_id').notNull(),
    fundingId: text('funding_id').notNull(),
    userId: text('user_id').notNull(),
    provider: text('provider').$type<FundingProvider>().notNull(),
    isTest: boolean('is_test').notNull(),
    address: text('address').notNull(),
    caip2: text('caip2').notNull(),
    asset: text('asset').notNull(),
    /** What was asked for, in units of the coin. */
    amount: text('amount'),
    status: text('status').$type<FundingEntryStatus>().notNull(),
    /** The provider's own name of it. */
    providerId: text('provider_id'),
    transactionHash: text('transaction_hash'),
    /** What arrived, in the smallest unit. */
    received: text('received'),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    updatedAtMs: bigint('updated_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.fundingId] }),
    index('fundings_by_user').on(table.appId, table.userId, table.createdAtMs.desc()),
    index('fundings_updated_at').on(table.updatedAtMs),
  ],
);

/** A purchase, as it is kept. */
export type FundingRow = typeof fundings.$inferSelect;
