import type { Database } from './index.ts';

/** Returns true if a database has no table yet, so that a dump may be restored into it. */
export async function isEmpty(database: Database): Promise<boolean> {
  const count = database.statement<{ tables: number }>(
    'tables_count',
    'select count(*)::int as tables from pg_tables where schemaname = any (current_schemas(false))',
  );
  const [row] = await count([]);
  return row?.tables === 0;
}
