import type { Database } from '../db/index.ts';

export interface ServerFacts {
  /** Such as 150004. */
  readonly version: number;
  readonly versionText: string;
  readonly user: string;
  /** True if the user may create tables in the schema that new tables get. */
  readonly mayCreate: boolean;
  readonly encoding: string;
  readonly isStandby: boolean;
  /** True if transactions are read-only by default. */
  readonly isReadOnly: boolean;
  /** Standbys that are connected. */
  readonly standbys: readonly Standby[];
  readonly synchronousNames: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly maxConnections: number;
  /** Other connections to the databases of the server. */
  readonly otherConnections: number;
  /** Connections that only superusers may use. */
  readonly reservedConnections: number;
}

interface Standby {
  readonly name: string;
  /** True if a commit may wait for it. Null if the user may not see it. */
  readonly isSynchronous: boolean | null;
  /** Part of the log that it has not applied yet. 0 if the user may not see it. */
  readonly lagBytes: number;
}

/**
 * Selects the standbys of a primary as JSON. Leaves out copies in progress and subscribers of logical replication. A
 * user without `pg_read_all_stats` sees neither the state nor the lag of a standby.
 */
const standbys = `(
  select coalesce(json_agg(json_build_object(
    'name', coalesce(nullif(application_name, ''), client_addr::text, pid::text),
    'isSynchronous', sync_state <> 'async',
    'lagBytes', coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn, sent_lsn)), 0)
  ) order by pid), '[]')
  from pg_stat_replication
  where state is distinct from 'backup'
    and pid not in (select active_pid from pg_replication_slots where slot_type = 'logical' and active_pid is not null)
)`;

export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const read = database.statement<ServerFacts>(
    'doctor_server',
    `select current_setting('server_version_num')::int as "version",
      current_setting('server_version') as "versionText",
      current_user::text as "user",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      current_setting('server_encoding') as "encoding",
      pg_is_in_recovery() as "isStandby",
      current_setting('default_transaction_read_only')::bool as "isReadOnly",
      case when pg_is_in_recovery() then '[]' else ${standbys} end as "standbys",
      current_setting('synchronous_standby_names') as "synchronousNames",
      current_setting('fsync') as "fsync",
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('max_connections')::int as "maxConnections",
      current_setting('superuser_reserved_connections')::int as "reservedConnections",
      (select count(*)::int from pg_stat_activity
        where datid is not null and pid <> pg_backend_pid()) as "otherConnections"`,
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
