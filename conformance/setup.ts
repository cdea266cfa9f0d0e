import { findPostgres } from '../packages/testkit/src/postgres/findPrograms.ts';
import { setup as startPostgresOfRun } from '../packages/testkit/src/postgres/postgresSetup.ts';
import { installPublishedClients } from './install.ts';

/**
 * Vitest's global set-up of the project `conformance`: installs the published clients, and starts a PostgreSQL if the
 * machine has one (`scripts/test.ts` counts a missing one as a failure in CI).
 *
 * @returns the function that stops PostgreSQL
 */
export async function setup(): Promise<() => Promise<void>> {
  await installPublishedClients();
  return findPostgres() ? startPostgresOfRun() : async () => {};
}
