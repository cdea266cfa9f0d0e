import { findPostgres } from '../packages/testkit/src/postgres/findPrograms.ts';
import { setup as startPostgresOfRun } from '../packages/testkit/src/postgres/postgresSetup.ts';
import { installPublishedClients } from './install.ts';

/**
 * Vitest's global set-up of the project `conformance`: the published clients, and a PostgreSQL where the machine has one
 * (`scripts/test.ts` counts a missing one as a failure where CI runs).
 *
 * @returns the function that ends it
 */
export async function setup(): Promise<() => Promise<void>> {
  await installPublishedClients();
  return findPostgres() ? startPostgresOfRun() : async () => {};
}
