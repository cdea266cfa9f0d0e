import { command, type Result } from '../command/index.ts';
import { envFileOption } from './envFile.ts';
import { onDatabase } from './onDatabase.ts';

/** Migrations of a recovery store in a database of its own. */
const ofRecoveryStore = /_recovery_store\.sql$/;

export const migrate = command(
  {
    words: 'migrate',
    about: "Applies pending migrations to the service's database, as the service does at its start.",
    options: {
      ...envFileOption,
      status: { about: 'Lists applied and pending migrations, and changes nothing.' },
      check: { about: 'Exits with 1 if a migration is pending, and changes nothing.' },
      dryRun: { about: 'Prints the statements of pending migrations, and changes nothing.' },
      recovery: { about: 'Uses the database of the recovery store as a separate process.' },
    },
  },
  (context, { options }) => {
    const only = options.recovery ? ofRecoveryStore : /./;
    const store = options.recovery ? 'recovery' : 'service';
    return onDatabase(context, { envFile: options.envFile, store }, async (database, server) => {
      const before = await server.readMigrationStatus(database, { only });
      if (options.status || options.check || options.dryRun) return describe(before, options);
      const onWait = () => context.note('Another process is changing the database; waiting for its end.');
      const applied = await server.migrate(database, { nowMs: context.now(), only, onWait });
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
      return { json: { applied }, text };
    });
  },
);

type Status = Awaited<ReturnType<typeof import('@latchkey/server').readMigrationStatus>>;

function describe(
  { applied, pending }: Status,
  { check, dryRun }: { check: boolean; dryRun: boolean },
): Result {
  const names = pending.map(({ name }) => name);
  const json = {
    applied: applied.map(({ name, appliedAtMs }) => ({
      name,
      applied_at: new Date(appliedAtMs).toISOString(),
    })),
    pending: dryRun ? pending : names.map((name) => ({ name })),
  };
  const summary = `${applied.length} applied, ${pending.length} pending${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
  const statements = pending.map(
    ({ name, statements: all }) =>
      `-- ${name}\n${all.map((one) => `${one.trim().replace(/;$/, '')};`).join('\n')}`,
  );
  const text = dryRun && pending.length > 0 ? statements.join('\n\n') : summary;
  return { json, text, exit: check && pending.length > 0 ? 'failed' : 'ok' };
}
