import type { FundingEntryStatus, FundingProvider } from '@latchkey/wire';
import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

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
    /** Requested amount in coins, such as `0.25`; null if none was requested. */
    amount: text('amount'),
    status: text('status').$type<FundingEntryStatus>().notNull(),
    providerId: text('provider_id'),
    transactionHash: text('transaction_hash'),
    /** Amount that the provider reported, in the smallest unit; null if unknown or of another coin. */
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

export type FundingRow = typeof fundings.$inferSelect;
