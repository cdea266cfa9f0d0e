import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { directoryRoutes } from '@latchkey/wire';
import { asApp, callService, findUrl, readCredentials, serviceOptions } from '../api/index.ts';
import { type Context, command, commandError } from '../command/index.ts';
import { type ImportRecord, importSources, importUsers, openState, readRows } from '../import/index.ts';

export const usersImport = command(
  {
    words: 'users import',
    about:
      'Imports users of another service into an app, with their verified accounts. A second run goes on where the first one ended. Embedded wallets move by their owners.',
    arguments: ['app_id', 'file'],
    options: {
      from: { about: 'Kind of the file.', value: 'kind', choices: importSources.map(({ id }) => id) },
      dryRun: { about: 'Reads the file, counts what would be imported, and changes nothing.' },
      state: {
        about:
          'File with the result of each user, by which an import goes on. Default: the name of the file and .state.',
        value: 'path',
      },
      url: serviceOptions.url,
      secretFile: {
        about: "File with the app's secret. By default LATCHKEY_APP_SECRET, or a question.",
        value: 'path',
      },
    },
  },
  async (context, { arguments: { app_id, file }, options }) => {
    const source = importSources.find(({ id }) => id === options.from);
    if (!source) throw commandError('Name the kind of the file with --from.', 'usage');
    const content = readText(context, file);
    const records = readRows(content).map(source.toRecord);
    if (options.dryRun) return summarize(records);
    const url = findUrl(context, options) ?? (await readCredentials(context.configFolder)).current;
    if (url === null) throw commandError('No service is named. Give --url.', 'usage');
    const caller = asApp(url, app_id, await findSecret(context, options.secretFile));
    const statePath = resolve(context.cwd, options.state ?? `${file}.state`);
    const file_sha256 = createHash('sha256').update(content).digest('hex');
    const state = openState(statePath, { file_sha256, app_id, from: source.id });
    try {
      await importUsers({
        records,
        state,
        note: context.note,
        wait: (ms) => setTimeout(ms),
        async send(linked_accounts, { sourceId }) {
          const custom_metadata = sourceId === '' ? {} : { imported_from: source.id, imported_id: sourceId };
          const body = { linked_accounts: [...linked_accounts], custom_metadata };
          const user = await callService(context, caller, directoryRoutes.importUser, { body });
          return user.id;
        },
      });
    } catch (error) {
      context.note(
        `${state.outcomes.size} of ${records.length} users are done. Run the command again to go on.`,
      );
      throw error;
    } finally {
      state.close();
    }
    const outcomes = [...state.outcomes.values()];
    const count = (status: string) => outcomes.filter((one) => one.status === status).length;
    const json = {
      imported: count('imported'),
      refused: count('refused'),
      left_out: count('left_out'),
      state: statePath,
    };
    const text = `${json.imported} imported, ${json.refused} refused, ${json.left_out} left out. Each result is in ${statePath}.`;
    return { json, text, exit: json.refused > 0 ? 'failed' : 'ok' };
  },
);

function summarize(records: readonly ImportRecord[]) {
  const reasons = new Map<string, number>();
  for (const { left } of records) for (const one of left) reasons.set(one, (reasons.get(one) ?? 0) + 1);
  const usable = records.filter(({ accounts }) => accounts.length > 0).length;
  const lines = [...reasons].map(([reason, count]) => `left out ${count} times: ${reason}`);
  const json = { users: records.length, importable: usable, left: Object.fromEntries(reasons) };
  return { json, text: [`${usable} of ${records.length} users can be imported.`, ...lines].join('\n') };
}

function readText({ cwd }: Context, path: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw commandError(`${path} cannot be read.`, 'usage', cause);
  }
}

async function findSecret(context: Context, path: string | undefined): Promise<string> {
  const { env, prompt } = context;
  const given = path === undefined ? env.LATCHKEY_APP_SECRET : readText(context, path).trim();
  if (given) return given;
  if (prompt) return prompt.secret('Secret of the app');
  throw commandError(
    'There is no terminal to ask at. Set LATCHKEY_APP_SECRET, or give --secret-file.',
    'usage',
  );
}
