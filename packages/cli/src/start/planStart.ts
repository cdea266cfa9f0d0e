import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { findPorts, type PortUse } from './ports.ts';

export interface StartInput {
  readonly freePorts: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Command lines for advice: of this start, and of one with free ports. */
  readonly advice: { readonly start: string; readonly freePorts: string };
}

export interface StartPlan {
  readonly ports: Readonly<Record<Place, number>>;
  readonly dataDir: string;
}

type Place = keyof typeof places;

const places = {
  service: { what: 'the service', variable: 'LATCHKEY_PORT', usual: 4000 },
  sandbox: { what: 'the sandbox', variable: 'LATCHKEY_SANDBOX_PORT', usual: 4010 },
  mail: { what: "the sandbox's mail server", variable: 'LATCHKEY_SANDBOX_SMTP_PORT', usual: 4025 },
  demo: { what: 'the demo', variable: 'LATCHKEY_DEMO_PORT', usual: 3000 },
  hosted: { what: 'the hosted pages', variable: 'LATCHKEY_HOSTED_PORT', usual: 4002 },
} as const;
const placeNames = Object.keys(places) as Place[];

/**
 * Chooses the ports and the data folder of a start: those of the environment or the defaults, and if allowed free ports
 * instead of taken ones.
 *
 * @throws Error for an invalid port, or if no port is free. If ports or the folder are in use, its message names all of
 *   them, and one command line that avoids them
 */
export async function planStart(input: StartInput): Promise<StartPlan> {
  const { advice, cwd, env, freePorts: mayMove } = input;
  const uses = placeNames.map((name) => useOf(name, env));
  const { taken, free } = await findPorts(uses);
  const dataDir = env.LATCHKEY_DATA_DIR || join(cwd, '.latchkey');
  const folderProblem = env.LATCHKEY_DATABASE_URL ? null : await findHolder(dataDir);
  // These URLs lead to the service from outside, so its port must not change.
  const urls = ['LATCHKEY_URL', 'LATCHKEY_TUNNEL_URL'].filter((name) => env[name]);
  const stays = (use: PortUse) => !mayMove || (urls.length > 0 && use.variable === places.service.variable);
  const blocked = taken.filter(stays);
  if (blocked.length === 0 && folderProblem === null) {
    const ports = Object.fromEntries(placeNames.map((name, index) => [name, free[index]?.port]));
    return { ports: ports as Record<Place, number>, dataDir };
  }
  const moved = free.filter(
    ({ port, variable }, index) => isSet(env[variable]) || port !== uses[index]?.port,
  );
  const settings = [
    ...(mayMove && blocked.length === 0 ? [] : moved.map(({ variable, port }) => `${variable}=${port}`)),
    ...(await folderSetting(input, dataDir, folderProblem !== null)),
  ];
  throw new Error(
    [
      'Latchkey cannot start here:',
      ...blocked.map(({ what, port, variable }) => `  - port ${port}, for ${what}, is taken (${variable})`),
      ...(folderProblem === null ? [] : [`  - ${folderProblem} (LATCHKEY_DATA_DIR)`]),
      `Stop what is in the way (another \`${advice.start}\`?), or start beside it:`,
      '',
      `  ${[...settings, mayMove ? advice.freePorts : advice.start].join(' ')}`,
      '',
      ...(mayMove ? [] : [`\`${advice.freePorts}\` finds free ports by itself.`]),
      ...(blocked.some(({ variable }) => variable === places.service.variable)
        ? urls.map((name) => `${name} is set: it must lead to the new port of the service.`)
        : []),
    ].join('\n'),
  );
}

const isSet = (text: string | undefined): boolean => text !== undefined && text !== '';

function useOf(name: Place, env: StartInput['env']): PortUse {
  const { what, variable, usual } = places[name];
  const port = Number(env[variable] || usual);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return { what, variable, port };
  throw new Error(
    `${variable} is not a port. Set it to a whole number from 1 to 65535, or leave it out for ${usual}.`,
  );
}

/** Returns a message that a data folder is in use, with the process if known. Null if it is free. */
async function findHolder(folder: string): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const { isStartError, lockFolder } = await import('@latchkey/server');
  try {
    (await lockFolder(folder))();
    return null;
  } catch (error) {
    if (!isStartError(error)) throw error;
    const holder = /by process \d+/.exec(error.message)?.[0];
    return `the data folder ${folder} is in use${holder ? ` ${holder}` : ''}`;
  }
}

/**
 * Returns the setting of the data folder for the command line. If the folder is in use, the setting names the next free
 * one. Empty for the default folder if that is free.
 */
async function folderSetting(
  { cwd, env }: Pick<StartInput, 'cwd' | 'env'>,
  folder: string,
  isTaken: boolean,
): Promise<string[]> {
  if (!isTaken) return isSet(env.LATCHKEY_DATA_DIR) ? [`LATCHKEY_DATA_DIR=${quote(folder)}`] : [];
  for (let number = 2; ; number += 1) {
    const next = `${folder}-${number}`;
    if ((await findHolder(next)) === null) return [`LATCHKEY_DATA_DIR=${quote(shorten(cwd, next))}`];
  }
}

/** Shortens a path below the folder in which the programs run to a relative one. */
function shorten(cwd: string, folder: string): string {
  const fromCwd = relative(cwd, folder);
  return isAbsolute(fromCwd) || fromCwd.startsWith('..') ? folder : fromCwd;
}

const quote = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
