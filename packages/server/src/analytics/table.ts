import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const analyticsEvents = pgTable(
  'analytics_events',
  {
    appId: text('app_id').notNull(),
    eventId: text('event_id').notNull(),
    eventName: text('event_name').notNull(),
    clientId: text('client_id'),
    analyticsId: text('analytics_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    receivedAtMs: bigint('received_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.eventId] }),
    index('analytics_events_received_at').on(table.receivedAtMs),
  ],
);
