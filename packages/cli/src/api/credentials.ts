import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandError } from '../command/index.ts';

/** Logins of this user. */
interface Credentials {
  /** Address that commands use if none is named: that of the newest login. */
  readonly current: string | null;
  /** Tokens by the address of the service that issued them, the newest login last. */
  readonly tokens: Readonly<Record<string, string>>;
}

const none: Credentials = { current: null, tokens: {} };
const fileOf = (folder: string): string => join(folder, 'credentials.json');

/**
 * Reads the logins of this user.
 *
 * @param folder the user's folder of settings
 * @throws CommandError if the file is damaged
 */
export async function readCredentials(folder: string): Promise<Credentials> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => null);
  if (text === null) return none;
  try {
    const { current, tokens } = JSON.parse(text) as Partial<Credentials>;
    return { current: typeof current === 'string' ? current : null, tokens: tokens ?? {} };
  } catch (cause) {
    throw commandError(`${fileOf(folder)} is damaged. Remove it, and log in again.`, 'failed', cause);
  }
}

/** Stores the token of a login, which becomes the current one, in a file with the mode 0600. */
export async function storeToken(folder: string, url: string, token: string): Promise<void> {
  const { tokens } = await readCredentials(folder);
  const { [url]: _, ...others } = tokens;
  await write(folder, { current: url, tokens: { ...others, [url]: token } });
}

/** Removes the token of a login. If it was the current one, the newest of the others becomes it. */
export async function removeToken(folder: string, url: string): Promise<void> {
  const { current, tokens } = await readCredentials(folder);
  const { [url]: _, ...others } = tokens;
  const newest = Object.keys(others).at(-1);
  if (newest === undefined) return rm(fileOf(folder), { force: true });
  await write(folder, { current: current === url ? newest : current, tokens: others });
}

async function write(folder: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(folder);
  // Another process then reads the old file or the new one, not a part of one.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
