import { join } from 'node:path';
import type { RecoveryConfig } from './config.ts';
import { createSealing, nodeRandom, openKeyring } from './crypto/index.ts';
import { createRecoveryStore, serveRecoveryStore } from './custody/index.ts';
import { startJobs } from './jobs.ts';
import { listen, usualGraceMs } from './listen.ts';
import { systemClock } from './service.ts';
import { createLog, openDatabase, type Server, type StartOptions, within } from './startServer.ts';

/**
 * Starts the recovery store as a process of its own, with a database and a KEK that the service does not have
 * (docs/guide/recovery-store.md).
 *
 * @param options `clock` in place of the system's; `log` in place of standard output; `graceMs` for requests in flight
 *   at a stop
 * @throws StartError that says what is wrong and what to do; then nothing is left open
 */
export async function startRecovery(
  config: RecoveryConfig,
  options: Omit<StartOptions, 'mailer'> = {},
): Promise<Server> {
  const { clock = systemClock, graceMs = usualGraceMs, log = createLog() } = options;
  const dataDir = join(config.dataDir, 'recovery');
  const database = await openDatabase({ ...config, dataDir }, log, {
    variable: 'LATCHKEY_RECOVERY_DATABASE_URL',
    // The tables of this store alone: the service's have no business here.
    only: /_recovery_store\.sql$/,
  });
  const world = { clock, database, fetch, log, random: nodeRandom };
  const keyring = openKeyring(world, config.keks, config.aws);
  const sealing = createSealing(world, { keyring, store: 'recovery' });
  const service = serveRecoveryStore(world, {
    store: createRecoveryStore(world, sealing),
    token: config.token,
  });
  try {
    const listener = await listen(service, {
      port: config.port,
      hosts: config.bind,
      drainMs: config.drainS * 1000,
      graceMs,
    });
    const rewrap = async () => void (await sealing.rewrap());
    const stopJobs = startJobs([{ name: 'rewrap', everyMs: 60_000, run: rewrap }], log);
    log.info({ port: listener.port, database: database.kind, store: 'recovery' }, 'listening');
    return {
      port: listener.port,
      async close() {
        await listener.retire();
        const stopped = stopJobs();
        await listener.close();
        await within(graceMs / 2, log, () => stopped.then(() => database.close()));
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
