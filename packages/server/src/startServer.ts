import { setTimeout } from 'node:timers/promises';
import type { AppInput } from '@latchkey/wire';
import { pino } from 'pino';
import { readAppsFile } from './apps/index.ts';
import type { Config } from './configShape.ts';
import { type Database, migrate, openEmbedded, openPostgres } from './db/index.ts';
import { createSmtpMailer } from './delivery/index.ts';
import { describeError } from './http/index.ts';
import { startJobs } from './jobs.ts';
import { listen, usualGraceMs } from './listen.ts';
import { createService, type ServiceOptions, systemClock } from './service.ts';
import { isStartError, startError } from './startError.ts';

export interface Server {
  readonly port: number;
  /**
   * Takes no more requests, finishes those in flight, closes the database: in `drainS`, 10 s and 5 s at most. What hangs
   * longer is left to the end of the process.
   */
  close(): Promise<void>;
}

/** What starts need besides their configuration. */
export interface StartOptions extends Partial<Pick<ServiceOptions, 'clock' | 'log' | 'mailer'>> {
  /** Apps of the apps file, read already. @default what stands in the file that the configuration names */
  apps?: readonly AppInput[];
  /** How long requests in flight may take once it stops; what comes after them gets half of it. @default 10 s */
  graceMs?: number;
}

/** A request to another app's wallet comes in an address, with each sign of it as up to three (docs/wire/protocol.md §2.13). */
const headBytes = 32 * 1024;

/** The log of a program: one JSON object a line on standard output. */
export function createLog(): NonNullable<ServiceOptions['log']> {
  // Not synchronous: a system call per line would be a large part of what a refresh costs.
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ sync: false }));
}

/**
 * Starts the whole service as a configuration says: apps file, database, migrations, mail, listeners, jobs.
 *
 * @param options `clock` in place of the system's; `log` in place of standard output; `mailer` in place of SMTP;
 *   `graceMs` for requests in flight at a stop
 * @throws StartError that says what is wrong and what to do; then nothing is left open
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<Server> {
  const log = options.log ?? createLog();
  const apps = options.apps ?? readAppsFile({ ...config, path: config.appsFile });
  const database = await openDatabase(config, log);
  const { clock = systemClock, graceMs = usualGraceMs } = options;
  const { smtpUrl: url, mailFrom: from } = config;
  const mailer = options.mailer ?? createSmtpMailer({ url, from, clock, log });
  const closeAll = async () => {
    await mailer.close();
    await database.close();
  };
  try {
    const service = await createService({ ...options, log, config, database, mailer, apps });
    const listener = await listen(service, {
      port: config.port,
      hosts: config.bind,
      drainMs: config.drainS * 1000,
      graceMs,
      headBytes,
    });
    const stopJobs = startJobs(service.jobs, log);
    if (config.tunnelUrl !== null) {
      log.warn(
        { url: config.url },
        `DEVELOPMENT service, open to the internet at ${config.url}: data and keys lie beside each other on this machine, and apps share the sandbox's clients. Keep nothing of value in its wallets.`,
      );
    }
    if (config.pricesUrl === null)
      log.info('LATCHKEY_PRICES_URL is not set, or off: amounts show no price in US dollars');
    if (config.quotesUrl === null)
      log.info('LATCHKEY_QUOTES_URL is not set, or off: no wallet is funded from another network');
    log.info({ url: config.url, port: listener.port, database: database.kind }, 'listening');
    return {
      port: listener.port,
      async close() {
        await listener.retire();
        const stopped = stopJobs();
        await listener.close();
        await within(graceMs / 2, log, () => stopped.then(closeAll));
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Waits for work, for `ms` milliseconds at most: a database that hangs must not keep a process from stopping. */
export async function within(
  ms: number,
  log: NonNullable<ServiceOptions['log']>,
  work: () => Promise<unknown>,
): Promise<void> {
  const waiting = new AbortController();
  const late = setTimeout(ms, null, { signal: waiting.signal }).then(
    () => log.warn({}, 'what was under way did not end in time and is left'),
    () => undefined, // aborted below
  );
  await Promise.race([work(), late]).finally(() => waiting.abort());
}

/**
 * Opens a database and brings it to this version's shape.
 *
 * @param options `variable` that holds the address; `only` the migrations that it needs
 */
export async function openDatabase(
  config: Pick<Config, 'databasePrepared' | 'databaseUrl' | 'dataDir'>,
  log: NonNullable<ServiceOptions['log']>,
  options: { variable?: string; only?: RegExp } = {},
): Promise<Database> {
  const { variable = 'LATCHKEY_DATABASE_URL', only = /./ } = options;
  const { databasePrepared: prepared, databaseUrl } = config;
  if (databaseUrl === null) {
    log.warn(
      'The embedded database survives a killed process, not a power cut. Production needs PostgreSQL.',
    );
  }
  const database =
    databaseUrl === null
      ? await openEmbedded({ dataDir: config.dataDir })
      : openPostgres(databaseUrl, {
          prepared,
          onLost: (error) => log.warn({ error: describeError(error) }, 'a database connection was lost'),
        });
  try {
    const onWait = () => log.info('another process is changing the database; waiting for its end');
    await migrate(database, { nowMs: Date.now(), only, onWait });
    return database;
  } catch (error) {
    await database.close();
    throw isStartError(error) || databaseUrl === null ? error : toStartError(error, databaseUrl, variable);
  }
}

/** Names host and database, never the password. */
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
      `${place}: is read-only, as a stand-by is. Start on the primary, or check ${variable}.`,
      error,
    );
  }
  if (codes.includes('service_unavailable')) {
    return startError(`${place}: does not answer. Start it, or check ${variable}.`, error);
  }
  return error;
}
