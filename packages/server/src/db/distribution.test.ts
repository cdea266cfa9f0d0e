import { readFileSync, writeFileSync } from 'node:fs';
import { openTestDatabase, type TestDatabase } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localTables, referenceTables } from './index.ts';

// Checks in the catalog of the database that its tables can be distributed over nodes by app (docs/scaling.md).

/** Tables of which each node has a copy, and tables that only the coordinator has. */
const undistributed: readonly string[] = [...referenceTables, ...localTables];

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.release());

async function request<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await opened.database.db.execute(query)) as unknown as { rows: Row[] }).rows;
}

const listTables = async () => {
  const rows = await request<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !undistributed.includes(name));
};

const listKeys = () =>
  request<{ table: string; is_primary: boolean; columns: string[] }>(sql`
    select t.relname as table, i.indisprimary as is_primary,
      array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and i.indisunique`);

test('every table that is distributed has a primary key that begins with the app id', async () => {
  const tables = await listTables();
  expect(tables.length).toBeGreaterThan(15);
  const keys = (await listKeys()).filter((key) => key.is_primary);
  for (const table of tables) {
    expect(keys.find((key) => key.table === table)?.columns[0], table).toBe('app_id');
  }
});

test('every unique index of a distributed table begins with the app id', async () => {
  const keys = (await listKeys()).filter((key) => !undistributed.includes(key.table));
  expect(keys.filter((key) => key.columns[0] !== 'app_id')).toEqual([]);
});

test('every foreign key begins with the app id on both sides, so the two rows are on one node', async () => {
  const keys = await request<{ table: string; own: string[]; other: string[] }>(sql`
    select c.conrelid::regclass::text as table,
      array(select a.attname::text from unnest(c.conkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place) as own,
      array(select a.attname::text from unnest(c.confkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.place) as other
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = current_schema()`);
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) {
    expect(key.own[0], key.table).toBe('app_id');
    expect(key.other[0], key.table).toBe('app_id');
  }
});

test('no table uses a sequence, which all nodes would have to share', async () => {
  expect(
    await request(sql`select sequencename from pg_sequences where schemaname = current_schema()`),
  ).toEqual([]);
});

/** `docs/scaling.md`, whose list of tables is printed from the code. Run with `UPDATE_DOCS=1` to update it. */
const page = new URL('../../../../docs/scaling.md', import.meta.url);
const printed = /(<!-- printed from the code -->\n)[\s\S]*?(<!-- until here -->)/;

test('docs/scaling.md lists every table that is distributed by app, and names the others', async () => {
  const names = (await listTables()).map((name) => `\`${name}\``).join(', ');
  const text = readFileSync(page, 'utf8');
  const expected = text.replace(printed, (_, start, end) => `${start}${names}\n${end}`);
  if (process.env.UPDATE_DOCS) writeFileSync(page, expected);
  expect(readFileSync(page, 'utf8')).toBe(expected);
  for (const name of undistributed) expect(text).toContain(`\`${name}\``);
});
