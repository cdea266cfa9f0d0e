import { randomBytes } from 'node:crypto';
import { commandError } from '../command/index.ts';
import type { Answers } from './answers.ts';

const newSecret = (): string => randomBytes(32).toString('base64');

/** Variables of each program of a new installation, with fresh keys. Null for a program that it does not have. */
interface Environments {
  readonly service: Readonly<Record<string, string>>;
  readonly hosted: Readonly<Record<string, string>> | null;
  readonly recovery: Readonly<Record<string, string>> | null;
}

/** Returns variables with fresh keys. If the recovery store is separate, only its own variables contain its key. */
export function newEnvironments(
  answers: Answers,
  { databaseUrl, bind, trustedProxies }: { databaseUrl: string; bind: string | null; trustedProxies: string },
): Environments {
  const { hostedUrl, recoveryDatabaseUrl, url } = answers;
  const shared = { NODE_ENV: 'production' };
  const hosting = hostedUrl === null ? {} : { LATCHKEY_HOSTED_URL: hostedUrl };
  const recoveryKey = { LATCHKEY_RECOVERY_KEK: newSecret() };
  const recoveryToken = { LATCHKEY_RECOVERY_TOKEN: newSecret() };
  const recovering =
    recoveryDatabaseUrl === null
      ? recoveryKey
      : { LATCHKEY_RECOVERY_URL: 'http://127.0.0.1:4001', ...recoveryToken };
  const service = {
    ...shared,
    LATCHKEY_URL: url,
    ...hosting,
    ...(bind === null ? {} : { LATCHKEY_BIND: bind }),
    LATCHKEY_TRUSTED_PROXIES: trustedProxies,
    LATCHKEY_DATABASE_URL: databaseUrl,
    LATCHKEY_CONFIG: 'latchkey.config.json',
    LATCHKEY_SMTP_URL: answers.smtpUrl,
    LATCHKEY_MAIL_FROM: answers.mailFrom,
    LATCHKEY_ADMIN_KEY: newSecret(),
    LATCHKEY_PARTS_KEK: newSecret(),
    ...recovering,
  };
  const recovery = {
    LATCHKEY_RECOVERY_DATABASE_URL: recoveryDatabaseUrl ?? '',
    ...recoveryKey,
    ...recoveryToken,
  };
  return {
    service,
    hosted:
      hostedUrl === null
        ? null
        : {
            ...shared,
            LATCHKEY_URL: url,
            ...hosting,
            ...(bind === null ? {} : { LATCHKEY_HOSTED_BIND: bind }),
          },
    recovery: recoveryDatabaseUrl === null ? null : { ...shared, ...recovery },
  };
}

/** Prints variables so that systemd, Docker Compose and Node.js read the same values. */
export function toEnvFile(about: string, variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quote(name, value)}`);
  return `# ${about}\n${lines.join('\n')}\n`;
}

function quote(name: string, value: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(value)) return value;
  // Only single quotes mean the same to all readers: in double quotes, Compose replaces what follows a dollar sign.
  if (/['\r\n]/.test(value)) throw commandError(`${name} must not contain a quote or a line break.`, 'usage');
  return `'${value}'`;
}
