import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Context, commandError } from '../command/index.ts';

export interface Answers {
  /** Public address of the service. */
  readonly url: string;
  readonly mailFrom: string;
  readonly smtpUrl: string;
  /** Null for the database of the compose file. */
  readonly databaseUrl: string | null;
  readonly appName: string;
  /** Origin of the pages of the first app. */
  readonly appOrigin: string;
  /** Public address of the hosted pages. Null for none. */
  readonly hostedUrl: string | null;
  /** Database of a separate recovery store. Null if the service has both stores. */
  readonly recoveryDatabaseUrl: string | null;
}

/** Flags of the command. A secret is never among them, because other users of the machine see arguments. */
export interface InitFlags {
  readonly url: string | undefined;
  readonly mailFrom: string | undefined;
  readonly appName: string | undefined;
  readonly appOrigin: string | undefined;
  readonly smtpUrlFile: string | undefined;
  readonly databaseUrlFile: string | undefined;
  readonly hostedUrl: string | undefined;
  readonly recoveryDatabaseUrlFile: string | undefined;
}

interface Question {
  readonly text: string;
  /** Flag or variable that answers it without a terminal. */
  readonly flag: string;
  readonly given: string | undefined;
  readonly isSecret?: true;
  /** False if it may be left open. */
  readonly isNeeded: boolean;
}

/**
 * Collects the answers from flags, files, the environment and, at a terminal, questions.
 *
 * @param options `hasDatabase` if the compose file brings a database, so that none is asked for
 * @throws CommandError that lists what is missing, if there is no terminal; or if a named file cannot be read
 */
export async function collectAnswers(
  context: Context,
  flags: InitFlags,
  { hasDatabase }: { hasDatabase: boolean },
): Promise<Answers> {
  const { env } = context;
  const questions = {
    url: {
      text: 'Public address of the service, such as https://auth.example.com',
      flag: '--url',
      given: flags.url,
      isNeeded: true,
    },
    mailFrom: {
      text: 'Sender of mails, such as Shop <login@example.com>',
      flag: '--mail-from',
      given: flags.mailFrom,
      isNeeded: true,
    },
    smtpUrl: {
      text: 'Mail server, such as smtps://user:password@mail.example.com:465',
      flag: '--smtp-url-file, or LATCHKEY_SMTP_URL in the environment',
      given: readSecret(context, flags.smtpUrlFile) ?? env.LATCHKEY_SMTP_URL,
      isSecret: true,
      isNeeded: true,
    },
    databaseUrl: {
      text: 'PostgreSQL database, such as postgres://user:password@host:5432/latchkey',
      flag: '--database-url-file, or LATCHKEY_DATABASE_URL in the environment',
      given: readSecret(context, flags.databaseUrlFile) ?? env.LATCHKEY_DATABASE_URL,
      isSecret: true,
      isNeeded: !hasDatabase,
    },
    appName: {
      text: 'Name of the app, which its users see',
      flag: '--app-name',
      given: flags.appName,
      isNeeded: true,
    },
    appOrigin: {
      text: 'Origin of the pages of the app, such as https://shop.example.com',
      flag: '--app-origin',
      given: flags.appOrigin,
      isNeeded: true,
    },
    // Most installations need neither of these, so nobody is asked for them.
    hostedUrl: {
      text: 'Public address of the hosted pages',
      flag: '--hosted-url',
      given: flags.hostedUrl,
      isNeeded: false,
    },
    recoveryDatabaseUrl: {
      text: 'Database of the recovery store',
      flag: '--recovery-database-url-file, or LATCHKEY_RECOVERY_DATABASE_URL in the environment',
      given: readSecret(context, flags.recoveryDatabaseUrlFile) ?? env.LATCHKEY_RECOVERY_DATABASE_URL,
      isSecret: true,
      isNeeded: false,
    },
  } satisfies Record<keyof Answers, Question>;
  const open = Object.values<Question>(questions).filter(({ given, isNeeded }) => isNeeded && !given);
  if (open.length > 0 && context.prompt === null) {
    throw commandError(
      `There is no terminal to ask at. Give ${open.map(({ flag }) => flag).join('; ')}.`,
      'usage',
    );
  }
  const answers: Record<string, string | null> = {};
  for (const [name, question] of Object.entries<Question>(questions)) {
    answers[name] = question.given || (question.isNeeded ? await request(context, question) : null);
  }
  return answers as unknown as Answers;
}

async function request({ prompt }: Context, { isSecret, text }: Question): Promise<string> {
  if (prompt === null) return '';
  return isSecret
    ? prompt.secret(text)
    : prompt.text(text, { check: (typed) => typed.trim() !== '' || 'Type a value.' });
}

/** Reads a secret from the first line of a file. Undefined if no file is named. */
function readSecret({ cwd }: Context, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(resolve(cwd, path), 'utf8').split('\n', 1)[0]?.trim();
  } catch (cause) {
    throw commandError(`${path} cannot be read.`, 'usage', cause);
  }
}
