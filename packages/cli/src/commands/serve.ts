import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Context, command, commandError } from '../command/index.ts';
import { programFile } from '../start/index.ts';
import { envFileOption } from './envFile.ts';

/** Arguments of the program for each service that it can start. */
const services = { service: [], hosted: ['hosted'], recovery: ['recovery'] } as const;

/** Runs the service's program in this process, so that a process manager's signals reach it. */
async function serveAs(
  name: keyof typeof services,
  { cwd }: Context,
  envFile: string | undefined,
): Promise<null> {
  if (envFile !== undefined) loadFile(cwd, envFile);
  const file = programFile('service');
  // The program reads its arguments from `process.argv`, and starts its workers from the file named there.
  process.argv.splice(1, process.argv.length, file, ...services[name]);
  await import(pathToFileURL(file).href);
  return null;
}

/** Adds a file's variables to those of the process, which the program reads itself. */
function loadFile(cwd: string, path: string): void {
  try {
    process.loadEnvFile(resolve(cwd, path));
  } catch (cause) {
    throw commandError(`${path} cannot be read. Check --env-file.`, 'usage', cause);
  }
}

export const serve = command(
  {
    words: 'serve',
    about: 'Runs the service, with the settings of the environment. In production it refuses unsafe ones.',
    options: envFileOption,
  },
  (context, { options }) => serveAs('service', context, options.envFile),
);

export const serveHosted = command(
  {
    words: 'serve hosted',
    about: 'Runs the hosted pages as a process of their own.',
    options: envFileOption,
  },
  (context, { options }) => serveAs('hosted', context, options.envFile),
);

export const serveRecovery = command(
  {
    words: 'serve recovery',
    about: 'Runs the recovery store as a process of its own.',
    options: envFileOption,
  },
  (context, { options }) => serveAs('recovery', context, options.envFile),
);
