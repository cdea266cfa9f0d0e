import type { Config } from './configShape.ts';
import { type Database, migrate, openEmbedded, openPostgres } from './db/index.ts';
import { describeError } from './http/index.ts';
import type { ServiceOptions } from './service.ts';
import { isStartError, startError } from './startError.ts';
import { type Tracing, traceStatements } from './tracing/index.ts';
import type { Clock } from './world.ts';

type DatabaseConfig = Pick<Config, 'databasePrepared' | 'databaseUrl' | 'dataDir'> & {
  /** Size of the pool. @default 10 */
  readonly databaseConnections?: number;
};

/**
 * Opens a database and migrates it to this version's schema.
 *
 * @param options `clock` gives the time that is stored with each applied migration; `variable` is the name of the
 *   variable with the address, for messages; `only` matches the names of the migrations to apply, by default all;
 *   `tracing` records the statements
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: NonNullable<ServiceOptions['log']>,
  options: { clock: Clock; variable?: string; only?: RegExp; tracing?: Tracing | null },
): Promise<Database> {
  const { variable = 'LATCHKEY_DATABASE_URL', only = /./, tracing } = options;
  const nowMs = options.clock.now();
  const watch = tracing ? traceStatements(tracing) : undefined;
  const { databaseConnections: connections, databasePrepared: prepared, databaseUrl } = config;
  if (databaseUrl === null) {
    log.warn(
      'The embedded database survives a killed process, not a power cut. Production needs PostgreSQL.',
    );
  }
  const database =
    databaseUrl === null
      ? await openEmbedded({ dataDir: config.dataDir, watch })
      : openPostgres(databaseUrl, {
          prepared,
          watch,
          ...(connections === undefined ? {} : { connections }),
          onLost: (error) => log.warn({ error: describeError(error) }, 'a database connection was lost'),
        });
  try {
    const onWait = () => log.info('another process is changing the database; waiting for its end');
    await migrate(database, { nowMs, only, onWait });
    return database;
  } catch (error) {
    await database.close();
    throw isStartError(error) || databaseUrl === null ? error : toStartError(error, databaseUrl, variable);
  }
}

/**
 * Opens a database as it is, without migrating it, and closes it after some work.
 *
 * @param options `variable` is the name of the variable with the address, for messages
 * @throws StartError that explains why the database cannot be used, if the error is a known one; otherwise the error
 *   itself
 */
export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (database: Database) => Promise<T>,
  options: { variable?: string } = {},
): Promise<T> {
  const { variable = 'LATCHKEY_DATABASE_URL' } = options;
  const { databaseConnections: connections, databasePrepared: prepared, databaseUrl, dataDir } = config;
  const database =
    databaseUrl === null
      ? await openEmbedded({ dataDir })
      : openPostgres(databaseUrl, { prepared, ...(connections === undefined ? {} : { connections }) });
  try {
    await database.ping();
    return await work(database);
  } catch (error) {
    throw isStartError(error) || databaseUrl === null ? error : toStartError(error, databaseUrl, variable);
  } finally {
    await database.close();
  }
}

/** Returns a StartError that explains an error of PostgreSQL, or the error itself. The text contains no password. */
function toStartError(error: unknown, databaseUrl: string, variable: string): unknown {
  const { host, pathname } = new URL(databaseUrl);
  const place = `PostgreSQL at ${host}, database ${pathname.slice(1) || '(none)'}`;
  const chain = describeError(error);
  const codes = chain.map((link) => link.code).filter((code) => typeof code === 'string');
  if (codes.includes('28P01') || codes.includes('28000')) {
    return startError(`${place}: user or password is wrong. Check ${variable}.`, error);
  }
  if (codes.includes('3D000')) {
    return startError(`${place}: there is no such database. Create it, or check ${variable}.`, error);
  }
  if (codes.includes('53300')) {
    return startError(
      `${place}: takes no more connections. Raise max_connections, or give each process fewer (docs/scaling.md, Pool).`,
      error,
    );
  }
  if (codes.includes('25006')) {
    return startError(
      `${place}: is read-only, as a standby is. Start on the primary, or check ${variable}.`,
      error,
    );
  }
  if (codes.includes('service_unavailable')) {
    return startError(`${place}: does not answer. Start it, or check ${variable}.`, error);
  }
  return error;
}
