import type { PublicKey } from '@latchkey/wire';
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../../db/index.ts';

/** Keys that sign the tokens of an app, one per generation. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    appId: text('app_id').notNull(),
    generation: integer('generation').notNull(),
    kid: text('kid').notNull(),
    publicJwk: jsonb('public_jwk').$type<PublicKey>().notNull(),
    privateKey: bytea('private_key').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    signsFromMs: bigint('signs_from_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.generation] })],
);
