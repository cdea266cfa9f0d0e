import { type Database, type Db, localTables, referenceTables } from '@latchkey/server';
import { type ReadStatement, readStatement, type Schema } from './readStatement.ts';

/**
 * Returns the same database, which refuses statements that, by the rules of {@link readStatement}, would not run on the
 * node of one app if the tables were spread over nodes. On PostgreSQL the service of a test runs on it, so statements
 * that a test reaches are checked without a cluster. Statements of `exclusively` are not checked. Those of
 * `acrossApps` may reach all apps; the other rules hold for them too.
 */
export function onOneShard(database: Database): Database {
  const check = createCheck(database);
  return {
    ...database,
    db: watch(database.db, (text, values) => check(text, values, false)),
    acrossApps: watch(database.acrossApps, (text, values) => check(text, values, true)),
    transaction: (work) =>
      database.transaction((tx) => work(watch(tx, (text, values) => check(text, values, false)))),
    statement<Row>(...statement: Parameters<Database['statement']>) {
      const run = database.statement<Row>(...statement);
      const [, text] = statement;
      return async (values) => {
        await check(text, values, false);
        return run(values);
      };
    },
  };
}

type Check = (text: string, values: readonly unknown[]) => Promise<void> | undefined;

/** Results by mode and text. */
const known = new Map<string, ReadStatement>();
/** Every database of the tests has the same schema. */
let schema: Promise<Schema> | null = null;

function createCheck(database: Database) {
  return (text: string, values: readonly unknown[], acrossApps: boolean): Promise<void> | undefined => {
    const key = `${acrossApps} ${text}`;
    const read = known.get(key);
    if (read) return void refuse(text, values, read);
    schema ??= readSchema(database);
    return schema
      .then((facts) => readStatement(text, facts, { acrossApps }))
      .then((first) => {
        known.set(key, first);
        refuse(text, values, first);
      });
  };
}

function refuse(text: string, values: readonly unknown[], { problems, apps }: ReadStatement): void {
  const ids = new Set(apps.map((app) => (typeof app === 'number' ? values[app - 1] : app)));
  const all = ids.size > 1 ? [...problems, `it names the apps ${[...ids].join(', ')}`] : problems;
  if (all.length === 0) return;
  const message = `This statement does not run on the node of one app: ${all.join('; ')} (docs/scaling.md)\n${text}`;
  // The service answers a request with a 500 and hides the reason.
  process.stderr.write(`${message}\n`);
  throw new Error(message);
}

async function readSchema(database: Database): Promise<Schema> {
  const read = database.statement<{ name: string; kind: 'table' | 'own' | 'unstable' }>(
    'test_schema',
    `select tablename as name, 'table' as kind from pg_tables where schemaname = current_schema()
     union all
     select proname, 'own' from pg_proc
     where pronamespace = current_schema()::regnamespace and proargnames[1] = 'p_app_id'
     union all
     select proname, 'unstable' from pg_proc where pronamespace = 'pg_catalog'::regnamespace
     group by proname having bool_and(provolatile <> 'i')`,
  );
  const rows = await read([]);
  const namesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  const everywhere: readonly string[] = [...referenceTables, ...localTables];
  return {
    spreadTables: new Set(namesOf('table').filter((name) => !everywhere.includes(name))),
    appFunctions: new Set(namesOf('own')),
    unstableFunctions: new Set(namesOf('unstable')),
  };
}

/** Returns a database object whose session checks each query first. The given object stays as it is. */
function watch(db: Db, check: Check): Db {
  const { session } = db._;
  const watched = Object.create(session) as typeof session;
  watched.prepareQuery = ((...parameters: Parameters<typeof session.prepareQuery>) => {
    const prepared = session.prepareQuery(...parameters);
    const execute = prepared.execute.bind(prepared);
    const [{ sql, params }] = parameters;
    prepared.execute = async (values) => {
      await check(sql, params);
      return execute(values);
    };
    return prepared;
  }) as typeof session.prepareQuery;
  const copy = Object.create(db) as Db;
  return Object.assign(copy, { session: watched, _: { ...db._, session: watched } });
}
