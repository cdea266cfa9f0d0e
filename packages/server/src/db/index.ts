/**
 * Connects to the embedded database (PGlite) or PostgreSQL through one interface, and runs the migrations. Owns
 * connections and transactions; knows no table. Used by every module with data; uses no other module.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { TurnOptions } from './takeTurns.ts';

export { countAlone } from './countAlone.ts';
export { fromDatabaseError, isDangling, isUnusable } from './databaseError.ts';
export { migrate } from './migrate.ts';
export { openEmbedded } from './openEmbedded.ts';
export { openPostgres } from './openPostgres.ts';
export { type Given, prepare } from './prepare.ts';
export { isStorable, mayBeUnstorable } from './storable.ts';

/** What a query runs on: the database itself or a transaction. The same for both drivers. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs raw SQL on one connection; several statements at once when there are no values. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /**
   * Runs work in one transaction; a throw rolls back. Nothing but `tx` may be awaited inside: the embedded database
   * has one connection, so that a query beside the transaction would wait for it for ever.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * A named prepared statement in SQL, for hot paths: parsed and planned once per connection. Not for use inside a
   * transaction.
   * @example const find = database.statement<{ id: string }>('users_find', 'select id from users where app_id = $1');
   */
  statement<Row>(name: string, text: string): (values: readonly unknown[]) => Promise<Row[]>;
  /**
   * Runs work in one transaction, alone among all processes on this database: an advisory lock that ends with the
   * transaction. While another process has it, looks again every quarter of a second. For migrations.
   * @throws StartError when that one has it for ten minutes
   */
  exclusively<T>(work: (run: RunSql) => Promise<T>, options?: TurnOptions): Promise<T>;
  /** Resolves when the database answers, rejects with `service_unavailable` when not. */
  ping(): Promise<void>;
  /** How the connections of this process are used right now. */
  usage(): DatabaseUsage;
  close(): Promise<void>;
}

export interface DatabaseUsage {
  readonly busy: number;
  readonly idle: number;
  readonly max: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export { bytea } from './bytea.ts';
