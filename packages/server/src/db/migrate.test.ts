import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSchema,
  findPostgres,
  openTestDatabase,
  startPostgres,
  startServerProcess,
  type TestDatabase,
} from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldTables } from './fieldTables.testkit.ts';
import { frozenMigrations } from './frozenMigrations.ts';
import { migrate, openPostgres } from './index.ts';
import { readMigrations } from './migrate.ts';
import { splitStatements } from './readStatements.ts';

let folder: string;
let opened: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
  opened = await openTestDatabase();
  for (const { name, sql: text } of readMigrations()) writeFileSync(join(folder, name), text);
});
afterEach(async () => {
  await opened.database.db.execute(sql`drop table if exists extra`);
  await opened.database.db.execute(sql`delete from migrations where name like '9%'`);
  await opened.release();
  rmSync(folder, { recursive: true });
});

const add = (name: string, text: string) => writeFileSync(join(folder, name), text);
const exists = async (table: string) =>
  (
    (await opened.database.db.execute(sql`select to_regclass(${table}) as found`)) as unknown as {
      rows: { found: unknown }[];
    }
  ).rows[0]?.found !== null;

test('migrate applies missing migrations in order, and none twice', async () => {
  add('9001_extra.sql', "create table extra (app_id text, a int); insert into extra values ('app', 1);");
  add('9002_more.sql', 'alter table extra add b int;');
  expect(await migrate(opened.database, { folder })).toEqual(['9001_extra.sql', '9002_more.sql']);
  expect(await migrate(opened.database, { folder })).toEqual([]);
});

test('a failing migration changes nothing', async () => {
  add('9001_extra.sql', 'create table extra (app_id text, a int); select 1 / 0;');
  await expect(migrate(opened.database, { folder })).rejects.toThrow('9001_extra.sql failed');
  expect(await exists('extra')).toBe(false);
  add('9001_extra.sql', 'create table extra (app_id text, a int);');
  expect(await migrate(opened.database, { folder })).toEqual(['9001_extra.sql']);
});

test('a migration that was changed after it was applied is refused', async () => {
  add('9001_extra.sql', 'create table extra (app_id text, a int);');
  await migrate(opened.database, { folder });
  add('9001_extra.sql', 'create table extra (app_id text, a bigint);');
  await expect(migrate(opened.database, { folder })).rejects.toThrow('9001_extra.sql was changed');
});

test('comments and white space of an applied migration may change, quoted text may not', async () => {
  add('9001_extra.sql', "-- One.\ncreate table extra (\n  app_id text, a text default '-- a  b'\n);\n");
  await migrate(opened.database, { folder });
  add(
    '9001_extra.sql',
    "/* Two. */\r\ncreate table  extra ( -- three\r\n app_id text, a text default '-- a  b' );\r\n",
  );
  expect(await migrate(opened.database, { folder })).toEqual([]);
  add('9001_extra.sql', "create table extra ( app_id text, a text default '-- a b' );");
  await expect(migrate(opened.database, { folder })).rejects.toThrow('9001_extra.sql was changed');
});

test('the statements of every migration have the hash that is frozen for it', () => {
  const statements = Object.entries(frozenMigrations).map(([name, frozen]) => [name, frozen.statements]);
  expect(readMigrations().map(({ name, sha256 }) => [name, sha256])).toEqual(statements);
});

test.each(Object.entries(fieldTables))(
  'migrate accepts a database that was migrated at commit %s, and refuses one in which a migration has another hash',
  async (_, table) => {
    const { db } = opened.database;
    const names = Object.keys(table);
    const before = await opened.database.statement<{ name: string; sha256: string }>(
      'hashes',
      'select name, sha256 from migrations',
    )([]);
    const write = (name: string, sha256: string) =>
      db.execute(sql`update migrations set sha256 = ${sha256} where name = ${name}`);
    try {
      for (const name of names) await write(name, table[name] ?? '');
      expect(await migrate(opened.database)).toEqual([]);
      const [first = ''] = names;
      await write(first, 'a'.repeat(64));
      await expect(migrate(opened.database)).rejects.toThrow(`${first} was changed`);
    } finally {
      for (const { name, sha256 } of before) await write(name, sha256);
    }
  },
);

test('a database that is newer than the code is refused', async () => {
  add('9001_extra.sql', 'create table extra (app_id text, a int);');
  await migrate(opened.database, { folder });
  await expect(migrate(opened.database)).rejects.toThrow(/newer than this version.*9001_extra\.sql/);
});

const startThree = async () => {
  const url = await createSchema();
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
  const starts = [1, 2, 3].map(() => startServerProcess({ LATCHKEY_DATABASE_URL: url }, cwd));
  await Promise.all(starts.map((start) => start.listening));
  for (const start of starts) start.kill('SIGTERM');
  expect(await Promise.all(starts.map((start) => start.exited))).toEqual([0, 0, 0]);

  const database = openPostgres(url);
  const rows = await database.statement<{ name: string }>(
    'names',
    'select name from migrations order by name',
  )([]);
  expect(rows.map((row) => row.name)).toEqual(readMigrations().map(({ name }) => name));
  await database.close();
  rmSync(cwd, { recursive: true });
};

/** Holds the migration lock, as a process does during a long migration. */
const holdLock = async (url: string) => {
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1)', [0x6c617463686b6579n]);
  const request = async (text: string) => (await holder.query(text)).rows;
  return { request, release: () => holder.end() };
};

const startBehindALongMigration = async () => {
  // Uses a server of its own, because all schemas of a database share the lock and other tests migrate at the same
  // time.
  const postgres = await startPostgres(findPostgres() ?? '');
  const { url } = postgres;
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
  const { request, release } = await holdLock(url);
  const starts = [1, 2].map(() => startServerProcess({ LATCHKEY_DATABASE_URL: url }, cwd));
  for (const start of starts) await expect.poll(start.output).toContain('waiting for its end');
  // A process that waited inside the database would leave a back end behind if it were killed.
  expect(await request("select pid from pg_locks where locktype = 'advisory' and not granted")).toEqual([]);
  const [killed, other] = starts;
  killed?.kill('SIGKILL');
  await killed?.exited;
  await release();
  await other?.listening;
  other?.kill('SIGTERM');
  expect(await other?.exited).toBe(0);
  await postgres.destroy();
  rmSync(cwd, { recursive: true });
};

// Several processes cannot share the embedded database (see main.test.ts).
if (process.env.LATCHKEY_TEST_DATABASE === 'postgres') {
  test(
    'a process that starts during another process’s long migration waits for its end',
    startBehindALongMigration,
  );

  test('migrate gives up if the migration of another process does not end, and says how to end it', async () => {
    const postgres = await startPostgres(findPostgres() ?? '');
    const database = openPostgres(postgres.url);
    const { release } = await holdLock(postgres.url);
    const waits: string[] = [];
    const given = { mostTries: 3, pause: async () => {}, onWait: () => void waits.push('once') };
    await expect(migrate(database, given)).rejects.toThrow(/ten minutes.*pg_terminate_backend/);
    expect(waits).toEqual(['once']);
    await release();
    await database.close();
    await postgres.destroy();
  });

  test('a migration leaves no lock on the connection and its statement timeout as it was, because a pooler lends the connection to others', async () => {
    const database = openPostgres(await createSchema(), { connections: 1 });
    const look = database.statement<{ pid: number; locks: number; timeout: string }>(
      'look',
      `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout,
         (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
    );
    const before = await look([]);
    expect(before).toMatchObject([{ locks: 0, timeout: '10s' }]);
    await migrate(database);
    expect(await look([])).toEqual(before);
    await database.close();
  });

  test(
    'three processes that start at once on an empty database all start, and each migration is applied once',
    startThree,
  );
}

test('a migration is split at the semicolons that end a statement, not at those in comments, texts and functions', () => {
  const create = "create function f() returns void language plpgsql as $$ begin a := ';'; end $$";
  const text = `-- one; two\ncreate table t (a text default ';');\n/* ; */ ${create};\n;\n-- the end\n`;
  expect(splitStatements(text).map((part) => part.trim())).toEqual([
    "-- one; two\ncreate table t (a text default ';')",
    `/* ; */ ${create}`,
  ]);
});
