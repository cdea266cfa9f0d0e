import type { Database, Db } from '@latchkey/server';

/**
 * The same database, which gives the rows of every statement that names no order the other way round. PostgreSQL gives
 * them as they lie, which a change of a row (a sealing, a vacuum) turns round at any time: anyone who relies on it, code or
 * test, is found at once and not once in a hundred runs.
 */
export function inNoOrder(database: Database): Database {
  turnQueries(database.db);
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        turnQueries(tx);
        return work(tx);
      }),
    statement<Row>(name: string, text: string) {
      const run = database.statement<Row>(name, text);
      return async (values) => turned(text, await run(values));
    },
  };
}

function turned<Rows>(text: string, rows: Rows): Rows {
  return Array.isArray(rows) && !/\border by\b/i.test(text) ? (rows.toReversed() as Rows) : rows;
}

/** Every builder asks the session for its query, and so does raw SQL; a transaction has a session of its own. */
function turnQueries(db: Db): void {
  const { session } = db._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...parameters: Parameters<typeof prepare>) => {
    const prepared = prepare(...parameters);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (values) => {
      const [{ sql }] = parameters;
      const result: unknown = await execute(values);
      if (Array.isArray(result)) return turned(sql, result);
      const { rows } = result as { rows?: unknown };
      return rows ? { ...(result as object), rows: turned(sql, rows) } : result;
    };
    return prepared;
  }) as typeof prepare;
}
