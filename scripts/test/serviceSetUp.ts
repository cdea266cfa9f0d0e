import { buildAll } from '../build.ts';

/** Vitest's global set-up of the projects that start the service as a process of its own: its one file, as it is now. */
export async function setup(): Promise<void> {
  await buildAll({ only: ['server'] });
}
