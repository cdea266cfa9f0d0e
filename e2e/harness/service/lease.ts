import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DatabaseKind,
  findPostgres,
  type PostgresServer,
  seedDataFolder,
  startPostgres,
  temporaryFolder,
} from '@latchkey/testkit';
import type { AdminAppBody } from '@latchkey/wire';
import { type KeptProcess, type ServiceProcess, startServiceProcess } from './process.ts';

/** A service that only one test file uses. */
export interface ServiceLease {
  readonly service: ServiceProcess;
  /** PostgreSQL server of the service; null if its database is embedded. */
  readonly postgres: PostgresServer | null;
  close(): Promise<void>;
}

interface LeaseOptions {
  apps: readonly AdminAppBody[];
  database: DatabaseKind;
  /** `LATCHKEY_…` variables, except those for the apps file, the data folder and the database. */
  env: Readonly<Record<string, string>>;
  /** True if the service needs a process in which no other service ran. */
  isFresh: boolean;
  program?: string;
}

/** A process with its database, in which services run one after the other. */
interface Home {
  /** Folder of the apps file and the embedded database. */
  readonly folder: string;
  readonly postgres: PostgresServer | null;
  readonly process: KeptProcess;
}

/** Process and database that no file uses now. They end with the worker. */
let idle: Home | null = null;

/**
 * Starts a service with its own apps on an empty database, with its clock at the system's time. With the embedded
 * database and the usual program, the test files of a worker use one process, one after the other, because starting one
 * takes seconds of CPU time. A process that a file has killed, stopped or held is not used again.
 */
export async function leaseService(options: LeaseOptions): Promise<ServiceLease> {
  const isForAll = options.database === 'embedded' && !options.isFresh && options.program === undefined;
  const kept = isForAll ? takeIdle() : null;
  const home = kept ? await moveIn(kept, options) : await build(options);
  return {
    service: home.process,
    postgres: home.postgres,
    async close() {
      const isKept = isForAll && idle === null && home.process.isUnharmed() && (await home.process.end());
      // Another lease may have left its process here meanwhile.
      if (isKept && idle === null) idle = home;
      else await tearDown(home);
    },
  };
}

function takeIdle(): Home | null {
  const home = idle;
  idle = null;
  return home?.process.isUnharmed() ? home : null;
}

async function moveIn(home: Home, options: LeaseOptions): Promise<Home> {
  try {
    await home.process.begin(await settingsOf(home, options));
    return home;
  } catch (error) {
    await tearDown(home);
    throw error;
  }
}

async function build(options: LeaseOptions): Promise<Home> {
  const folder = temporaryFolder('harness');
  const place = { folder, postgres: options.database === 'postgres' ? await startOwnPostgres() : null };
  try {
    if (!place.postgres) await seedDataFolder(join(folder, 'data'));
    const settings = await settingsOf(place, options);
    return { ...place, process: await startServiceProcess(settings, folder, options.program) };
  } catch (error) {
    await clear(place);
    throw error;
  }
}

async function settingsOf(
  { folder, postgres }: Omit<Home, 'process'>,
  { apps, env }: LeaseOptions,
): Promise<Record<string, string>> {
  const appsFile = join(folder, 'latchkey.config.json');
  await writeFile(appsFile, JSON.stringify({ apps }));
  return {
    LATCHKEY_CONFIG: appsFile,
    LATCHKEY_DATA_DIR: join(folder, 'data'),
    ...(postgres ? { LATCHKEY_DATABASE_URL: postgres.url } : {}),
    ...env,
  };
}

async function tearDown(home: Home): Promise<void> {
  await home.process.stop();
  await clear(home);
}

async function clear({ folder, postgres }: Omit<Home, 'process'>): Promise<void> {
  await postgres?.destroy();
  await rm(folder, { recursive: true, force: true });
}

async function startOwnPostgres(): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('No PostgreSQL 15 or newer was found');
  return startPostgres(programs, { within: 'worker' });
}
