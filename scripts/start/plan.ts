import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { lockFolder } from '../../packages/server/src/db/lockFolder.ts';
import { isStartError } from '../../packages/server/src/startError.ts';
import { root } from '../build/contentHash.ts';
import { findPorts, type PortUse } from './ports.ts';

/** What a start is told: its options and the environment. */
export interface StartInput {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where a start puts what. */
export interface StartPlan {
  readonly ports: Readonly<Record<Place, number>>;
  readonly dataDir: string;
}

type Place = keyof typeof places;

const freePorts = '--free-ports';

const places = {
  service: { what: 'the service', variable: 'LATCHKEY_PORT', usual: 4000 },
  sandbox: { what: 'the sandbox', variable: 'LATCHKEY_SANDBOX_PORT', usual: 4010 },
  mail: { what: "the sandbox's mail server", variable: 'LATCHKEY_SANDBOX_SMTP_PORT', usual: 4025 },
  demo: { what: 'the demo', variable: 'LATCHKEY_DEMO_PORT', usual: 3000 },
  hosted: { what: 'the hosted pages', variable: 'LATCHKEY_HOSTED_PORT', usual: 4002 },
} as const;
const placeNames = Object.keys(places) as Place[];

/**
 * Chooses the ports and the data folder of a start: those of the environment, or free ones in their place where
 * `--free-ports` is given.
 *
 * @throws Error that names everything that is in use, with one command line that avoids all of it
 */
export async function planStart({ args, env }: StartInput): Promise<StartPlan> {
  const unknown = args.find((arg) => arg !== freePorts);
  if (unknown !== undefined) {
    throw new Error(`There is no option ${unknown}. \`npm start -- ${freePorts}\` takes free ports.`);
  }
  const uses = placeNames.map((name) => useOf(name, env));
  const { taken, free } = await findPorts(uses);
  const dataDir = env.LATCHKEY_DATA_DIR || join(root, '.latchkey');
  const folderProblem = env.LATCHKEY_DATABASE_URL ? null : await findHolder(dataDir);
  const mayMove = args.includes(freePorts);
  // What leads to the service from outside leads to one port.
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
    ...(await folderSetting(env, dataDir, folderProblem !== null)),
  ];
  throw new Error(
    [
      'Latchkey cannot start here:',
      ...blocked.map(
        ({ what, port, variable }) => `  - port ${port}, which ${what} needs, is taken (${variable})`,
      ),
      ...(folderProblem === null ? [] : [`  - ${folderProblem} (LATCHKEY_DATA_DIR)`]),
      'Stop what is in the way (another `npm start`?), or start beside it:',
      '',
      `  ${[...settings, 'npm start', ...(mayMove ? ['--', freePorts] : [])].join(' ')}`,
      '',
      ...(mayMove ? [] : [`\`npm start -- ${freePorts}\` finds free ports by itself.`]),
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

/** Says that a data folder is in use, and by whom; null when it is free. */
async function findHolder(folder: string): Promise<string | null> {
  if (!existsSync(folder)) return null;
  try {
    (await lockFolder(folder))();
    return null;
  } catch (error) {
    if (!isStartError(error)) throw error;
    const holder = /by process \d+/.exec(error.message)?.[0];
    return `the data folder ${folder} is in use${holder ? ` ${holder}` : ''}`;
  }
}

/** The data folder for a command line: the one that was set, or the next that is free. */
async function folderSetting(env: StartInput['env'], folder: string, isTaken: boolean): Promise<string[]> {
  if (!isTaken) return isSet(env.LATCHKEY_DATA_DIR) ? [`LATCHKEY_DATA_DIR=${quote(folder)}`] : [];
  for (let number = 2; ; number += 1) {
    const next = `${folder}-${number}`;
    if ((await findHolder(next)) === null) return [`LATCHKEY_DATA_DIR=${quote(shorten(next))}`];
  }
}

/** Programs of `npm start` run in the root: a folder below it is named from there. */
function shorten(folder: string): string {
  const fromRoot = relative(root, folder);
  return isAbsolute(fromRoot) || fromRoot.startsWith('..') ? folder : fromRoot;
}

const quote = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
