import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Consents of users: the requesters that may see or use their wallets of an app. */
export const connections = pgTable(
  'cross_app_connections',
  {
    /** Id of the provider, the app whose user agreed. */
    appId: text('app_id').notNull(),
    connectionId: text('connection_id').notNull(),
    userId: text('user_id').notNull(),
    requesterAppId: text('requester_app_id'),
    requesterOrigin: text('requester_origin'),
    /** Id under which the requester knows the user. */
    subject: text('subject').notNull(),
    readOnly: boolean('read_only').notNull(),
    createdAtMs: bigint('created_at_ms', { mode: 'number' }).notNull(),
    agreedAtMs: bigint('agreed_at_ms', { mode: 'number' }).notNull(),
    usedAtMs: bigint('used_at_ms', { mode: 'number' }),
    expiresAtMs: bigint('expires_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.connectionId] }),
    index('cross_app_connections_late').on(table.expiresAtMs),
    index('cross_app_connections_subject').on(table.appId, table.subject),
  ],
);

export type ConnectionRow = typeof connections.$inferSelect;
