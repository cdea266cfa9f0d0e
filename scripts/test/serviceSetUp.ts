import { buildAll } from '../build.ts';

/**
 * Global setup of the Vitest projects that start the service as a separate process: builds it and the command line
 * from the current sources.
 */
export async function setup(): Promise<void> {
  await buildAll({ only: ['server', 'cli'] });
}
