import { command, commandError } from '../command/index.ts';
import { startAll } from '../start/index.ts';

/** Returns the command as the person typed it, for advice. */
const commandLine = (env: Readonly<Record<string, string | undefined>>): string =>
  env.npm_lifecycle_event === 'npx' ? 'npx @latchkey/cli start' : 'latchkey start';

export const start = command(
  {
    words: 'start',
    about:
      'Starts everything for development on loopback: service, sandbox and demo, with an embedded database in .latchkey.',
    options: { freePorts: { about: 'Takes free ports instead of taken ones.' } },
  },
  async ({ cwd, env, fetch, note, tell }, { options }) => {
    const line = commandLine(env);
    const advice = { start: line, freePorts: `${line} --free-ports` };
    const code = await startAll({ freePorts: options.freePorts, env, cwd, advice, fetch, tell, note });
    if (code !== 0) throw commandError('Everything has stopped.');
    return null;
  },
);
