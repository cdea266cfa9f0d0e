import { migratedSnapshot } from '@latchkey/testkit';
import { buildAll } from '../../scripts/build.ts';

/** Vitest's global set-up of the projects with a browser: what their files begin from is made once, not by each. */
export async function setup(): Promise<void> {
  await Promise.all([buildAll({ only: ['frame', 'rig'] }), migratedSnapshot()]);
}
