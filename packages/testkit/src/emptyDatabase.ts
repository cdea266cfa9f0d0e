import type { Database } from '@latchkey/server';

/** For tables of a few rows, deleting is faster than truncating. In this role foreign keys are not looked at. */
const deleteEverything = `
  set local session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = current_schema() and tablename <> 'migrations'
    loop
      execute format('delete from %I', name);
    end loop;
  end $$;`;

/** Deletes every row of a migrated database, so that whoever uses it next finds it as a new one. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.exclusively((run) => run(deleteEverything));
}
