import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { command, commandError } from '../command/index.ts';
import { hashFile, runPostgres, writeManifest } from '../dump/index.ts';
import { envFileOption, readEnvironment } from './envFile.ts';
import { onDatabase } from './onDatabase.ts';

export const backup = command(
  {
    words: 'backup',
    about:
      'Dumps the database into a folder with pg_dump, while the service runs, with a manifest that has the ends of the audit log. Keep the keys elsewhere.',
    arguments: ['folder'],
    options: {
      ...envFileOption,
      recovery: { about: 'Dumps the database of the recovery store as a separate process. Do this second.' },
    },
  },
  async (context, { arguments: { folder }, options }) => {
    const env = readEnvironment(context, options.envFile);
    const store = options.recovery ? 'recovery' : 'service';
    const url = env[options.recovery ? 'LATCHKEY_RECOVERY_DATABASE_URL' : 'LATCHKEY_DATABASE_URL'];
    if (!url)
      throw commandError('Only PostgreSQL is dumped: copy the folder of an embedded database.', 'usage');
    const taken_at = new Date(context.now()).toISOString();
    const into = resolve(context.cwd, folder);
    await mkdir(into, { recursive: true, mode: 0o700 });
    const dump = join(into, `latchkey-${store}-${taken_at.replace(/[:.]/g, '-')}.dump`);
    // Read before the dump, so that everything up to these ends is in it.
    const facts = await onDatabase(context, { envFile: options.envFile, store }, async (database, server) => {
      const { applied } = await server.readMigrationStatus(database);
      const ends = store === 'service' ? (await server.verifyAudit(database, [])).ends : [];
      const audit = ends
        .filter(({ sinceMs }) => sinceMs !== null)
        .map(({ appId, hash, sequence }) => ({ appId, hash, sequence }));
      return { migrations: applied.map(({ name }) => name), audit };
    });
    // pg_dump would create a file that other users of this machine can read. It keeps the mode of an existing file.
    await writeFile(dump, '', { flag: 'wx', mode: 0o600 });
    try {
      const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${dump}`];
      await runPostgres({ ...context, env }, 'pg_dump', args, url);
      const sha256 = await hashFile(dump);
      await writeManifest(dump, { version: context.version, store, taken_at, sha256, ...facts });
    } catch (error) {
      await rm(dump, { force: true });
      throw error;
    }
    return { json: { dump, taken_at }, text: `Wrote ${dump} and its manifest.` };
  },
);
