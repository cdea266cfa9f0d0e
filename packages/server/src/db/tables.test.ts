import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openTestDatabase } from '@latchkey/testkit';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));

async function declaredTables(): Promise<PgTable[]> {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)table\.ts$/.test(path),
  );
  const modules = await Promise.all(paths.map((path) => import(pathToFileURL(join(source, path)).href)));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is PgTable => is(value, PgTable));
}

function declaredColumns(table: PgTable): string[] {
  return getTableConfig(table).columns.map(
    (column) => `${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}`,
  );
}

test('every table declared in a table.ts equals the table that the migrations create, column by column', async () => {
  const { database, release } = await openTestDatabase();
  const { rows } = (await database.db.execute(sql`
    select c.table_name, c.column_name || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when c.is_nullable = 'NO' then ' not null' else '' end as line
    from information_schema.columns c
    join pg_attribute a on a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name
    where c.table_schema = current_schema() and c.table_name <> 'migrations'`)) as unknown as {
    rows: { table_name: string; line: string }[];
  };
  const made = new Map<string, string[]>();
  for (const { table_name, line } of rows)
    made.set(table_name, [...(made.get(table_name) ?? []), line].sort());
  const tables = await declaredTables();
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const { name } = getTableConfig(table);
    expect(declaredColumns(table).sort(), name).toEqual(made.get(name));
  }
  await release();
});
