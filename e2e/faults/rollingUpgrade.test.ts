import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, type PostgresServer, startPostgres } from '../../packages/testkit/src/index.ts';
import { commandsOf } from '../backups/commands.ts';
import { buildEarlier, type EarlierBuild } from './earlierBuild.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createPeople } from './people.ts';

/** Commit whose build is replaced. `packages/server/src/upgrade` has a database of it. */
const earlier = '3db5f9aa';

const root = join(import.meta.dirname, '../..');

let postgres: PostgresServer;
let fleet: Fleet;
let old: EarlierBuild;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'));
  old = await buildEarlier(earlier, join(folder, 'earlier'));
  postgres = await startPostgres(findPostgres() ?? '');
  fleet = await startFleet({ LATCHKEY_DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await fleet?.close();
  await postgres?.destroy();
  await old?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the migrations that the guide's command prints. */
async function listPending(): Promise<string[]> {
  const script = commandsOf('Before', 'pending migrations', 'upgrading');
  const PATH = `${findPostgres()}:${process.env.PATH}`;
  const env = { ...process.env, PATH, LATCHKEY_DATABASE_URL: postgres.url };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

test(`[S49] while the processes of ${earlier} are replaced by this version, which migrates the database, users log in and refresh at both, and nothing acknowledged is lost`, async () => {
  await fleet.add(old.program);
  await fleet.add(old.program);
  expect(await listPending()).toContain('0030_login_functions.sql');
  const { people, failures, live, logIn, refresh } = createPeople(fleet, 12);
  await logIn();
  const stop = live();

  // The first new process migrates. The old ones serve meanwhile and afterwards.
  await fleet.add();
  expect(await listPending()).toEqual([]);
  for (const [index, port] of fleet.ports().entries()) {
    const alone = createPeople({ ...fleet, ports: () => [port] }, 2, `alone-${index}-`);
    await alone.logIn();
    await alone.refresh();
    expect(alone.failures).toEqual([]);
  }
  for (let replaced = 0; replaced < 2; replaced += 1) {
    const newcomers = createPeople(fleet, 3, `newcomer-${replaced}-`);
    const [, status] = await Promise.all([newcomers.logIn(3), fleet.stopOldest()]);
    expect(status).toBe(0);
    expect(newcomers.failures).toEqual([]);
    if (replaced === 0) await fleet.add();
  }
  await stop();
  expect(failures).toEqual([]);
  expect(Math.min(...people.map(({ refreshes }) => refreshes))).toBeGreaterThan(0);
  await refresh();
  await logIn(3);
  expect(failures).toEqual([]);
  // A user who logs in again is the same user.
  expect(people.map(({ userIds }) => userIds.size)).toEqual(people.map(() => 1));
  expect(fleet.output()).not.toContain('"msg":"failed"');

  await expect(fleet.add(old.program)).rejects.toThrow('The database is newer than this version');
});
