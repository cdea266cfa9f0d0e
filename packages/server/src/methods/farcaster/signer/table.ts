import type { FarcasterSignerStatus } from '@latchkey/wire';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../../../db/index.ts';

/** Keys with which an app writes to Farcaster for its users: the newest key for each Farcaster account of a user. */
export const farcasterSigners = pgTable(
  'farcaster_signers',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    fid: bigint('fid', { mode: 'number' }).notNull(),
    /** 0x and hex digits, in lower case. */
    publicKey: text('public_key').notNull(),
    /** Farcaster's token of the request, sealed; null if the chain already knew the key. */
    requestToken: bytea('request_token'),
    approvalUrl: text('approval_url'),
    status: text('status').$type<FarcasterSignerStatus>().notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    deadlineMs: bigint('deadline_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.fid] })],
);

export type SignerRow = typeof farcasterSigners.$inferSelect;
