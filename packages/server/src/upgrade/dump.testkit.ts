import type { AppInput } from '@latchkey/wire';
import { type Database, migrate } from '../db/index.ts';
import type { PersonSecrets } from './people.testkit.ts';

/** The database of a version of the service, and secrets of its users. */
export interface Dump {
  readonly madeAtMs: number;
  readonly apps: AppInput[];
  readonly people: PersonSecrets[];
  /** Rows by table, including the table of migrations. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export function readTables(database: Database): Promise<Dump['tables']> {
  return database.exclusively(async (run) => {
    const named = await run(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    );
    const tables: Record<string, Record<string, unknown>[]> = {};
    for (const { name } of named) {
      const rows = await run(
        `select to_jsonb(t)::text as row from ${quoted(String(name))} t order by to_jsonb(t)::text`,
      );
      tables[String(name)] = rows.map(({ row }) => JSON.parse(String(row)) as Record<string, unknown>);
    }
    return tables;
  });
}

/**
 * Restores a database to the state of a dump. Its tables come from the migrations that it had, whose statements never
 * change.
 *
 * @param database an empty database
 */
export async function restore(database: Database, { tables }: Dump): Promise<void> {
  const names = (tables.migrations ?? []).map(({ name }) => String(name));
  await migrate(database, { only: new RegExp(`^(?:${names.join('|')})$`) });
  await database.exclusively(async (run) => {
    // Rows are inserted in the order of the tables' names, which would violate foreign keys.
    await run('set local session_replication_role = replica');
    for (const [name, rows] of Object.entries(tables)) {
      const table = quoted(name);
      await run(`delete from ${table}`);
      await run(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
        JSON.stringify(rows),
      ]);
    }
  });
}

export function printDump({ tables, ...rest }: Dump): string {
  const lines = (rows: readonly object[]) => rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n');
  const printed = Object.entries(tables).map(
    ([name, rows]) => `    ${JSON.stringify(name)}: ${rows.length === 0 ? '[]' : `[\n${lines(rows)}\n    ]`}`,
  );
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "tables": {\n${printed.join(',\n')}\n  }\n}\n`;
}
