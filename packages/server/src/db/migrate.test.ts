import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchema, openTestDatabase, startServerProcess, type TestDatabase } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, openPostgres } from './index.ts';
import { readMigrations } from './migrate.ts';

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

test('applies what is missing, in order, and nothing twice', async () => {
  add('9001_extra.sql', 'create table extra (a int); insert into extra values (1);');
  add('9002_more.sql', 'alter table extra add b int;');
  expect(await migrate(opened.database, { folder })).toEqual(['9001_extra.sql', '9002_more.sql']);
  expect(await migrate(opened.database, { folder })).toEqual([]);
});

test('a failing migration leaves nothing of itself', async () => {
  add('9001_extra.sql', 'create table extra (a int); select 1 / 0;');
  await expect(migrate(opened.database, { folder })).rejects.toThrow('9001_extra.sql failed');
  expect(await exists('extra')).toBe(false);
  add('9001_extra.sql', 'create table extra (a int);');
  expect(await migrate(opened.database, { folder })).toEqual(['9001_extra.sql']);
});

test('a migration that was changed after it was applied is refused', async () => {
  add('9001_extra.sql', 'create table extra (a int);');
  await migrate(opened.database, { folder });
  add('9001_extra.sql', 'create table extra (a bigint);');
  await expect(migrate(opened.database, { folder })).rejects.toThrow('9001_extra.sql was changed');
});

test('line ends of a check-out make no difference', async () => {
  add('9001_extra.sql', 'create table extra (\n  a int\n);\n');
  await migrate(opened.database, { folder });
  add('9001_extra.sql', 'create table extra (\r\n  a int\r\n);\r\n');
  expect(await migrate(opened.database, { folder })).toEqual([]);
});

test('a database that is newer than the code is refused', async () => {
  add('9001_extra.sql', 'create table extra (a int);');
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

// The embedded database is for one process alone: main.test.ts.
if (process.env.LATCHKEY_TEST_DATABASE === 'postgres') {
  test(
    'three that start at once on an empty database all start, and each migration is applied once',
    startThree,
    90_000,
  );
}
