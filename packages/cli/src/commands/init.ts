import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, command, commandError } from '../command/index.ts';
import {
  type Answers,
  collectAnswers,
  type NewFile,
  newEnvironment,
  refuseExisting,
  toAppsFile,
  toCompose,
  toEnvFile,
  toUnit,
  writeNewFiles,
} from '../init/index.ts';

const envFile = 'latchkey.env';
const appsFile = 'latchkey.config.json';
/** File beside the others, by the value of `--with`. */
const runnerFiles = { systemd: 'latchkey.service', compose: 'compose.yaml' } as const;

export const init = command(
  {
    words: 'init',
    about:
      'Asks for address, mail server and database of a production service, and writes latchkey.env with fresh keys, latchkey.config.json with a first app, and a systemd unit or compose file. Never overwrites a file.',
    options: {
      url: { about: 'Public address of the service, such as https://auth.example.com.', value: 'origin' },
      mailFrom: { about: 'Sender of mails, such as "Shop <login@example.com>".', value: 'sender' },
      smtpUrlFile: {
        about: 'File with the URL of the mail server. By default LATCHKEY_SMTP_URL, or a question.',
        value: 'path',
      },
      databaseUrlFile: {
        about:
          'File with the URL of the database. By default LATCHKEY_DATABASE_URL, the database of the compose file, or a question.',
        value: 'path',
      },
      trustedProxies: {
        about: 'Number of your proxies in front of the service. Default: 1.',
        value: 'number',
      },
      appName: { about: 'Name of the first app.', value: 'name' },
      appOrigin: { about: 'Origin of the pages of the first app.', value: 'origin' },
      with: {
        about: 'Writes a file that keeps the service running.',
        value: 'runner',
        choices: ['systemd', 'compose'],
      },
    },
  },
  async (context, { options }) => {
    const runner = options.with === 'systemd' || options.with === 'compose' ? options.with : null;
    const hasDatabase =
      runner === 'compose' && !options.databaseUrlFile && !context.env.LATCHKEY_DATABASE_URL;
    const names = [
      envFile,
      appsFile,
      ...(runner ? [runnerFiles[runner]] : []),
      ...(hasDatabase ? ['postgres.env'] : []),
    ];
    // Before the questions, so that nobody answers them in vain.
    refuseExisting(context.cwd, names);
    const answers = await collectAnswers(context, options, { hasDatabase });
    const { trustedProxies = '1' } = options;
    const { app, files } = await makeFiles(context, answers, { hasDatabase, runner, trustedProxies });
    await writeNewFiles(context.cwd, files);
    const written = files.map(({ name }) => name);
    const text = [
      `Wrote ${written.join(', ')}. The app ${app} logs users in by email.`,
      `Store LATCHKEY_PARTS_KEK and LATCHKEY_RECOVERY_KEK of ${envFile} in your secret manager as well: without them, no wallet can be opened.`,
      `Next: latchkey doctor --env-file ${envFile} --before-start`,
    ];
    return { json: { files: written, app_id: app }, text: text.join('\n') };
  },
);

interface Plan {
  readonly runner: keyof typeof runnerFiles | null;
  readonly hasDatabase: boolean;
  readonly trustedProxies: string;
}

async function makeFiles(
  context: Context,
  answers: Answers,
  { hasDatabase, runner, trustedProxies }: Plan,
): Promise<{ app: string; files: NewFile[] }> {
  const password = randomBytes(24).toString('hex');
  const databaseUrl = answers.databaseUrl ?? `postgres://latchkey:${password}@postgres:5432/latchkey`;
  const bind = runner === 'compose' ? '0.0.0.0' : null;
  const variables = newEnvironment(answers, { databaseUrl, bind, trustedProxies });
  const { id, text } = toAppsFile(answers);
  await refuseProblems(context, variables, text);
  const files: NewFile[] = [
    {
      name: envFile,
      isSecret: true,
      text: toEnvFile('Settings of the Latchkey service, with its keys.', variables),
    },
    { name: appsFile, isSecret: false, text },
  ];
  if (runner === 'systemd') {
    // Not the command alone: systemd would look for node in its PATH, where a version manager's is not.
    const program = `${process.execPath} ${process.argv[1] ?? '/usr/local/bin/latchkey'}`;
    files.push({
      name: runnerFiles.systemd,
      isSecret: false,
      text: toUnit({ folder: context.cwd, program }),
    });
  }
  if (runner === 'compose') {
    files.push({
      name: runnerFiles.compose,
      isSecret: false,
      text: toCompose({ version: context.version, hasDatabase }),
    });
  }
  if (hasDatabase) {
    const own = { POSTGRES_USER: 'latchkey', POSTGRES_PASSWORD: password, POSTGRES_DB: 'latchkey' };
    files.push({ name: 'postgres.env', isSecret: true, text: toEnvFile('Settings of the database.', own) });
  }
  return { app: id, files };
}

/**
 * Examines the answers as a start would, with the apps file in a temporary folder.
 *
 * @throws CommandError with the texts of a start
 */
async function refuseProblems(
  { fetch, now }: Context,
  variables: Readonly<Record<string, string>>,
  apps: string,
): Promise<void> {
  const { examine } = await import('@latchkey/server');
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-init-'));
  try {
    const path = join(folder, appsFile);
    await writeFile(path, apps);
    const env = { ...variables, LATCHKEY_CONFIG: path };
    const input = { env, fetch, now, appId: null, token: null, testMail: null, beforeStart: true } as const;
    const examined = await examine(input, ['configuration', 'apps-file']);
    const problems = examined.flatMap(({ outcome }) => ('skipped' in outcome ? [] : outcome));
    const texts = problems.map(({ text }) => text.replace(`${folder}/`, ''));
    if (texts.length > 0) throw commandError(texts.join('\n'), 'usage');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
