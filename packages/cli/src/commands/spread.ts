import { type Command, command } from '../command/index.ts';
import { envFileOption } from './envFile.ts';
import { onDatabase } from './onDatabase.ts';

function spreadCommand(words: 'spread' | 'unspread', about: string, done: string): Command {
  return command({ words, about, options: envFileOption }, (context, { options }) =>
    onDatabase(context, options, async (database, server) => {
      await server.migrate(database, { nowMs: context.now() });
      const tables = await server[words](database);
      const names = tables.length > 0 ? `: ${tables.join(', ')}` : '';
      return { json: { tables }, text: `${tables.length} tables ${done}${names}` };
    }),
  );
}

export const spread = spreadCommand(
  'spread',
  'Spreads the tables over the nodes of a Citus cluster, by app, after pending migrations (docs/scaling.md).',
  'spread by app',
);

export const unspread = spreadCommand(
  'unspread',
  'Brings the tables back to the coordinator of the cluster.',
  'brought back to the coordinator',
);
