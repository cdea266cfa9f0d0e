import { resolve } from 'node:path';
import { type Context, command, commandError, type Result } from '../command/index.ts';
import { type Manifest, readManifest, runPostgres } from '../dump/index.ts';
import { envFileOption, readEnvironment } from './envFile.ts';
import { onDatabase } from './onDatabase.ts';

/** Variable of the database into which a dump is restored, by the store of its manifest. */
const variables = {
  service: 'LATCHKEY_DATABASE_URL',
  recovery: 'LATCHKEY_RECOVERY_DATABASE_URL',
} as const;
const drillVariable = 'LATCHKEY_DRILL_DATABASE_URL';

export const restore = command(
  {
    words: 'restore',
    about:
      'Restores a dump of `latchkey backup` into an empty database with pg_restore, and verifies the audit log in it. With --drill, restores into LATCHKEY_DRILL_DATABASE_URL, and checks that the configured keys open the data.',
    arguments: ['dump'],
    options: {
      ...envFileOption,
      drill: { about: 'Practises: uses another database, and changes no other one.' },
    },
  },
  async (context, { arguments: { dump }, options }) => {
    const path = resolve(context.cwd, dump);
    const manifest = await readManifest(path);
    const { drill } = options;
    if (drill && manifest.store === 'recovery') {
      throw commandError(
        'A drill restores a dump of the service. Restore that of the store by hand.',
        'usage',
      );
    }
    const env = readEnvironment(context, options.envFile);
    const name = variables[manifest.store];
    const url = env[drill ? drillVariable : name];
    if (!url) throw commandError(`${drill ? drillVariable : name} is not set.`, 'usage');
    if (drill && url === env[name]) {
      throw commandError(`${drillVariable} must be another database than ${name}.`, 'usage');
    }
    const own: Context = { ...context, env: { ...env, [name]: url } };
    await refuseTables(own, manifest.store);
    // pg_restore writes to a database only if an argument names it. Host and password stay in the environment.
    const into = `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`;
    const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', into, path];
    await runPostgres(own, 'pg_restore', args, url);
    await runPostgres(own, 'psql', ['--quiet', '--command=analyze'], url);
    return verify(own, manifest, { drill });
  },
);

/** @throws CommandError if the database has tables */
async function refuseTables(context: Context, store: Manifest['store']): Promise<void> {
  const isEmpty = await onDatabase(context, { envFile: undefined, store }, (database, server) =>
    server.isEmpty(database),
  );
  if (!isEmpty) throw commandError('The database has tables. Restore into an empty one.', 'usage');
}

function verify(context: Context, manifest: Manifest, { drill }: { drill: boolean }): Promise<Result> {
  const { audit, migrations, store, taken_at } = manifest;
  return onDatabase(context, { envFile: undefined, store }, async (database, server) => {
    const { applied, pending } = await server.readMigrationStatus(database);
    const missing = migrations.filter((name) => !applied.some((one) => one.name === name));
    const problems = missing.map((name) => `The migration ${name} is missing after the restore.`);
    if (store === 'service') {
      const found = await server.verifyAudit(database, audit);
      problems.push(
        ...found.problems.map(
          ({ appId, sequence, what }) => `The audit log of ${appId}: event ${sequence} is ${what}.`,
        ),
      );
    }
    if (drill) {
      // The service migrates an older dump when it starts.
      await server.migrate(database, { nowMs: context.now() });
      problems.push(...(await server.rehearse(context.env, database)));
    }
    const later =
      drill || pending.length === 0
        ? ''
        : ` ${pending.length} migrations are pending; the service applies them at its start.`;
    const destroy = drill ? ' Destroy this database now: with the keys, it opens wallets.' : '';
    const done = `Restored the state of ${taken_at}.${later}${destroy}`;
    const text = [done, ...problems.map((problem) => `✗ ${problem}`)].join('\n');
    return { json: { taken_at, problems }, text, exit: problems.length === 0 ? 'ok' : 'failed' };
  });
}
