/**
 * Connects to the embedded database (PGlite) or PostgreSQL through one interface, and runs the migrations. Owns
 * connections, transactions and the table of applied migrations; only `spread.ts` names other tables. Uses no other
 * module.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { TurnOptions } from './takeTurns.ts';

export { countAlone } from './countAlone.ts';
export { fromDatabaseError, isDangling, isUnusable } from './databaseError.ts';
export { isEmpty } from './isEmpty.ts';
export { lockFolder } from './lockFolder.ts';
export { migrate, readMigrationStatus } from './migrate.ts';
export { openEmbedded } from './openEmbedded.ts';
export { openPostgres } from './openPostgres.ts';
export { type Given, prepare } from './prepare.ts';
export { localTables, referenceTables, spread, unspread } from './spread.ts';
export { isStorable, mayBeUnstorable } from './storable.ts';
export type { WatchStatement } from './watchQueries.ts';

/** Database or transaction that a query runs on. Both drivers share the type. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs raw SQL on one connection. The text may have several statements if there are no values. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs statements that each concern one app, or only tables of which every node has a copy. So one node answers if
   * the tables are spread ({@link spread}).
   */
  readonly db: Db;
  /**
   * Runs statements about all apps: for jobs, the start and operators, not for a user's request. If the tables are
   * spread, every node must answer.
   */
  readonly acrossApps: Db;
  /**
   * Runs work in one transaction, and rolls back if the work rejects. Await only `tx` inside: the embedded database
   * has one connection, so a query outside the transaction would wait forever for the transaction to end.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Returns a function that runs a statement, for hot paths. PostgreSQL prepares it under its name and parses it once
   * per connection, unless prepared statements are turned off. Not for use inside a transaction.
   * @example const find = database.statement<{ id: string }>('users_find', 'select id from users where app_id = $1');
   */
  statement<Row>(name: string, text: string, options?: StatementOptions): RunStatement<Row>;
  /**
   * Runs work in one transaction, under a lock that only one process holds at a time and that ends with the
   * transaction. While another process holds the lock, it tries again at intervals.
   * @throws StartError if other processes hold the lock for ten minutes
   */
  exclusively<T>(work: (run: RunSql) => Promise<T>, options?: TurnOptions): Promise<T>;
  ping(): Promise<void>;
  usage(): DatabaseUsage;
  close(): Promise<void>;
}

export type RunStatement<Row> = (values: readonly unknown[]) => Promise<Row[]>;

export interface StatementOptions {
  /**
   * Lets calls that wait for a connection be committed together, on PostgreSQL. Positions of the values that name the
   * row which the statement locks; the first is the app. For statements that lock the rows of one user at most.
   * @default each call is committed alone
   */
  readonly batchBy?: readonly number[];
}

export interface DatabaseUsage {
  readonly busy: number;
  readonly idle: number;
  readonly max: number;
  readonly waiting: number;
}

export { bytea } from './bytea.ts';
