import { setTimeout } from 'node:timers/promises';
import type { AppInput } from '@latchkey/wire';
import { pino } from 'pino';
import { readAppsFile } from './apps/index.ts';
import type { Config } from './configShape.ts';
import { createSmtpMailer } from './delivery/index.ts';
import { startJobs } from './jobs.ts';
import { listen, type StopOptions, usualGraceMs } from './listen.ts';
import { openDatabase } from './openDatabase.ts';
import { createService, type ServiceOptions, systemClock } from './service.ts';
import { startTracing, traceFields } from './tracing/index.ts';

export interface Server {
  readonly port: number;
  /**
   * Stops accepting requests, finishes those in flight, and closes the database if the program has one. Each step has a
   * time limit. Work that hangs longer ends when the process exits.
   */
  close(options?: StopOptions): Promise<void>;
}

export interface StartOptions extends Partial<Pick<ServiceOptions, 'clock' | 'log' | 'mailer' | 'workers'>> {
  /** Apps to start with, already read. @default those that `readAppsFile` returns */
  apps?: readonly AppInput[];
  /**
   * Time that requests in flight get at a stop, in ms. Closing the database and the rest then gets half of it.
   *
   * @default 10_000
   */
  graceMs?: number;
}

/**
 * Longest head of a request, in bytes. Requests to another app's wallet are part of the URL, where percent-encoding
 * turns a byte into three (docs/wire/protocol.md §2.13).
 */
const headBytes = 32 * 1024;

/**
 * Lines of the log are written when `minLength` bytes wait, and at least every `periodicFlush` ms. Workers share a
 * pipe, where a write of up to `maxWrite` bytes is not mixed with another process's (pipe(7)).
 */
const logBuffer = { minLength: 3_072, maxWrite: 4_096, periodicFlush: 100 };

/**
 * Creates the log of a program: one JSON object per line. Lines wait in a buffer for at most about a tenth of a second,
 * because a system call per line would be a large part of the cost of a refresh. Lines that wait are written when the
 * process exits, and are lost if it is killed.
 *
 * @param options `worker` is the number of this worker, which each line then contains; `isTraced` adds the ids of trace
 *   and span to each line of a traced request; `fd` is the descriptor to write to, by default standard output
 */
export function createLog({
  worker = null,
  isTraced = false,
  fd = process.stdout.fd,
}: {
  worker?: number | null;
  isTraced?: boolean;
  fd?: number;
} = {}): NonNullable<ServiceOptions['log']> {
  const base = worker === null ? null : { worker };
  const output = pino.destination({ dest: fd, sync: false, ...logBuffer });
  const mixin = isTraced ? { mixin: traceFields } : {};
  return pino({ base, timestamp: pino.stdTimeFunctions.isoTime, ...mixin }, output);
}

/**
 * Starts the whole service with a configuration: apps file, database, migrations, mail, listeners, jobs.
 *
 * @param options `mailer` in place of SMTP; `graceMs` for requests in flight at a stop
 * @throws StartError that says what is wrong and what to do
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<Server> {
  const { otlpEndpoint: endpoint } = config;
  const log = options.log ?? createLog({ isTraced: endpoint !== null });
  const apps = options.apps ?? readAppsFile({ ...config, path: config.appsFile });
  const tracing = await startTracing({ endpoint, log, serviceName: 'latchkey' });
  const { clock = systemClock, graceMs = usualGraceMs } = options;
  const database = await openDatabase(config, log, { clock, tracing });
  const { smtpUrl: url, mailFrom: from } = config;
  const mailer = options.mailer ?? createSmtpMailer({ url, from, clock, log });
  const closeAll = async () => {
    // Closed before the database, because the last metrics are read from it.
    await tracing?.close();
    await mailer.close();
    await database.close();
  };
  try {
    const service = await createService({ ...options, log, config, database, mailer, apps, tracing });
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
      async close(circumstances) {
        await listener.retire(circumstances);
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

/** Waits for work for at most `ms` milliseconds, so that a database that hangs does not keep a process running. */
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
