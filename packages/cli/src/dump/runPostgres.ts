import { spawn } from 'node:child_process';
import { type Context, commandError } from '../command/index.ts';
import { postgresEnvironment } from './postgresEnvironment.ts';

/** Maximum length of the error output that is shown, in characters. */
const shownLength = 2_000;

/**
 * Runs one of PostgreSQL's programs on a database, to its end.
 *
 * @throws CommandError if it cannot be started, or fails; then with the end of its error output
 */
export async function runPostgres(
  { cwd, env }: Pick<Context, 'cwd' | 'env'>,
  program: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  databaseUrl: string,
): Promise<void> {
  const own = postgresEnvironment(databaseUrl);
  // Never asks for a password: there may be no terminal.
  const child = spawn(program, [...args, '--no-password'], {
    cwd,
    env: { PATH: env.PATH, ...own },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text = `${text}${String(chunk)}`.slice(-shownLength);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((cause: unknown) => {
    throw commandError(
      `${program} is not installed. Install PostgreSQL's client, in the version of the server or a newer one (Debian: apt-get install postgresql-client).`,
      'failed',
      cause,
    );
  });
  if (code === 0) return;
  const isSilent = /could not connect|Connection refused|could not translate host/i.test(text);
  throw commandError(`${program} failed:\n${text.trim()}`, isSilent ? 'unreachable' : 'failed');
}
