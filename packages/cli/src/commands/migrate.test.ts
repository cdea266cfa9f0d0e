import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { citusUrl, createSchema, databaseKind } from '@latchkey/testkit';
import { expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';

if (databaseKind === 'postgres')
  test('migrate shows what is pending and changes nothing until it is called without an option', async () => {
    const { run } = openCommandLine({ env: { LATCHKEY_DATABASE_URL: await createSchema() } });
    const before = await run('migrate', '--status', '--json');
    expect(before).toMatchObject({ code: 0 });
    expect(before.json()).toMatchObject({ applied: [] });
    expect(await run('migrate', '--check')).toMatchObject({
      code: 1,
      told: expect.stringContaining('0 applied'),
    });
    const dry = await run('migrate', '--dry-run');
    expect(dry.told).toMatch(/^-- 0001_apps\.sql\n/);
    expect(dry.told).toContain('create table apps');
    expect((await run('migrate', '--status', '--json')).json()).toEqual(before.json());

    const up = await run('migrate');
    expect(up).toMatchObject({ code: 0, told: expect.stringContaining('Applied 0001_apps.sql') });
    expect(await run('migrate', '--check')).toMatchObject({
      code: 0,
      told: expect.stringContaining('0 pending'),
    });
    expect(await run('migrate')).toMatchObject({ code: 0, told: 'The database is up to date.\n' });
  });

if (databaseKind === 'postgres')
  test('migrate --recovery applies the migrations of the recovery store, and not the one that creates the apps', async () => {
    const { cwd, run } = openCommandLine();
    writeFileSync(join(cwd, 'store.env'), `LATCHKEY_RECOVERY_DATABASE_URL=${await createSchema()}\n`);
    const { told } = await run('migrate', '--recovery', '--env-file', 'store.env');
    expect(told).toContain('_recovery_store.sql');
    expect(told).not.toContain('apps.sql');
  });

if (databaseKind === 'postgres' && citusUrl() === null)
  test('spread migrates a database without Citus, and then refuses to spread it', async () => {
    const { run } = openCommandLine({ env: { LATCHKEY_DATABASE_URL: await createSchema() } });
    expect(await run('spread')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('has no Citus extension'),
    });
    expect(await run('migrate', '--check')).toMatchObject({ code: 0 });
  });

test('migrate without a database, with a wrong address or with one that does not answer says so, each with its exit code', async () => {
  expect(await openCommandLine().run('migrate')).toMatchObject({
    code: 2,
    noted: expect.stringContaining('LATCHKEY_DATABASE_URL is not set'),
  });
  const wrong = openCommandLine({ env: { LATCHKEY_DATABASE_URL: 'mysql://user:canary@127.0.0.1/latchkey' } });
  const refused = await wrong.run('migrate');
  expect(refused).toMatchObject({ code: 2, noted: expect.stringContaining('must begin with postgres://') });
  expect(refused.noted).not.toContain('canary');
  const silent = openCommandLine({
    env: { LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey' },
  });
  const unreachable = await silent.run('migrate', '--status');
  expect(unreachable).toMatchObject({ code: 5, noted: expect.stringContaining('does not answer') });
  expect(unreachable.noted).not.toContain('canary');
});
