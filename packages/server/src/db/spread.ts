import { startError } from '../startError.ts';
import type { Database, RunSql } from './index.ts';

/** Tables about all apps or about the operator. Every node has a copy. */
export const referenceTables = ['apps', 'apps_version', 'operator_tokens'] as const;
/** Tables about the database itself. Only the coordinator has them. */
export const localTables = ['migrations'] as const;

/**
 * The trigger that refuses changes of the audit log. Citus permits no trigger on a spread table, so it is dropped.
 * `verifyAudit` can still find changes by the hash chain.
 */
const auditTrigger = { name: 'audit_events_keep', table: 'audit_events' } as const;

/**
 * Spreads the tables over the nodes of a Citus cluster, by app: all rows of an app are on one node. Spreads the
 * tables that are not spread yet, so it can be called again. Runs in one transaction.
 *
 * @returns the names of the tables that this call spread
 * @throws StartError if the database is not the coordinator of a Citus 12.1 cluster with an active node for data and a
 *   replication factor of 1, or if a table is spread in another way; then nothing has changed
 */
export function spread(database: Database): Promise<string[]> {
  return database.exclusively(async (run) => {
    await checkCluster(run);
    return spreadMissing(run);
  });
}

/**
 * Brings all tables back to the coordinator. Can be called again.
 *
 * @returns the names of the tables that were spread
 * @throws StartError if the database is not the coordinator of a Citus 12.1 cluster with an active node for data and a
 *   replication factor of 1
 */
export function unspread(database: Database): Promise<string[]> {
  return database.exclusively(async (run) => {
    await checkCluster(run);
    const names = (await listTables(run)).filter(({ kind }) => kind !== 'local').map(({ name }) => name);
    for (const name of await listFunctions(run)) await run('select create_distributed_function($1)', [name]);
    for (const name of names) {
      // The call brings back the tables that foreign keys connect too, so a later one may be back already.
      const isSpread = (await listTables(run)).some((table) => table.name === name && table.kind !== 'local');
      if (isSpread) await run('select undistribute_table($1, cascade_via_foreign_keys => true)', [name]);
    }
    await run(`create or replace trigger ${auditTrigger.name} before update or delete on ${auditTrigger.table}
      for each row execute function audit_events_keep()`);
    return names;
  });
}

/**
 * Runs a migration. On a spread database it also spreads the tables and functions that the migration adds.
 *
 * @param run runs SQL in the transaction that holds the migration lock
 */
export async function runSpread(run: RunSql, migrate: () => Promise<void>): Promise<void> {
  if (!(await isSpread(run))) return migrate();
  await run(sequential);
  await migrate();
  await spreadMissing(run);
}

/**
 * Makes the statements of a transaction use one connection to each node. With several connections, one would not see
 * the changes of another.
 */
const sequential = "set local citus.multi_shard_modify_mode to 'sequential'";

async function isSpread(run: RunSql): Promise<boolean> {
  const [installed] = await run("select 1 as one from pg_extension where extname = 'citus'");
  if (!installed) return false;
  return (await listTables(run)).some(({ name, kind }) => name === 'users' && kind === 'spread');
}

async function spreadMissing(run: RunSql): Promise<string[]> {
  const tables = await listTables(run);
  checkTables(tables);
  await run(sequential);
  const missing = tables.filter(({ kind }) => kind === 'local').map(({ name }) => name);
  const isReference = (name: string) => (referenceTables as readonly string[]).includes(name);
  for (const name of missing.filter(isReference)) await run('select create_reference_table($1)', [name]);
  if (missing.includes(auditTrigger.table))
    await run(`drop trigger if exists ${auditTrigger.name} on ${auditTrigger.table}`);
  const spreading = await inOrderOfKeys(
    run,
    missing.filter((name) => !isReference(name)),
  );
  for (const name of spreading) {
    const isFirst = name === 'users';
    await run(
      `select create_distributed_table($1, 'app_id'${isFirst ? ", colocate_with => 'none'" : ", colocate_with => 'users'"})`,
      [name],
    );
  }
  // The node of an app runs the functions whose first parameter is the app.
  for (const name of await listFunctions(run))
    await run("select create_distributed_function($1, '$1', colocate_with => 'users')", [name]);
  return [...missing.filter(isReference), ...spreading];
}

interface Table {
  readonly name: string;
  readonly kind: 'local' | 'reference' | 'spread';
  readonly column: string | null;
  /** Group of tables whose rows of one app are on one node. */
  readonly group: number | null;
}

async function listTables(run: RunSql): Promise<Table[]> {
  const rows = await run(
    `select t.relname as name, p.colocationid as group,
       case when p.logicalrelid is null then 'local' when p.partmethod = 'h' then 'spread' else 'reference' end as kind,
       case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as column
     from pg_class t left join pg_dist_partition p on p.logicalrelid = t.oid
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname <> all ($1::text[])
     order by t.relname`,
    [localTables],
  );
  return rows as unknown as Table[];
}

/** Lists the functions of this schema whose first parameter is the app, with the types of their parameters. */
async function listFunctions(run: RunSql): Promise<string[]> {
  const rows = await run(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = current_schema()::regnamespace and proargnames[1] = 'p_app_id' order by 1`,
  );
  return rows.map(({ name }) => String(name));
}

/** Sorts tables so that each comes after those that its foreign keys name, as Citus requires. */
async function inOrderOfKeys(run: RunSql, names: readonly string[]): Promise<string[]> {
  const keys = await run(
    `select t.relname as name, o.relname as other from pg_constraint c
     join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
     where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and t.oid <> o.oid`,
  );
  const sorted: string[] = [];
  const add = (name: string) => {
    if (sorted.includes(name) || !names.includes(name)) return;
    for (const key of keys) if (key.name === name) add(String(key.other));
    sorted.push(name);
  };
  for (const name of ['users', ...names]) add(name);
  return sorted;
}

/** @throws StartError unless the database is the coordinator of a cluster that Latchkey was tested with */
async function checkCluster(run: RunSql): Promise<void> {
  const [extension] = await run("select extversion as version from pg_extension where extname = 'citus'");
  if (!extension)
    throw startError(
      'This database has no Citus extension, so its tables cannot be spread (docs/scaling.md). Install Citus 12.1 on every node and run `create extension citus`.',
    );
  const version = String(extension.version);
  if (!version.startsWith('12.1'))
    throw startError(`This cluster runs Citus ${version}. Latchkey was tested with Citus 12.1 only.`);
  const [facts] = await run(
    `select coalesce((select groupid from pg_dist_local_group), 0) as group,
       current_setting('citus.shard_replication_factor')::integer as copies,
       (select count(*)::integer from pg_dist_node
        where noderole = 'primary' and isactive and shouldhaveshards) as nodes`,
  );
  if (facts?.group !== 0)
    throw startError('This node is a worker. Connect to the coordinator of the cluster.');
  if (facts.copies !== 1)
    throw startError(
      'citus.shard_replication_factor is not 1. Use PostgreSQL replication for each node instead.',
    );
  if (facts.nodes === 0)
    throw startError('The cluster has no active node for data. Add one with `citus_add_node`.');
}

/** @throws StartError if a table is spread in another way than by {@link spread} */
function checkTables(tables: readonly Table[]): void {
  const users = tables.find(({ name }) => name === 'users');
  for (const { name, kind, column, group } of tables) {
    const isReference = (referenceTables as readonly string[]).includes(name);
    const isWell =
      kind === 'local' ||
      (isReference
        ? kind === 'reference'
        : kind === 'spread' && column === 'app_id' && group === users?.group);
    if (!isWell)
      throw startError(
        `The table ${name} is not spread by app together with \`users\`. Undo that with \`undistribute_table\`, then try again.`,
      );
  }
}
