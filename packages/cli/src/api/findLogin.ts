import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Context, commandError } from '../command/index.ts';
import { asOperator, type Caller } from './callService.ts';
import { readCredentials } from './credentials.ts';

export interface Login extends Caller {
  readonly key: string;
}

/** Options of commands that call a service. */
export const serviceOptions = {
  url: {
    about: 'Address of the service. By default LATCHKEY_URL, or that of the newest login.',
    value: 'origin',
  },
  keyFile: {
    about: 'File with the admin key or a token. By default LATCHKEY_TOKEN, LATCHKEY_ADMIN_KEY, or the login.',
    value: 'path',
  },
} as const;

interface ServiceFlags {
  readonly url: string | undefined;
  readonly keyFile: string | undefined;
}

/**
 * Finds the service and the key that a command uses.
 *
 * @throws CommandError if there is no address or no key for it, or if one of them cannot be read
 */
export async function findLogin(context: Context, flags: ServiceFlags): Promise<Login> {
  const { configFolder } = context;
  const { current, tokens } = await readCredentials(configFolder);
  const url = findUrl(context, flags) ?? current;
  if (url === null) {
    throw commandError('No service is named. Log in with `latchkey login --url …`, or give --url.', 'usage');
  }
  const key = findKey(context, flags) ?? tokens[url];
  if (key === undefined) {
    throw commandError(
      `There is no key for ${url}. Log in with \`latchkey login --url ${url}\`, set LATCHKEY_TOKEN, or give --key-file.`,
      'notAllowed',
    );
  }
  return { ...asOperator(url, key), key };
}

/**
 * Reads the address of a service from the flag or the environment. Null if neither has one.
 *
 * @throws CommandError if it is not an origin, or begins with http:// and is not on this machine
 */
export function findUrl({ env }: Context, { url: flag }: Pick<ServiceFlags, 'url'>): string | null {
  const text = flag ?? env.LATCHKEY_URL;
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, '')) {
    throw commandError(
      `"${text}" is not the address of a service, such as https://auth.example.com.`,
      'usage',
    );
  }
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    throw commandError(
      `${url.origin} begins with http://, so others could read the key. Use https://.`,
      'usage',
    );
  }
  return url.origin;
}

/** Reads a key from the named file, or else from the environment. Undefined if neither is given. */
export function findKey(
  { cwd, env }: Context,
  { keyFile }: Pick<ServiceFlags, 'keyFile'>,
): string | undefined {
  if (keyFile === undefined) return env.LATCHKEY_TOKEN || env.LATCHKEY_ADMIN_KEY || undefined;
  try {
    return readFileSync(resolve(cwd, keyFile), 'utf8').trim();
  } catch (cause) {
    throw commandError(`${keyFile} cannot be read. Check --key-file.`, 'usage', cause);
  }
}
