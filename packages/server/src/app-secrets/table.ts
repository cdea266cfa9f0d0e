import type { AppSecretName } from '@latchkey/wire';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea } from '../db/index.ts';

export const appSecrets = pgTable(
  'app_secrets',
  {
    appId: text('app_id').notNull(),
    name: text('name').$type<AppSecretName>().notNull(),
    secret: bytea('secret').notNull(),
    setAtMs: bigint('set_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.name] })],
);
