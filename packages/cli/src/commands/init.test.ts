import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';

const smtpUrl = 'smtps://shop:canary-mail@mail.example.com:465';
const databaseUrl = 'postgres://shop:canary-database@db.example.com:5432/latchkey';
const recoveryUrl = 'postgres://shop:canary-recovery@db2.example.com:5432/recovery';
const flags = [
  ...['--url', 'https://auth.example.com', '--mail-from', 'Shop & Co <login@example.com>'],
  ...['--app-name', 'Shop', '--app-origin', 'https://shop.example.com'],
];
const secrets = { LATCHKEY_SMTP_URL: smtpUrl, LATCHKEY_DATABASE_URL: databaseUrl };
const open = (env: Record<string, string> = secrets) => openCommandLine({ env });
const variablesOf = (cwd: string) => parseEnv(readFileSync(join(cwd, 'latchkey.env'), 'utf8'));

test('init writes secrets to a file for its owner only, and four checks of doctor find no problem', async () => {
  const { cwd, run } = open();
  const { code, told, noted } = await run('init', ...flags);
  expect({ code, noted }).toEqual({ code: 0, noted: '' });
  expect(readdirSync(cwd).sort()).toEqual(['latchkey.config.json', 'latchkey.env']);
  expect(statSync(join(cwd, 'latchkey.env')).mode & 0o777).toBe(0o600);
  const variables = variablesOf(cwd);
  expect(variables).toMatchObject({ ...secrets, LATCHKEY_MAIL_FROM: 'Shop & Co <login@example.com>' });
  expect(told).not.toMatch(/canary/);
  expect(told).not.toContain(variables.LATCHKEY_PARTS_KEK);

  // The apps file is named relative to the folder in which the service runs.
  const env = { ...variables, LATCHKEY_CONFIG: join(cwd, 'latchkey.config.json') };
  const examined = (await openCommandLine({ env }).run('doctor', '--before-start', '--json')).json();
  const { checks } = examined as { checks: { id: string; findings: unknown[]; skipped: unknown }[] };
  for (const id of ['configuration', 'apps-file', 'trusted-proxies', 'smtp-encryption']) {
    expect(checks.find((check) => check.id === id)).toMatchObject({ findings: [], skipped: null });
  }
});

test('each init makes other keys, and the two key-encryption keys differ', async () => {
  const [one, other] = [open(), open()];
  await one.run('init', ...flags);
  await other.run('init', ...flags);
  const names = ['LATCHKEY_ADMIN_KEY', 'LATCHKEY_PARTS_KEK', 'LATCHKEY_RECOVERY_KEK'];
  const keys = [variablesOf(one.cwd), variablesOf(other.cwd)].flatMap((of) => names.map((name) => of[name]));
  expect(new Set(keys).size).toBe(6);
});

test('init overwrites no file, and writes none if one exists', async () => {
  const { cwd, run } = open();
  writeFileSync(join(cwd, 'latchkey.config.json'), 'mine');
  expect(await run('init', ...flags)).toMatchObject({
    code: 2,
    noted: expect.stringContaining('latchkey.config.json exists already'),
  });
  expect(readFileSync(join(cwd, 'latchkey.config.json'), 'utf8')).toBe('mine');
  expect(existsSync(join(cwd, 'latchkey.env'))).toBe(false);
});

test('init without a terminal names missing answers, and does not take the URL of the mail server as an argument', async () => {
  const { run } = open({});
  const { code, noted } = await run('init');
  expect(code).toBe(2);
  for (const flag of ['--url', '--mail-from', 'LATCHKEY_SMTP_URL', 'LATCHKEY_DATABASE_URL', '--app-origin']) {
    expect(noted).toContain(flag);
  }
  expect(await run('init', '--smtp-url', smtpUrl)).toMatchObject({ code: 2 });
});

test('init asks only for what is missing, and hides what is typed for URLs with secrets', async () => {
  const asked: string[] = [];
  const answers: Record<string, string> = { 'Mail server': smtpUrl, PostgreSQL: databaseUrl };
  const answer = (kind: string) => async (question: string) => {
    asked.push(`${kind}: ${question.split(/ database|,/)[0]}`);
    return Object.entries(answers).find(([start]) => question.startsWith(start))?.[1] ?? 'Shop';
  };
  const prompt = { text: answer('shown'), secret: answer('hidden') };
  const { cwd, run } = openCommandLine({ prompt });
  const given = flags.slice(0, 4).concat(flags.slice(6));
  expect(await run('init', ...given)).toMatchObject({ code: 0 });
  expect(asked).toEqual(['hidden: Mail server', 'hidden: PostgreSQL', 'shown: Name of the app']);
  expect(variablesOf(cwd)).toMatchObject(secrets);
});

test('init refuses an address and an origin that a start would refuse, and writes nothing', async () => {
  const { cwd, run } = open();
  const { code, noted } = await run('init', ...flags, '--url', 'http://auth.example.com/login');
  expect(code).toBe(2);
  expect(noted).toContain('LATCHKEY_URL must be an origin');
  const insecure = await run('init', ...flags, '--app-origin', 'http://shop.example.com');
  expect(insecure).toMatchObject({ code: 2, noted: expect.stringContaining('allowed_origins.0') });
  expect(readdirSync(cwd)).toEqual([]);
});

test('init --with systemd writes three units, whose exposure systemd-analyze, if installed, rates as low', async () => {
  const { cwd, run } = open({ ...secrets, LATCHKEY_RECOVERY_DATABASE_URL: recoveryUrl });
  const more = ['--hosted-url', 'https://wallet.example.com', '--with', 'systemd'];
  expect(await run('init', ...flags, ...more)).toMatchObject({ code: 0 });
  const units = readdirSync(cwd).filter((name) => name.endsWith('.service'));
  expect(units).toHaveLength(3);
  const analyze = (...args: string[]) => promisify(execFile)('systemd-analyze', args);
  const isThere = await analyze('--version').then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  for (const unit of units) {
    await analyze('security', '--offline=true', '--threshold=30', join(cwd, unit));
  }
});

test('init sets up hosted pages and a separate recovery store, whose key only that store gets', async () => {
  const { cwd, run } = open({ ...secrets, LATCHKEY_RECOVERY_DATABASE_URL: recoveryUrl });
  const more = ['--hosted-url', 'https://wallet.example.com', '--with', 'systemd'];
  expect(await run('init', ...flags, ...more)).toMatchObject({ code: 0 });
  const read = (name: string) => parseEnv(readFileSync(join(cwd, name), 'utf8'));
  const [service, hosted, recovery] = ['latchkey.env', 'hosted.env', 'recovery.env'].map(read);
  expect(service).toMatchObject({ LATCHKEY_RECOVERY_URL: 'http://127.0.0.1:4001' });
  expect(service).not.toHaveProperty('LATCHKEY_RECOVERY_KEK');
  expect(Object.keys(recovery ?? {}).sort()).toEqual([
    'LATCHKEY_RECOVERY_DATABASE_URL',
    'LATCHKEY_RECOVERY_KEK',
    'LATCHKEY_RECOVERY_TOKEN',
    'NODE_ENV',
  ]);
  expect(recovery?.LATCHKEY_RECOVERY_TOKEN).toBe(service?.LATCHKEY_RECOVERY_TOKEN);
  expect(statSync(join(cwd, 'recovery.env')).mode & 0o777).toBe(0o600);
  expect(hosted).toEqual({
    NODE_ENV: 'production',
    LATCHKEY_URL: 'https://auth.example.com',
    LATCHKEY_HOSTED_URL: 'https://wallet.example.com',
  });
  for (const [unit, command, env] of [
    ['latchkey', 'serve', 'latchkey'],
    ['latchkey-hosted', 'serve hosted', 'hosted'],
    ['latchkey-recovery', 'serve recovery', 'recovery'],
  ]) {
    const text = readFileSync(join(cwd, `${unit}.service`), 'utf8');
    expect(text).toMatch(new RegExp(`^ExecStart=.* ${command}$`, 'm'));
    expect(text).toContain(`EnvironmentFile=${cwd}/${env}.env\n`);
  }
});

test('init refuses a recovery store that would not start, and one in the compose file, and writes nothing', async () => {
  const { cwd, run } = open({ ...secrets, LATCHKEY_RECOVERY_DATABASE_URL: 'mysql://db2' });
  const wrong = await run('init', ...flags);
  expect(wrong).toMatchObject({ code: 2, noted: expect.stringContaining('LATCHKEY_RECOVERY_DATABASE_URL') });
  const composed = await run('init', ...flags, '--with', 'compose');
  expect(composed).toMatchObject({ code: 2, noted: expect.stringContaining('needs TLS') });
  expect(readdirSync(cwd)).toEqual([]);
});

test('init --with compose brings a database with a password of its own', async () => {
  const { cwd, run } = open({ LATCHKEY_SMTP_URL: smtpUrl });
  expect(await run('init', ...flags, '--with', 'compose')).toMatchObject({ code: 0 });
  const { POSTGRES_PASSWORD: password = '' } = parseEnv(readFileSync(join(cwd, 'postgres.env'), 'utf8'));
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(variablesOf(cwd).LATCHKEY_DATABASE_URL).toBe(
    `postgres://latchkey:${password}@postgres:5432/latchkey`,
  );
  const compose = readFileSync(join(cwd, 'compose.yaml'), 'utf8');
  expect(compose).toContain("ports: ['127.0.0.1:4000:4000']");
  expect(compose).not.toContain(password);
});

test('init --with compose runs the hosted pages on a port of this machine', async () => {
  const { cwd, run } = open();
  const more = ['--hosted-url', 'https://wallet.example.com', '--with', 'compose'];
  expect(await run('init', ...flags, ...more)).toMatchObject({ code: 0 });
  const compose = readFileSync(join(cwd, 'compose.yaml'), 'utf8');
  expect(compose).toContain("command: [npx, --yes, --omit=optional, '@latchkey/cli@0.0.0', serve, hosted]");
  expect(compose).toContain('env_file: hosted.env');
  expect(compose).toContain("ports: ['127.0.0.1:4002:4002']");
  const hosted = parseEnv(readFileSync(join(cwd, 'hosted.env'), 'utf8'));
  expect(hosted.LATCHKEY_HOSTED_BIND).toBe('0.0.0.0');
});
