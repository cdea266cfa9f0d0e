import { hostname } from 'node:os';
import { operatorTokenRoutes } from '@latchkey/wire';
import {
  asOperator,
  callService,
  findKey,
  findLogin,
  findUrl,
  removeToken,
  serviceOptions,
  storeToken,
} from '../api/index.ts';
import { type Context, command, commandError } from '../command/index.ts';
import { describeToken, lifetimeOf, newTokenOptions, roleOf } from './tokens.ts';

/** Beginning of an operator's token. A key without it counts as the shared admin key. */
const tokenStart = 'lko_';

export const login = command(
  {
    words: 'login',
    about:
      'Stores a token for a service in your settings. With the admin key, makes a token of its own first, so that the key is not stored.',
    options: { ...serviceOptions, ...newTokenOptions },
  },
  async (context, { options }) => {
    const url = findUrl(context, options);
    if (url === null) throw commandError('Give --url, the address of the service.', 'usage');
    const key = findKey(context, options) ?? (await requestKey(context));
    if (key.startsWith(tokenStart)) {
      const own = await callService(context, asOperator(url, key), operatorTokenRoutes.getCurrent);
      await storeToken(context.configFolder, url, key);
      return { json: { url, token: own }, text: `Logged in at ${url}: ${describeToken(own)}` };
    }
    const { name = `latchkey on ${hostname()}` } = options;
    const body = { name, role: roleOf(options.role), expires_in_s: lifetimeOf(options.days) };
    const { token, ...made } = await callService(context, asOperator(url, key), operatorTokenRoutes.create, {
      body,
    });
    await storeToken(context.configFolder, url, token);
    return { json: { url, token: made }, text: `Logged in at ${url}: ${describeToken(made)}` };
  },
);

function requestKey({ prompt }: Context): Promise<string> {
  if (prompt) return prompt.secret('Admin key or token');
  throw commandError(
    'There is no terminal to ask at. Set LATCHKEY_ADMIN_KEY or LATCHKEY_TOKEN, or give --key-file.',
    'usage',
  );
}

export const logout = command(
  {
    words: 'logout',
    about: 'Revokes the token of a login, and removes it from your settings.',
    options: { url: serviceOptions.url },
  },
  async (context, { options }) => {
    // A key in the environment may belong to others too, so it is not revoked.
    const own = { ...context, env: { LATCHKEY_URL: context.env.LATCHKEY_URL } };
    const found = await findLogin(own, { url: options.url, keyFile: undefined });
    // The token is removed here in any case, because the person wants to be logged out.
    await removeToken(context.configFolder, found.url);
    const { id } = await callService(context, found, operatorTokenRoutes.getCurrent);
    await callService(context, found, operatorTokenRoutes.revoke, { params: { token_id: id ?? '' } });
    return { json: { url: found.url, revoked: id }, text: `Logged out at ${found.url}.` };
  },
);

export const whoami = command(
  {
    words: 'whoami',
    about: 'Shows the service and the token that commands use.',
    options: serviceOptions,
    role: 'viewer',
  },
  async (context, { options }) => {
    const found = await findLogin(context, options);
    if (!found.key.startsWith(tokenStart)) {
      return { json: { url: found.url, token: null }, text: `${found.url}  the shared admin key` };
    }
    const own = await callService(context, found, operatorTokenRoutes.getCurrent);
    return { json: { url: found.url, token: own }, text: `${found.url}  ${describeToken(own)}` };
  },
);
