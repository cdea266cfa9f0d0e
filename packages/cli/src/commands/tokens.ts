import {
  type CurrentOperatorToken,
  type OperatorRole,
  operatorRoles,
  operatorTokenRoutes,
} from '@latchkey/wire';
import { callService, findLogin, serviceCommand, serviceOptions } from '../api/index.ts';
import { type Context, command, commandError } from '../command/index.ts';
import { envFileOption, readEnvironment } from './envFile.ts';

export const newTokenOptions = {
  name: { about: 'Name of the token, for lists. The audit log names it by its id.', value: 'name' },
  role: { about: 'Role of the token. Default: admin.', value: 'role', choices: operatorRoles },
  days: { about: 'Days until the token expires. Default: 30.', value: 'number' },
} as const;

const usualDays = '30';

/** Returns the lifetime of a new token in seconds. The service checks its limits. */
export function lifetimeOf(days: string = usualDays): number {
  if (!/^[1-9]\d{0,4}$/.test(days)) throw commandError('--days must be a whole number of days.', 'usage');
  return Number(days) * 86_400;
}

/** Returns the role that an option names, or `admin` if it names none. The parser has checked the option. */
export const roleOf = (text: string | undefined): OperatorRole =>
  operatorRoles.find((role) => role === text) ?? 'admin';

type TokenFacts = Pick<CurrentOperatorToken, 'expires_at' | 'id' | 'name' | 'role'>;

/** Returns the line about a token, without the token itself. */
export function describeToken({ expires_at, id, name, role }: TokenFacts): string {
  const until = expires_at === null ? '' : `  until ${new Date(expires_at * 1_000).toISOString()}`;
  return `${id}  ${role}  ${name}${until}`;
}

export const tokensList = serviceCommand(
  {
    words: 'tokens list',
    about: 'Lists the tokens of operators, without the tokens themselves.',
    role: 'admin',
  },
  async ({ call }) => {
    const reply = await call(operatorTokenRoutes.list);
    return { json: reply, text: reply.data.map(describeToken).join('\n') || 'There are no tokens.' };
  },
);

export const tokensCreate = command(
  {
    words: 'tokens create',
    about: 'Makes a token for a person or a program, and prints it. It is not shown again.',
    arguments: ['name'],
    options: {
      role: newTokenOptions.role,
      days: newTokenOptions.days,
      inDatabase: {
        about:
          'Makes it in the database of the settings here, without key and service: the first one, or one after all have ended.',
      },
      ...envFileOption,
      ...serviceOptions,
    },
    role: 'admin',
  },
  async (context, { arguments: { name }, options }) => {
    const body = { name, role: roleOf(options.role), expires_in_s: lifetimeOf(options.days) };
    if (options.inDatabase) {
      const token = await createInDatabase(context, options.envFile, body);
      return { json: { ...body, token }, text: token };
    }
    const login = await findLogin(context, options);
    const made = await callService(context, login, operatorTokenRoutes.create, { body });
    return { json: made, text: made.token };
  },
);

async function createInDatabase(
  context: Context,
  envFile: string | undefined,
  body: object,
): Promise<string> {
  const env = readEnvironment(context, envFile);
  const { isStartError, issueTokenFrom } = await import('@latchkey/server');
  return issueTokenFrom(env, body).catch((error: unknown) => {
    throw isStartError(error) ? commandError(error.message, 'failed', error) : error;
  });
}

export const tokensRevoke = serviceCommand(
  { words: 'tokens revoke', about: 'Revokes a token at once.', arguments: ['token_id'], role: 'admin' },
  async ({ call }, { arguments: { token_id: id } }) => {
    await call(operatorTokenRoutes.revoke, { params: { token_id: id } });
    return { json: { revoked: id }, text: `Revoked ${id}.` };
  },
);
