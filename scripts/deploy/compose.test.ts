import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';
import { isCommand, mail, problemsOf, programs, stopSecondsOf } from './program.ts';
import { type ComposeService, readCompose, readEnvFile } from './readDeploy.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const ours = services.filter(([, { image: name }]) => name === 'latchkey');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
const makeSecrets = () =>
  spawnSync('sh', [join(root, 'deploy/makeSecrets.sh'), 'auth.example.com', 'wallet.example.com', folder], {
    encoding: 'utf8',
  });
beforeAll(() => {
  const { status, stderr } = makeSecrets();
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commandOf = ({ command = [] }: ComposeService) => command.join(' ');
const envOf = ({ env_file, environment }: ComposeService) => ({
  ...(env_file ? readEnvFile(readFileSync(join(folder, env_file), 'utf8')) : {}),
  ...environment,
});
const networksOf = ({ networks = [] }: ComposeService) =>
  Array.isArray(networks) ? networks : Object.keys(networks);

test('two services, the hosted pages and the recovery store run from one image with what makeSecrets.sh writes', () => {
  expect(ours.map(([, one]) => commandOf(one)).sort()).toEqual(['', '', 'hosted', 'recovery']);
  for (const [name, one] of ours) {
    const command = commandOf(one);
    if (!isCommand(command)) throw new Error(`${name} starts ${command}`);
    const problems = problemsOf(command, envOf(one));
    // The mail server is the operator's.
    expect(problems.map((text) => text.split(' ')[0])).toEqual(command === '' ? Object.keys(mail) : []);
    expect(problemsOf(command, { ...envOf(one), ...(command === '' ? mail : {}) })).toEqual([]);
  }
});

test('every program of ours in the Compose file has a read-only root, drops all capabilities, and has the time that it needs to stop', () => {
  for (const [name, one] of ours) {
    expect(one, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(one.security_opt, name).toEqual(['no-new-privileges:true']);
    const env = envOf(one);
    expect(Number(env.LATCHKEY_DRAIN_S), name).toBeGreaterThan(0);
    expect(Number.parseInt(one.stop_grace_period ?? '', 10), name).toBeGreaterThan(stopSecondsOf(env));
  }
});

test('no service of the Compose file is in the networks of both databases, and the hosted pages are in neither', () => {
  const reached = Object.fromEntries(services.map(([name, one]) => [name, networksOf(one)]));
  expect(reached.postgres).toEqual(['data']);
  expect(reached['recovery-postgres']).toEqual(['recovery-data']);
  for (const networks of Object.values(reached)) {
    expect(networks.includes('data') && networks.includes('recovery-data')).toBe(false);
  }
  expect(reached.hosted).toEqual(['front']);
  expect(reached.recovery).not.toContain('front');
  expect(Object.values(compose.services).filter((one) => 'ports' in one)).toHaveLength(1);
});

test('the service trusts the certificate of the recovery store at the name that it calls', () => {
  const service = compose.services['service-1'] ?? expect.fail('there is no service-1');
  const { hostname } = new URL(envOf(service).LATCHKEY_RECOVERY_URL ?? '');
  const networks = compose.services.recovery?.networks;
  expect(networks).toMatchObject({ recovery: { aliases: [hostname] } });
  const certificate = new X509Certificate(readFileSync(join(folder, 'secrets/recovery.pem')));
  expect(certificate.checkHost(hostname)).toBe(hostname);
  const path = envOf(service).NODE_EXTRA_CA_CERTS ?? '';
  const secret = path.slice('/run/secrets/'.length);
  expect(service.secrets).toContain(secret);
  expect(compose.secrets[secret]?.file).toBe('secrets/recovery.pem');
  const proxy = readFileSync(join(root, 'deploy/caddy/recovery.Caddyfile'), 'utf8');
  expect(proxy).toContain(`https://${hostname}:`);
  expect(proxy).toContain(`127.0.0.1:${programs.recovery}`);
});

test('Caddy leads to every process of the service and to the hosted pages', () => {
  const env = compose.services.caddy?.environment ?? {};
  const upstreams = ours.flatMap(([name, one]) => (commandOf(one) === '' ? [`${name}:${programs['']}`] : []));
  expect(env.SERVICE_UPSTREAMS?.split(' ')).toEqual(upstreams);
  expect(env.HOSTED_UPSTREAM).toBe(`hosted:${programs.hosted}`);
});

test('makeSecrets.sh writes the file of every secret into a folder of mode 0700, and refuses to run again', () => {
  for (const { file } of Object.values(compose.secrets))
    expect(existsSync(join(folder, file)), file).toBe(true);
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(join(folder, 'apps.json'), 'utf8'))).toEqual({ apps: [] });
  const before = readFileSync(join(folder, 'secrets/service.env'), 'utf8');
  const { status, stderr } = makeSecrets();
  expect(status).toBe(1);
  expect(stderr).toContain('exists already');
  expect(readFileSync(join(folder, 'secrets/service.env'), 'utf8')).toBe(before);
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain('/deploy/secrets/');
  expect(ignored).toContain('/deploy/apps.json');
});
