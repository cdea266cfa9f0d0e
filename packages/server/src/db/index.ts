/**
 * The database room: one interface over the embedded database (PGlite) and PostgreSQL, and the migrations.
 * Owns connections and transactions; knows no table. Every room with data asks it; it asks nobody.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What a query runs on: the database itself or a transaction. The same for both drivers. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /**
   * Runs work in one transaction; a throw rolls back. Nothing but the database may be awaited inside.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * A named prepared statement in SQL, for hot paths: parsed and planned once per connection.
   * @example const find = database.statement<{ id: string }>('users_find', 'select id from users where app_id = $1');
   */
  statement<Row>(name: string, text: string): (values: readonly unknown[]) => Promise<Row[]>;
  /** Resolves when the database answers, rejects with `service_unavailable` when not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
