import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { Database, StatementOptions } from './index.ts';

/** Parameters of a prepared statement, by name, to put into its SQL or pass to other modules' SQL. */
export type Given<Values extends object> = { readonly [Name in keyof Values]: SQL };

/**
 * Prepares a statement with named parameters, for hot paths. Each parameter is numbered where it first appears, so
 * SQL of several modules forms one statement. A value without a name becomes an escaped constant, and must not come
 * from a request.
 *
 * @param options `batchBy` names the parameters of {@link StatementOptions.batchBy}
 * @example
 * const find = prepare<{ id: string }, UserKey>(database, 'users_find', (given) =>
 * sql`select id from users where app_id = ${given.appId} and user_id = ${given.userId}`);
 * const [row] = await find({ appId, userId });
 */
export function prepare<Row, Values extends object>(
  database: Pick<Database, 'statement'>,
  name: string,
  write: (given: Given<Values>) => SQL,
  { batchBy }: { batchBy?: readonly (keyof Values & string)[] } = {},
): (values: Values) => Promise<Row[]> {
  const { names, text } = compile(write(namedParameters()));
  const positions = batchBy?.map((one) => names.indexOf(one));
  const run = database.statement<Row>(name, text, positions && { batchBy: positions });
  return (values) => run(names.map((one) => Reflect.get(values, one)));
}

const namedParameters = <Values extends object>() =>
  new Proxy(
    {},
    {
      get: (_, name) => sql`${sql.placeholder(String(name))}`,
      // The names exist only as types: a spread would copy nothing, and the statement would lack its parameters.
      ownKeys() {
        throw new TypeError('The parameters of a statement are taken one by one, never spread');
      },
    },
  ) as Given<Values>;

/** Returns the text of a statement with its parameters as `$1`, `$2` …, and their names in that order. */
function compile(statement: SQL): { text: string; names: readonly string[] } {
  const names: string[] = [];
  const { sql: text } = statement.inlineParams().toQuery({
    casing: new CasingCache(),
    escapeName: (name) => `"${name.replaceAll('"', '""')}"`,
    escapeString: (constant) => `'${constant.replaceAll("'", "''")}'`,
    escapeParam(_, parameter) {
      if (!is(parameter, Placeholder)) throw new Error('A prepared statement takes no value of its own');
      const name = String(parameter.name);
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    },
  });
  return { text, names };
}
