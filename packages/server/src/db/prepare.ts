import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { Database } from './index.ts';

/** The parameters of a prepared statement, by name, to be put into its SQL and handed to SQL of other rooms. */
export type Given<Values extends object> = { readonly [Name in keyof Values]: SQL };

/**
 * Prepares a statement whose parameters have names, for hot paths: each is numbered where it first stands, so that SQL of
 * several rooms makes one statement and no room counts. What stands in it without a name is a constant of ours.
 *
 * @example
 * const find = prepare<{ id: string }, UserKey>(database, 'users_find', (given) =>
 *   sql`select id from users where app_id = ${given.appId} and user_id = ${given.userId}`);
 * const [row] = await find({ appId, userId });
 */
export function prepare<Row, Values extends object>(
  database: Pick<Database, 'statement'>,
  name: string,
  write: (given: Given<Values>) => SQL,
): (values: Values) => Promise<Row[]> {
  const { names, text } = compile(write(namedParameters()));
  const run = database.statement<Row>(name, text);
  return (values) => run(names.map((one) => Reflect.get(values, one)));
}

const namedParameters = <Values extends object>() =>
  new Proxy(
    {},
    {
      get: (_, name) => sql`${sql.placeholder(String(name))}`,
      // The names are types alone: a spread would copy nothing, and the statement would lack what it should have.
      ownKeys() {
        throw new TypeError('The parameters of a statement are taken one by one, never spread');
      },
    },
  ) as Given<Values>;

/** The text of a statement with its parameters as `$1`, `$2` …, and which of them is which. */
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
