import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

/** Sent codes. Recipients and networks are keyed hashes. */
export const codes = pgTable(
  'codes',
  {
    appId: text('app_id').notNull(),
    recipient: text('recipient').notNull(),
    codeId: text('code_id').notNull(),
    /** Number of the code for its recipient. Only one of two simultaneous requests gets it. */
    number: integer('number').notNull(),
    /** Null once used or voided. The row then only counts as a send. */
    codeHash: bytea('code_hash'),
    /** Keyed hash of the request's id; null if it had none. */
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

/** Networks from which a recipient submitted a right code. */
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

/** Single-use secrets, as SHA-256, with their sealed values. */
export const tickets = pgTable(
  'tickets',
  {
    appId: text('app_id').notNull(),
    kind: text('kind').notNull(),
    id: text('id').notNull(),
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
