import type { Database } from '../db/index.ts';

export interface ServerFacts {
  /** Such as 150004. */
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly maxConnections: number;
  /** Connections of other clients, of every database of the server. */
  readonly otherConnections: number;
  /** Connections that only superusers may use. */
  readonly reservedConnections: number;
}

export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const read = database.statement<ServerFacts>(
    'doctor_server',
    `select current_setting('server_version_num')::int as "version",
      current_setting('server_version') as "versionText",
      current_setting('server_encoding') as "encoding",
      pg_is_in_recovery() as "isStandby",
      current_setting('fsync') as "fsync",
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('max_connections')::int as "maxConnections",
      current_setting('superuser_reserved_connections')::int as "reservedConnections",
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as "otherConnections"`,
  );
  const [facts] = await read([]);
  if (!facts) throw new Error('The server answered no row.');
  return facts;
}

/** Reads the clock of the database, in ms since 1970. */
export async function readDatabaseClock(database: Database): Promise<number> {
  const read = database.statement<{ ms: number }>(
    'doctor_clock',
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const [row] = await read([]);
  return row?.ms ?? Number.NaN;
}
