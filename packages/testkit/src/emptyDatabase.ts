import type { Database } from '@latchkey/server';

/**
 * Deletes rather than truncates, because that is faster for tables of a few rows. The role `replica` skips the checks
 * of foreign keys. On a Citus cluster, the first line passes the role on to every node; elsewhere it does nothing.
 */
const deleteEverything = `
  set local citus.propagate_set_commands = 'local';
  set local session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = current_schema() and tablename <> 'migrations'
    loop
      execute format('delete from %I', name);
    end loop;
  end $$;`;

export async function emptyDatabase(database: Database): Promise<void> {
  await database.exclusively((run) => run(deleteEverything));
}
