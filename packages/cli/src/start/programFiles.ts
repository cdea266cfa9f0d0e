import { createRequire } from 'node:module';
import { commandError } from '../command/index.ts';

/** Built programs of our packages, as installed beside this one. */
const programs = {
  service: '@latchkey/server/main',
  sandbox: '@latchkey/sandbox/main',
} as const;

/**
 * Returns the file of a program.
 *
 * @throws CommandError if its package is not installed: the sandbox is an optional dependency
 */
export function programFile(name: keyof typeof programs): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(programs[name]);
  } catch (cause) {
    const [packageName] = programs[name].split('/main');
    throw commandError(
      `The package ${packageName} is not installed. Install it beside @latchkey/cli, in the same version: npm install ${packageName}`,
      'failed',
      cause,
    );
  }
}
