import type { AuditActorType, AuditKind } from '@latchkey/wire';
import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

const number = (name: string) => bigint(name, { mode: 'number' });

/** Value of a detail, such as an id, a kind or a count. Not text from a user. */
export type AuditDetail = string | number | boolean | readonly string[];

export const auditEvents = pgTable(
  'audit_events',
  {
    appId: text('app_id').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').$type<AuditKind>().notNull(),
    userId: text('user_id'),
    sessionId: text('session_id'),
    actorType: text('actor_type').$type<AuditActorType>().notNull(),
    actorId: text('actor_id'),
    subject: text('subject'),
    details: jsonb('details').$type<Readonly<Record<string, AuditDetail>>>().notNull(),
    atMs: number('at_ms').notNull(),
    sequence: number('sequence'),
    hash: bytea('hash'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.eventId] })],
);

export const auditChains = pgTable('audit_chains', {
  appId: text('app_id').primaryKey(),
  sequence: number('sequence').notNull(),
  hash: bytea('hash').notNull(),
  floorSequence: number('floor_sequence').notNull(),
  floorHash: bytea('floor_hash').notNull(),
});
