import pg from 'pg';

/** A statement with its values. PostgreSQL parses a named one once per connection. */
export interface Query {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Callback = (error: unknown, results?: unknown[][]) => void;

/** What the client of `pg` calls on a query that it has sent. `@types/pg` has only `submit`. */
interface Handlers {
  readonly name?: string;
  readonly text: string;
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}

/**
 * Runs queries one after the other in one transaction, and sends all of them in one message. A single query is sent
 * without a transaction of its own.
 *
 * @returns the rows of each query, after the commit
 * @throws the first error of the database. If there are several queries, their transaction is then still open, and the
 *   caller rolls it back. Any other error leaves the connection unusable.
 */
export async function queryTogether(client: pg.PoolClient, queries: readonly Query[]): Promise<unknown[][]> {
  const [first] = queries;
  if (first && queries.length === 1) return [(await client.query(toConfig(first))).rows];
  return new Promise((resolve, reject) => {
    client.query(new Batch(queries, (error, results) => (results ? resolve(results) : reject(error))));
  });
}

const toConfig = ({ name, text, values }: Query) => ({ name, text, values: values as unknown[] });

const commandOf = (text: string): Query => ({ name: `transaction_${text}`, text, values: [] });

/**
 * Several queries, which the client of `pg` treats as one. It passes each message of the server to the query that the
 * message answers.
 */
class Batch implements pg.Submittable {
  readonly #queries: readonly Handlers[];
  readonly #results: unknown[][] = [];
  #answered = 0;
  #error: unknown;
  /** The client replaces it by one that stops the timer of the query first. */
  callback: Callback;

  constructor(queries: readonly Query[], callback: Callback) {
    this.callback = callback;
    const all = [commandOf('begin'), ...queries, commandOf('commit')];
    this.#queries = all.map((query) => {
      const note = (error: unknown, result: { rows: unknown[] }) => {
        if (error) this.#error ??= error;
        else this.#results.push(result.rows);
      };
      return new pg.Query(toConfig(query), note as never) as unknown as Handlers;
    });
  }

  /** The name and text under which the client notes that the server has parsed a statement. */
  get name() {
    return this.#current.name;
  }
  get text() {
    return this.#current.text;
  }

  get #current(): Handlers {
    return this.#queries[this.#answered] as Handlers;
  }

  submit(connection: pg.Connection): Error | null {
    // Each query ends with a sync, at which the server would answer and wait for the next message.
    const unsynced = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection;
    connection.stream.cork();
    for (const query of this.#queries) {
      const problem = query.submit(unsynced);
      if (problem) this.#error = problem;
      if (this.#error) break;
    }
    // A value could not be sent. Without a commit nothing is stored.
    if (!this.#error) connection.sync();
    connection.stream.uncork();
    return (this.#error as Error | undefined) ?? null;
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#answered += 1;
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    if (this.#error) this.callback(this.#error);
    else this.callback(null, this.#results.slice(1, -1));
  }
}
