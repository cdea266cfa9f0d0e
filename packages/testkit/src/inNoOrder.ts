import type { Database, Db } from '@latchkey/server';

/**
 * Returns the same database, but with the rows of statements without any `order by` reversed, except those of
 * `acrossApps` and `exclusively`. PostgreSQL often returns such rows in storage order, so code or tests that rely on
 * it would fail rarely.
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
    statement<Row>(...statement: Parameters<Database['statement']>) {
      const run = database.statement<Row>(...statement);
      return async (values) => turned(statement[1], await run(values));
    },
  };
}

function turned<Rows>(text: string, rows: Rows): Rows {
  return Array.isArray(rows) && !/\border by\b/i.test(text) ? (rows.toReversed() as Rows) : rows;
}

/** Wraps the session's queries, which every builder and raw SQL use. A transaction has its own session. */
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
