import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Codes that were sent; recipients and networks as keyed hashes. */
export const codes = pgTable(
  'codes',
  {
    appId: text('app_id').notNull(),
    recipient: text('recipient').notNull(),
    codeId: text('code_id').notNull(),
    /** Counts the codes of a recipient: of two requests at once one gets it. */
    number: integer('number').notNull(),
    /** Null once used or voided; the row then only counts as a send. */
    codeHash: bytea('code_hash'),
    /** Keyed hash of the id that the request had; null where it had none. */
    requestHash: bytea('request_hash'),
    network: text('network').notNull(),
    isKnownNetwork: boolean('is_known_network').notNull(),
    tries: jsonb('tries').$type<Record<string, number>>().notNull().default({}),
    foreignTries: integer('foreign_tries').notNull().default(0),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.recipient, table.number] }),
    index('codes_expires_at').on(table.expiresAtMs),
  ],
);

/** Networks from which a recipient has given a right code. */
export const codeNetworks = pgTable(
  'code_networks',
  {
    appId: text('app_id').notNull(),
    recipient: text('recipient').notNull(),
    network: text('network').notNull(),
    seenAtMs: bigint('seen_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.recipient, table.network] }),
    index('code_networks_seen_at').on(table.seenAtMs),
  ],
);

/** Ids that may be used once. */
export const usedIds = pgTable(
  'used_ids',
  {
    appId: text('app_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.id] }),
    index('used_ids_expires_at').on(table.expiresAtMs),
  ],
);

/** Wrong tries of secrets that never change. */
export const tries = pgTable(
  'tries',
  {
    appId: text('app_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    wrong: integer('wrong').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.id] }),
    index('tries_expires_at').on(table.expiresAtMs),
  ],
);

/** Secrets that are good once, by their SHA-256, with what hangs on them, sealed. */
export const tickets = pgTable(
  'tickets',
  {
    appId: text('app_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** Null where no one is known yet. */
    userId: text('user_id'),
    value: bytea('value').notNull(),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.id] }),
    index('tickets_user').on(table.appId, table.userId),
    index('tickets_expires_at').on(table.expiresAtMs),
  ],
);
