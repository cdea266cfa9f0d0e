import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, command, commandError, isCommandError } from '../command/index.ts';
import {
  type Answers,
  collectAnswers,
  envFiles,
  type NewFile,
  newEnvironments,
  type ProgramName,
  programs,
  refuseExisting,
  toAppsFile,
  toCompose,
  toEnvFile,
  toUnit,
  writeNewFiles,
} from '../init/index.ts';

const appsFile = 'latchkey.config.json';
const composeFile = 'compose.yaml';
const databaseFile = 'postgres.env';
const unitFile = (name: ProgramName): string => `${programs[name].file}.service`;

export const init = command(
  {
    words: 'init',
    about:
      'Asks for address, mail server and database of a production service, and writes latchkey.env with fresh keys, latchkey.config.json with a first app, and systemd units or a compose file. Never overwrites a file.',
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
      hostedUrl: {
        about:
          'Public address of the hosted pages, such as https://wallet.example.com. Sets them up too. Default: none.',
        value: 'origin',
      },
      recoveryDatabaseUrlFile: {
        about:
          'File with the URL of the database of a separate recovery store. Sets it up too. By default LATCHKEY_RECOVERY_DATABASE_URL; without one, the service has both stores.',
        value: 'path',
      },
      with: {
        about: 'Writes files that keep the programs running.',
        value: 'runner',
        choices: ['systemd', 'compose'],
      },
    },
  },
  async (context, { options }) => {
    const runner = options.with === 'systemd' || options.with === 'compose' ? options.with : null;
    const hasDatabase =
      runner === 'compose' && !options.databaseUrlFile && !context.env.LATCHKEY_DATABASE_URL;
    const wanted: ProgramName[] = [
      'service',
      ...(options.hostedUrl ? (['hosted'] as const) : []),
      ...(options.recoveryDatabaseUrlFile || context.env.LATCHKEY_RECOVERY_DATABASE_URL
        ? (['recovery'] as const)
        : []),
    ];
    // Before the questions, so that nobody answers them in vain.
    refuseExisting(context.cwd, [
      ...wanted.map((name) => envFiles[name]),
      appsFile,
      ...(runner === 'systemd' ? wanted.map(unitFile) : []),
      ...(runner === 'compose' ? [composeFile] : []),
      ...(hasDatabase ? [databaseFile] : []),
    ]);
    const answers = await collectAnswers(context, options, { hasDatabase });
    const { trustedProxies = '1' } = options;
    const { app, files } = await makeFiles(context, answers, { hasDatabase, runner, trustedProxies });
    await writeNewFiles(context.cwd, files);
    const written = files.map(({ name }) => name);
    const recoveryFile = answers.recoveryDatabaseUrl === null ? envFiles.service : envFiles.recovery;
    const text = [
      `Wrote ${written.join(', ')}. The app ${app} logs users in by email.`,
      `Store LATCHKEY_PARTS_KEK of ${envFiles.service} and LATCHKEY_RECOVERY_KEK of ${recoveryFile} in your secret manager as well: without them, no wallet can be opened.`,
      ...(answers.recoveryDatabaseUrl === null
        ? []
        : [`Start the recovery store first: latchkey serve recovery --env-file ${envFiles.recovery}`]),
      `Next: latchkey doctor --env-file ${envFiles.service} --before-start`,
    ];
    return { json: { files: written, app_id: app }, text: text.join('\n') };
  },
);

interface Plan {
  readonly runner: 'compose' | 'systemd' | null;
  readonly hasDatabase: boolean;
  readonly trustedProxies: string;
}

async function makeFiles(
  context: Context,
  answers: Answers,
  { hasDatabase, runner, trustedProxies }: Plan,
): Promise<{ app: string; files: NewFile[] }> {
  if (runner === 'compose' && answers.recoveryDatabaseUrl !== null) {
    throw commandError(
      'A recovery store in a container of its own needs TLS, which this compose file does not have. Use deploy/compose.yaml (docs/guide/containers.md), or --with systemd.',
      'usage',
    );
  }
  const password = randomBytes(24).toString('hex');
  const databaseUrl = answers.databaseUrl ?? `postgres://latchkey:${password}@postgres:5432/latchkey`;
  const bind = runner === 'compose' ? '0.0.0.0' : null;
  const environments = newEnvironments(answers, { databaseUrl, bind, trustedProxies });
  const { id, text } = toAppsFile(answers);
  await refuseProblems(context, environments, text);
  const names = (Object.keys(programs) as ProgramName[]).filter((name) => environments[name] !== null);
  const files: NewFile[] = [
    ...names.map((name) => ({
      name: envFiles[name],
      isSecret: name !== 'hosted',
      text: toEnvFile(`Settings of Latchkey's ${programs[name].about}.`, environments[name] ?? {}),
    })),
    { name: appsFile, isSecret: false, text },
  ];
  if (runner === 'systemd') {
    // Not the command alone: systemd would look for node in its PATH, where a version manager's is not.
    const program = `${process.execPath} ${process.argv[1] ?? '/usr/local/bin/latchkey'}`;
    const toFile = (name: ProgramName): NewFile => ({
      name: unitFile(name),
      isSecret: false,
      text: toUnit(name, { folder: context.cwd, program }),
    });
    files.push(...names.map(toFile));
  }
  if (runner === 'compose') {
    const hasHosted = answers.hostedUrl !== null;
    const compose = toCompose({ version: context.version, hasDatabase, hasHosted });
    files.push({ name: composeFile, isSecret: false, text: compose });
  }
  if (hasDatabase) {
    const own = { POSTGRES_USER: 'latchkey', POSTGRES_PASSWORD: password, POSTGRES_DB: 'latchkey' };
    files.push({ name: databaseFile, isSecret: true, text: toEnvFile('Settings of the database.', own) });
  }
  return { app: id, files };
}

/**
 * Checks the settings and the apps file as a start of the service and of the recovery store would. Writes the apps file
 * into a temporary folder for this.
 *
 * @throws CommandError with the texts of a start
 */
async function refuseProblems(
  { fetch, now }: Context,
  { recovery, service }: ReturnType<typeof newEnvironments>,
  apps: string,
): Promise<void> {
  const { examine, isStartError, readRecoveryConfig } = await import('@latchkey/server');
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-init-'));
  try {
    const path = join(folder, appsFile);
    await writeFile(path, apps);
    const env = { ...service, LATCHKEY_CONFIG: path };
    const given = { appId: null, findToken: () => null, testMail: null, beforeStart: true };
    const examined = await examine({ env, fetch, now, ...given }, ['configuration', 'apps-file']);
    const problems = examined.flatMap(({ outcome }) => ('skipped' in outcome ? [] : outcome));
    const texts = problems.map(({ text }) => text.replace(`${folder}/`, ''));
    if (texts.length > 0) throw commandError(texts.join('\n'), 'usage');
    if (recovery !== null) readRecoveryConfig(recovery);
  } catch (error) {
    if (isCommandError(error) || !isStartError(error)) throw error;
    throw commandError(error.message, 'usage', error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
