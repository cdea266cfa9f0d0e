import { sql } from 'drizzle-orm';
import type { Database } from './index.ts';

/**
 * Returns every row of every table except `migrations` as text, by table name, for tests that look for values that
 * must not be stored.
 */
export async function dumpTables({ db }: Database): Promise<Map<string, string[]>> {
  const tables = (await db.execute(
    sql`select tablename from pg_tables where schemaname = current_schema() and tablename <> 'migrations'`,
  )) as unknown as { rows: { tablename: string }[] };
  const found = new Map<string, string[]>();
  for (const { tablename } of tables.rows) {
    const rows = (await db.execute(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(tablename)} t`,
    )) as unknown as { rows: { row: string }[] };
    found.set(
      tablename,
      rows.rows.map(({ row }) => row),
    );
  }
  return found;
}
