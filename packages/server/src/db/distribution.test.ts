import { readFileSync } from 'node:fs';
import { openTestDatabase, type TestDatabase } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Every table is made so that it can be spread over nodes by app (docs/scaling.md): asked of the database's catalogue,
// so that a table which a later migration adds is looked at too.

/** What is known of all apps at once, or of the database itself: a copy on every node, or the first node alone. */
const undistributed = ['apps', 'apps_version', 'migrations'];

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

/** Unique indexes with their columns in order; primary keys are among them. */
const listKeys = () =>
  request<{ table: string; is_primary: boolean; columns: string[] }>(sql`
    select t.relname as table, i.indisprimary as is_primary,
      array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and i.indisunique`);

test('every table has a primary key that begins with the app', async () => {
  const tables = await listTables();
  expect(tables.length).toBeGreaterThan(15);
  const keys = (await listKeys()).filter((key) => key.is_primary);
  for (const table of tables)
    expect([table, keys.find((key) => key.table === table)?.columns[0]]).toEqual([table, 'app_id']);
});

test('every unique index begins with the app: what is unique is so within it', async () => {
  const keys = (await listKeys()).filter((key) => !undistributed.includes(key.table));
  expect(keys.filter((key) => key.columns[0] !== 'app_id')).toEqual([]);
});

test('every foreign key joins rows of one app, so that both lie on one node', async () => {
  const keys = await request<{ table: string; own: string[]; other: string[] }>(sql`
    select c.conrelid::regclass::text as table,
      array(select a.attname::text from unnest(c.conkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place) as own,
      array(select a.attname::text from unnest(c.confkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.place) as other
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = current_schema()`);
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys)
    expect([key.table, key.own[0], key.other[0]]).toEqual([key.table, 'app_id', 'app_id']);
});

test('no table takes numbers from a sequence, which would be one for all nodes', async () => {
  expect(
    await request(sql`select sequencename from pg_sequences where schemaname = current_schema()`),
  ).toEqual([]);
});

test('the page on scaling distributes exactly these tables', async () => {
  const page = readFileSync(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8');
  const distributed = [...page.matchAll(/create_distributed_table\('(\w+)', 'app_id'/g)].map(
    ([, name]) => name,
  );
  expect(distributed.toSorted()).toEqual(await listTables());
  for (const name of undistributed) expect(page).toContain(`\`${name}\``);
});
