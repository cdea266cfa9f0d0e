import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate as migrateDatabase, openPostgres } from '@latchkey/server';
import { createTestService, databaseKind, findPostgres, postgresUrl } from '@latchkey/testkit';
import { adminRoutes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';

const PATH = `${findPostgres() ?? ''}:${process.env.PATH}`;
const [parts, recovery] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
let count = 0;

/** Makes an empty database on the tests' server. Returns its address. */
async function createDatabase(): Promise<string> {
  count += 1;
  const url = new URL(postgresUrl());
  const name = `backup_${process.pid}_${count}`;
  const env = {
    PATH,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
  };
  await promisify(execFile)('createdb', [name], { env });
  url.pathname = `/${name}`;
  url.search = '';
  return url.href;
}

/** Fills a database as the service does, with an app and its keys. */
async function fill(url: string): Promise<string> {
  const database = openPostgres(url);
  await migrateDatabase(database);
  const service = await createTestService({ database: { database, release: () => database.close() } });
  const input = { bearer: 'test-admin-key', body: { name: 'Kept' } };
  const { json } = await service.call(adminRoutes.createApp, input);
  await service.call(adminRoutes.rotateSigningKey, { bearer: 'test-admin-key', params: { id: json.id } });
  await service.service.jobs.find(({ name }) => /seal/.test(name))?.run();
  await service.close();
  return json.id;
}

if (databaseKind === 'postgres') {
  test('a backup restores into an empty database with its apps and audit log, and a drill tells whether the keys open it', async () => {
    const [source, target, drill, other] = await Promise.all([1, 2, 3, 4].map(createDatabase));
    const id = await fill(`${source}`);
    const at = (url: string | undefined, more = {}) => ({ PATH, LATCHKEY_DATABASE_URL: `${url}`, ...more });
    const { cwd, run } = openCommandLine({ env: at(source) });
    const saved = await run('backup', 'backups', '--json');
    expect(saved).toMatchObject({ code: 0, noted: '' });
    const { dump } = saved.json() as { dump: string };
    expect(readdirSync(join(cwd, 'backups'))).toHaveLength(2);
    for (const file of [dump, `${dump}.json`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    const manifest = JSON.parse(readFileSync(`${dump}.json`, 'utf8')) as { audit: { appId: string }[] };
    expect(manifest.audit.map(({ appId }) => appId)).toContain(id);

    expect(await run('restore', dump)).toMatchObject({
      code: 2,
      noted: expect.stringContaining('The database has tables'),
    });
    const restored = await openCommandLine({ env: at(target) }).run('restore', dump);
    expect(restored).toMatchObject({ code: 0, told: expect.stringContaining('Restored the state of') });
    const database = openPostgres(`${target}`);
    const found = await database.exclusively((sql) => sql('select app_id from apps where app_id = $1', [id]));
    await database.close();
    expect(found).toEqual([{ app_id: id }]);

    const keys = { LATCHKEY_PARTS_KEK: parts, LATCHKEY_RECOVERY_KEK: recovery, LATCHKEY_ADMIN_KEY: 'off' };
    const practice = (url: string | undefined, own: object) =>
      openCommandLine({ env: at(source, { LATCHKEY_DRILL_DATABASE_URL: url, ...own }) }).run(
        'restore',
        dump,
        '--drill',
      );
    expect(await practice(drill, keys)).toMatchObject({
      code: 0,
      told: expect.stringContaining('Destroy this database'),
    });
    const wrong = await practice(other, {
      ...keys,
      LATCHKEY_PARTS_KEK: Buffer.alloc(32, 7).toString('base64'),
    });
    expect(wrong).toMatchObject({
      code: 1,
      noted: expect.stringContaining('LATCHKEY_PARTS_KEK is not the key'),
    });
    expect(await practice(source, keys)).toMatchObject({
      code: 2,
      noted: expect.stringContaining('must be another database'),
    });
  });

  test('a damaged dump, or one without its manifest, is refused before anything is restored', async () => {
    const [source, target] = await Promise.all([1, 2].map(createDatabase));
    await fill(`${source}`);
    const { run } = openCommandLine({ env: { PATH, LATCHKEY_DATABASE_URL: `${source}` } });
    const { dump } = (await run('backup', 'backups', '--json')).json() as { dump: string };
    appendFileSync(dump, 'x');
    const into = openCommandLine({ env: { PATH, LATCHKEY_DATABASE_URL: `${target}` } });
    expect(await into.run('restore', dump)).toMatchObject({
      code: 1,
      noted: expect.stringContaining('is damaged'),
    });
    expect(await into.run('restore', `${dump}.json`)).toMatchObject({ code: 2 });
    expect(await into.run('migrate', '--status')).toMatchObject({
      told: expect.stringContaining('0 applied'),
    });
  });
}

test('backup exits with 2 without PostgreSQL, and with 5, hiding the password, if it does not answer', async () => {
  expect(await openCommandLine().run('backup', 'backups')).toMatchObject({ code: 2 });
  const env = { PATH: '/nowhere', LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey' };
  const { run } = openCommandLine({ env });
  const { code, noted } = await run('backup', 'backups');
  expect(code).toBe(5);
  expect(noted).not.toContain('canary');
});
