import { parseArgs } from 'node:util';
import { type OperatorTokenBody, operatorTokenBodySchema } from '@latchkey/wire';
import type { Logger } from 'pino';
import { safeParse } from 'valibot';
import { createAudit } from './audit/index.ts';
import type { Config } from './configShape.ts';
import type { Environment } from './configVariables.ts';
import { createSmtpMailer } from './delivery/index.ts';
import { readDeployment } from './deployment/index.ts';
import { describeIssue } from './http/index.ts';
import { openDatabase } from './openDatabase.ts';
import { createOperatorTokens } from './operator-tokens/index.ts';
import { createWorld, systemClock } from './service.ts';
import { startError } from './startError.ts';
import { createLog } from './startServer.ts';

const usage =
  'Usage: node main.js token --name <who or what uses it> --role <viewer, support or admin> [--expires-in-s <seconds>]';

/**
 * Reads the arguments of the command `token`, and checks them by the rules of the API.
 *
 * @throws StartError that names the wrong argument, or shows the usage if the arguments cannot be parsed
 */
export function readTokenArgs(args: readonly string[]): OperatorTokenBody {
  const { 'expires-in-s': life, name, role } = parse(args);
  const given = { name, role, ...(life === undefined ? {} : { expires_in_s: Number(life) }) };
  return checkTokenBody(given, (field) => `--${field.replaceAll('_', '-')}`, `.\n${usage}`);
}

/** @throws StartError that names the first field that breaks the rules of the API */
function checkTokenBody(
  given: unknown,
  nameOf: (field: string) => string = (field) => field,
  end = '.',
): OperatorTokenBody {
  const result = safeParse(operatorTokenBodySchema(), given);
  if (result.success) return result.output;
  const { field, problem } = describeIssue(result.issues[0]);
  throw startError(`${nameOf(field)} ${problem}${end}`);
}

/**
 * Creates an operator token in the database that an environment names, as {@link issueToken} does.
 *
 * @param env the environment of the service
 * @param given body of the API's request: `name`, `role` and optionally `expires_in_s`
 * @returns the token
 * @throws StartError as `issueToken`, and for a wrong setting or field
 */
export function issueTokenFrom(env: Environment, given: unknown): Promise<string> {
  const body = checkTokenBody(given);
  return issueToken(readDeployment(env).config, body, createLog({ fd: process.stderr.fd }));
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { name: text, role: text, 'expires-in-s': text } }).values;
  } catch (error) {
    throw startError(usage, error);
  }
}

/**
 * Creates an operator token in the configured database, without HTTP, for operators who have no valid token.
 *
 * @returns the token
 * @throws StartError if the database cannot be opened for a known reason, or if LATCHKEY_PARTS_KEK is not its key
 */
export async function issueToken(config: Config, body: OperatorTokenBody, log: Logger): Promise<string> {
  const database = await openDatabase(config, log, { clock: systemClock });
  const mailer = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom, clock: systemClock, log });
  try {
    const world = await createWorld({ config, database, mailer, log });
    const tokens = createOperatorTokens(world, { audit: createAudit(world) });
    return (await tokens.create(body, 'command')).token;
  } finally {
    await mailer.close();
    await database.close();
  }
}
