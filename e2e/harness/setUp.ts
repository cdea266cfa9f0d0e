import { buildAll } from '../../scripts/build.ts';

/**
 * Vitest's global set-up of the projects with a browser. Test files run at the same time and must find everything
 * built.
 */
export async function setup(): Promise<void> {
  await buildAll({ only: ['frame', 'hosted', 'harness'] });
}
