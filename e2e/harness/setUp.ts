import { buildAll } from '../../scripts/build.ts';

/** Vitest's global set-up of the projects with a browser: test files run at the same time and must find it built. */
export async function setup(): Promise<void> {
  await buildAll({ only: ['frame', 'hosted', 'harness'] });
}
