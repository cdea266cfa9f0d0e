import type { WebhookType, webhookTestType } from '@latchkey/wire';
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';
import type { EventFacts } from './payload.ts';

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    appId: text('app_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    url: text('url').notNull(),
    types: jsonb('types').$type<WebhookType[]>(),
    secret: bytea('secret').notNull(),
    oldSecret: bytea('old_secret'),
    oldSecretUntilMs: bigint('old_secret_until_ms', { mode: 'number' }).notNull().default(0),
    followedSequence: bigint('followed_sequence', { mode: 'number' }).notNull(),
    failingSinceMs: bigint('failing_since_ms', { mode: 'number' }),
    disabledAtMs: bigint('disabled_at_ms', { mode: 'number' }),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.webhookId] })],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    appId: text('app_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').$type<WebhookType | typeof webhookTestType>().notNull(),
    /** Id of the user whose events are sent in order; null for events without an order. */
    lane: text('lane'),
    /** Position in the audit log. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().default(0),
    facts: jsonb('facts').$type<EventFacts>().notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'given_up', 'dropped'] }).notNull(),
    tries: integer('tries').notNull().default(0),
    /** Null if the delivery is closed, or waits in its lane. */
    dueAtMs: bigint('due_at_ms', { mode: 'number' }),
    lastStatus: integer('last_status'),
    lastFailure: text('last_failure'),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    closedAtMs: bigint('closed_at_ms', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.appId, table.webhookId, table.eventId] })],
);

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
