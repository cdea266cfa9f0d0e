import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endWithin,
  findPostgres,
  freePort,
  type PostgresServer,
  startPostgres,
  temporaryFolder,
} from '../../packages/testkit/src/index.ts';
import { type Builder, type Image, openBuilder } from './builder.ts';
import { type Container, runInContainer, startContainer } from './container.ts';
import { startSystemd } from './systemdMachine.ts';
import { listPackages, listTree } from './tree.ts';

let builder: Builder;
let image: Image;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres() ?? expect.fail('there is no PostgreSQL'));
  builder = await openBuilder();
  image = await builder.build();
});
afterAll(async () => {
  await builder?.close();
  await postgres?.destroy();
});

const base64 = () => randomBytes(32).toString('base64');

/** Returns a free port for each program, also for those that a container does not start. */
async function freePorts() {
  const [LATCHKEY_PORT, LATCHKEY_HOSTED_PORT, LATCHKEY_RECOVERY_PORT] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
  ]);
  return {
    LATCHKEY_PORT: String(LATCHKEY_PORT),
    LATCHKEY_HOSTED_PORT: String(LATCHKEY_HOSTED_PORT),
    LATCHKEY_RECOVERY_PORT: String(LATCHKEY_RECOVERY_PORT),
  };
}

const addresses = { LATCHKEY_URL: 'https://auth.tidewater.example' };
const hosted = { ...addresses, LATCHKEY_HOSTED_URL: 'https://wallet.tidewater.example' };
// Each database is opened with the keys that it was created with.
const serviceKeys = {
  LATCHKEY_ADMIN_KEY: base64(),
  LATCHKEY_PARTS_KEK: base64(),
  LATCHKEY_RECOVERY_KEK: base64(),
};
const recoveryKeys = { LATCHKEY_RECOVERY_KEK: base64(), LATCHKEY_RECOVERY_TOKEN: base64() };
const serviceEnv = () => ({
  ...hosted,
  ...serviceKeys,
  LATCHKEY_DATABASE_URL: postgres.url,
  LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9',
  LATCHKEY_MAIL_FROM: 'Tidewater <login@tidewater.example>',
  LATCHKEY_WORKERS: '2',
});

const recoveryEnv = () => ({
  LATCHKEY_RECOVERY_DATABASE_URL: postgres.url.replace(/postgres$/, 'template1'),
  ...recoveryKeys,
});

/** Runs the image's health check as an engine does: with the container's environment. Returns its status. */
async function checkHealth(env: Record<string, string>): Promise<number | null> {
  const [, ...command] = image.config.Healthcheck.Test;
  return (await runInContainer(image, { command, env })).code;
}

async function answers(container: Container, port: string, status: number): Promise<void> {
  await expect
    .poll(async () => {
      if (container.process.exitCode !== null) throw new Error(container.output());
      return fetch(`http://127.0.0.1:${port}/readyz`).then(
        (response) => response.status,
        () => null,
      );
    })
    .toBe(status);
}

/** Returns a line of the kernel's description of a process. */
const lineOf = (process: number | undefined, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1];

test('the image starts the service with a read-only root as a user without privileges, and its health check follows the database', async () => {
  const env = { ...serviceEnv(), ...(await freePorts()) };
  expect(await checkHealth(env)).toBe(1);
  const service = startContainer(image, { env });
  await answers(service, env.LATCHKEY_PORT, 200);
  expect(await checkHealth(env)).toBe(0);
  const { pid } = service.process;
  expect(lineOf(pid, 'Uid')).toBe(Array(4).fill('10001').join('\t'));
  expect(lineOf(pid, 'Groups')?.trim()).toBe('');
  expect(lineOf(pid, 'CapEff')).toMatch(/^0+$/);
  expect(lineOf(pid, 'CapBnd')).toMatch(/^0+$/);
  expect(lineOf(pid, 'NoNewPrivs')).toBe('1');

  await postgres.stop();
  await answers(service, env.LATCHKEY_PORT, 503);
  expect(await checkHealth(env)).toBe(1);
  await postgres.start();
  await answers(service, env.LATCHKEY_PORT, 200);
  expect(await checkHealth(env)).toBe(0);

  service.process.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(await checkHealth(env)).toBe(1);
});

test('the image starts the hosted pages and the recovery store, and its health check finds each on its port', async () => {
  const hostedPorts = await freePorts();
  const pages = startContainer(image, { args: ['hosted'], env: { ...hosted, ...hostedPorts } });
  await answers(pages, hostedPorts.LATCHKEY_HOSTED_PORT, 200);
  expect(await checkHealth(hostedPorts)).toBe(0);
  const page = await fetch(`http://127.0.0.1:${hostedPorts.LATCHKEY_HOSTED_PORT}/cross-app/connect`);
  expect(await page.text()).toContain(hosted.LATCHKEY_URL);

  const recoveryPorts = await freePorts();
  const recovery = startContainer(image, {
    args: ['recovery'],
    env: {
      ...recoveryPorts,
      ...recoveryEnv(),
    },
  });
  await answers(recovery, recoveryPorts.LATCHKEY_RECOVERY_PORT, 200);
  expect(await checkHealth(recoveryPorts)).toBe(0);
  for (const container of [pages, recovery]) {
    container.process.kill('SIGTERM');
    expect(await container.exited).toBe(0);
  }
  expect(await checkHealth(hostedPorts)).toBe(1);
});

test('the image prints what is missing and ends, if it is started without settings', async () => {
  const { code, output } = await runInContainer(image, {});
  expect(code).toBe(1);
  expect(output).toContain('LATCHKEY_DATABASE_URL is required in production');
});

test('on a writable root the user of the image can write to nothing outside /dev and /proc, and the image declares no volumes', async () => {
  expect(Object.keys(image.config.Volumes)).toEqual([]);
  const find = ['find', '/', '-xdev', '-writable', '!', '-type', 'l', '-print'];
  const { output } = await runInContainer(image, { command: find, isWritable: true });
  const found = output.split('\n').filter((line) => line.startsWith('/'));
  expect(found.filter((path) => !/^\/(?:dev|proc)(?:\/|$)/.test(path))).toEqual([]);
  // Control: as root, the same search finds the program.
  const asRoot = await runInContainer(image, { command: find, isWritable: true, user: '0:0' });
  expect(asRoot.output).toContain('/app/packages/server/dist/main.js');
});

test('on a read-only root, even root cannot write to the program', async () => {
  const command = ['touch', '/app/packages/server/dist/main.js'];
  const { code, output } = await runInContainer(image, { command, user: '0:0' });
  expect(code).not.toBe(0);
  expect(output).toContain('Read-only file system');
});

test('the image lacks the usual development packages, npm, the service’s sources and npm’s settings', async () => {
  const packages = await listPackages(join(image.root, 'app'));
  expect(packages.some((name) => name.startsWith('pg@'))).toBe(true);
  expect(
    packages.filter((name) => /^(?:typescript|vitest|vite|esbuild|react|playwright-core)@/.test(name)),
  ).toEqual([]);
  for (const absent of [
    'build',
    'app/.npmrc',
    'app/packages/server/src',
    'usr/local/bin/npm',
    'usr/local/etc/npmrc',
    'usr/local/lib/node_modules',
  ]) {
    expect(existsSync(join(image.root, absent)), absent).toBe(false);
  }
});

test('the list of packages beside the image names exactly the third-party packages in it', async () => {
  const folder = temporaryFolder('sbom');
  endWithin(() => rmSync(folder, { recursive: true, force: true }));
  await builder.buildSbom(folder);
  const sbom = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { group?: string; name: string; version: string; purl: string }[];
  };
  expect(sbom.bomFormat).toBe('CycloneDX');
  const listed = sbom.components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length)));
  const own = (name: string) => name.startsWith('@latchkey/');
  const contained = await listPackages(join(image.root, 'app'));
  expect([...new Set(listed)].filter((name) => !own(name)).sort()).toEqual(
    contained.filter((name) => !own(name)),
  );
});

test('systemd starts the units without privileges, replaces the workers at a reload, and stops them with status 0', async () => {
  const [servicePorts, hostedPorts, recoveryPorts] = await Promise.all([
    freePorts(),
    freePorts(),
    freePorts(),
  ]);
  const machine = await startSystemd(image, {
    service: { ...serviceEnv(), ...servicePorts, LATCHKEY_DRAIN_S: '1' },
    hosted: { ...hosted, ...hostedPorts, LATCHKEY_DRAIN_S: '1' },
    recovery: { ...recoveryEnv(), ...recoveryPorts, LATCHKEY_DRAIN_S: '1' },
  });
  const ports = {
    latchkey: servicePorts.LATCHKEY_PORT,
    'latchkey-hosted': hostedPorts.LATCHKEY_HOSTED_PORT,
    'latchkey-recovery': recoveryPorts.LATCHKEY_RECOVERY_PORT,
  };
  const units = Object.keys(ports);
  const isReady = (port: string) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  try {
    await machine.run('systemctl', 'start', ...units);
    for (const [unit, port] of Object.entries(ports)) {
      await expect.poll(() => isReady(port)).toBe(true);
      const id = await machine.run('systemctl', 'show', '--property=MainPID', '--value', unit);
      const status = await machine.run('cat', `/proc/${id}/status`);
      expect(status, unit).toMatch(/^Uid:\t[1-9]/m);
      expect(status, unit).toMatch(/^CapBnd:\t0+$/m);
      expect(status, unit).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status, unit).toMatch(/^Seccomp:\t2$/m);
    }
    await machine.run('systemctl', 'reload', 'latchkey');
    const log = () => machine.run('journalctl', '--unit=latchkey', '--output=cat', '--no-pager');
    await expect.poll(log).toContain('all workers were replaced');
    expect(await isReady(ports.latchkey)).toBe(true);
    await machine.run('systemctl', 'stop', ...units);
    for (const unit of units) {
      const properties = ['--property=Result', '--property=ExecMainStatus', '--property=NRestarts'];
      const shown = await machine.run('systemctl', 'show', ...properties, unit);
      expect(shown.split('\n').sort()).toEqual(['ExecMainStatus=0', 'NRestarts=0', 'Result=success']);
    }
  } finally {
    await machine.close();
  }
});

test('two builds have the same application: files, modes, owners and times', async () => {
  const before = await listTree(join(image.root, 'app'));
  const again = await builder.build();
  expect(await listTree(join(again.root, 'app'))).toEqual(before);
  expect(before.length).toBeGreaterThan(500);
});
