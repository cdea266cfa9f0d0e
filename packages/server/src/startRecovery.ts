import { join } from 'node:path';
import type { RecoveryConfig } from './config.ts';
import { createSealing, nodeRandom, openKeyring } from './crypto/index.ts';
import { createRecoveryStore, serveRecoveryStore } from './custody/index.ts';
import { startJobs } from './jobs.ts';
import { listen, usualGraceMs } from './listen.ts';
import { openDatabase } from './openDatabase.ts';
import { systemClock } from './service.ts';
import { createLog, type Server, type StartOptions, within } from './startServer.ts';
import { startTracing, traceAnswers, traceFetch } from './tracing/index.ts';
import { alone } from './workers/index.ts';

/**
 * Starts the recovery store as a separate process, with a database and a KEK that the service does not have
 * (docs/guide/recovery-store.md).
 *
 * @param options `graceMs` for requests in flight at a stop
 * @throws StartError that says what is wrong and what to do
 */
export async function startRecovery(
  config: RecoveryConfig,
  options: Omit<StartOptions, 'mailer' | 'workers'> = {},
): Promise<Server> {
  const { otlpEndpoint: endpoint } = config;
  const isTraced = endpoint !== null;
  const { clock = systemClock, graceMs = usualGraceMs, log = createLog({ isTraced }) } = options;
  const tracing = await startTracing({ endpoint, log, serviceName: 'latchkey-recovery' });
  const dataDir = join(config.dataDir, 'recovery');
  const database = await openDatabase({ ...config, dataDir }, log, {
    clock,
    variable: 'LATCHKEY_RECOVERY_DATABASE_URL',
    // Only the tables of this store. The service's tables do not belong here.
    only: /_recovery_store\.sql$/,
    tracing,
  });
  const world = {
    clock,
    database,
    fetch: traceFetch(tracing, fetch),
    log,
    random: nodeRandom,
    tracing,
    workers: alone,
  };
  const keyring = openKeyring(world, config.keks, config.aws);
  const sealing = createSealing(world, { keyring, store: 'recovery' });
  const service = serveRecoveryStore(world, {
    store: createRecoveryStore(world, sealing),
    token: config.token,
  });
  const closeAll = async () => {
    await database.close();
    await tracing?.close();
  };
  try {
    const answer = traceAnswers(tracing, service.answer, { continuesTraces: true });
    const listener = await listen(
      { ...service, answer },
      {
        port: config.port,
        hosts: config.bind,
        variables: { port: 'LATCHKEY_RECOVERY_PORT', hosts: 'LATCHKEY_RECOVERY_BIND' },
        drainMs: config.drainS * 1000,
        graceMs,
      },
    );
    const rewrap = async () => void (await sealing.rewrap());
    const stopJobs = startJobs([{ name: 'rewrap', everyMs: 60_000, run: rewrap }], log);
    log.info({ port: listener.port, database: database.kind, store: 'recovery' }, 'listening');
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
