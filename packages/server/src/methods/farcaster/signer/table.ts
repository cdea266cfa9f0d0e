import type { FarcasterSignerStatus } from '@latchkey/wire';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../../../db/index.ts';

/** Keys by which an app writes to Farcaster for its users: the newest that each asked for. */
export const farcasterSigners = pgTable(
  'farcaster_signers',
  {
    appId: text('app_id').notNull(),
    userId: text('user_id').notNull(),
    fid: bigint('fid', { mode: 'number' }).notNull(),
    /** 0x and hex, in lower case. */
    publicKey: text('public_key').notNull(),
    /** Names the request at Farcaster, sealed; null where none was needed. */
    requestToken: bytea('request_token'),
    approvalUrl: text('approval_url'),
    /** What the chain or Farcaster said last. */
    status: text('status').$type<FarcasterSignerStatus>().notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    deadlineMs: bigint('deadline_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.userId, table.fid] })],
);

/** A signer, as it is kept. */
export type SignerRow = typeof farcasterSigners.$inferSelect;
