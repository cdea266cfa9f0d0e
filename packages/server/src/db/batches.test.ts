import { openTestDatabase, postgresUrl, type TestDatabase } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Freezer, startFreezer } from './freezer.testkit.ts';
import { openPostgres } from './openPostgres.ts';

const insert = `insert into public.batched (app_id, id, value) values ($1, $2, $3)
  returning id, at, pg_current_xact_id()::text as transaction`;

interface Inserted {
  id: string;
  at: number;
  transaction: string;
}

let opened: TestDatabase;
let freezer: Freezer;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.db.execute(
    sql`create table public.batched (app_id text, id text, value jsonb, at serial, primary key (app_id, id))`,
  );
});
beforeEach(async () => {
  freezer = await startFreezer(postgresUrl());
});
afterEach(async () => {
  await freezer.close();
  await opened.database.db.execute(sql`delete from public.batched`);
});
afterAll(async () => {
  await opened.database.db.execute(sql`drop table public.batched`);
  await opened.release();
});

/** Calls a batched insert once for each row, at the same time, on a pool of its own. */
async function insertAll(
  rows: readonly (readonly [appId: string, id: string, value?: unknown])[],
  options: Omit<NonNullable<Parameters<typeof openPostgres>[1]>, 'times'> & { queryMs?: number } = {},
) {
  const { queryMs = 10_000, connections = 1, ...others } = options;
  const times = {
    connectMs: 10_000,
    statementMs: 10_000,
    lockMs: 10_000,
    queryMs,
    transactionMs: 10_000,
  };
  const database = openPostgres(freezer.url, { connections, times, ...others });
  await Promise.all(Array.from({ length: connections }, () => database.ping()));
  if (options.queryMs) freezer.freeze();
  const run = database.statement<Inserted>('batched_insert', insert, { batchBy: [0, 1] });
  const waiting: number[] = [];
  const calls = rows.map(([appId, id, value = null]) => {
    const call = run([appId, id, value]).then(([row]) => row);
    waiting.push(database.usage().waiting);
    return call;
  });
  const ended = await Promise.allSettled(calls);
  await freezer.close();
  await database.close();
  return {
    waiting,
    rows: ended.map((one) => (one.status === 'fulfilled' ? (one.value as Inserted) : null)),
    errors: ended.map((one) => (one.status === 'rejected' ? one.reason : null)),
  };
}
const transactionsOf = (rows: readonly (Inserted | null)[]) => new Set(rows.map((row) => row?.transaction));
const stored = async () =>
  (
    await opened.database.statement<{ id: string }>('stored', 'select id from public.batched order by id')([])
  ).map(({ id }) => id);
const appRows = (ids: string) => [...ids].map((id) => ['app', id] as const);

test('calls that wait for a connection are committed together, and each gets its own rows', async () => {
  const { rows, waiting } = await insertAll(appRows('abc'));
  expect(rows.map((row) => row?.id)).toEqual(['a', 'b', 'c']);
  expect(transactionsOf(rows).size).toBe(1);
  expect(waiting).toEqual([1, 2, 3]);
});

test('calls run in separate transactions while connections are free', async () => {
  const { rows } = await insertAll(appRows('abc'), { connections: 3 });
  expect(transactionsOf(rows).size).toBe(3);
});

test('a batch has eight calls at most', async () => {
  const { rows } = await insertAll(appRows('abcdefghi'));
  expect(transactionsOf(rows.slice(0, 8)).size).toBe(1);
  expect(transactionsOf(rows).size).toBe(2);
});

test('calls of two apps are not in one batch', async () => {
  const { rows } = await insertAll([
    ['one', 'a'],
    ['other', 'b'],
    ['one', 'c'],
    ['other', 'd'],
  ]);
  const [a, b, c, d] = rows.map((row) => row?.transaction);
  expect([c, d]).toEqual([a, b]);
  expect(a).not.toBe(b);
});

test('a batch locks rows in the order of their keys', async () => {
  const { rows } = await insertAll(appRows('cab'));
  const inOrder = rows.toSorted((one, other) => Number(one?.at) - Number(other?.at));
  expect(inOrder.map((row) => row?.id)).toEqual(['a', 'b', 'c']);
});

test('a call that the database refuses fails alone, and the others are stored once', async () => {
  const { rows, errors } = await insertAll([
    ['app', 'a'],
    ['app', 'b', '"\\u0000"'],
    ['app', 'a'],
    ['app', 'c'],
  ]);
  expect(errors[0]).toBeNull();
  expect(errors[1]).toMatchObject({ code: 'invalid_data' });
  expect(errors[2]).toMatchObject({ code: '23505' });
  expect(rows[3]?.id).toBe('c');
  expect(await stored()).toEqual(['a', 'c']);
  // Each ran alone after the batch.
  expect(rows[0]?.transaction).not.toBe(rows[3]?.transaction);
});

test('a value that cannot be sent fails its batch, and nothing of the batch is stored', async () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const { errors } = await insertAll([
    ['app', 'a'],
    ['app', 'b', circular],
    ['app', 'c'],
  ]);
  for (const error of errors) expect(String(error)).toContain('circular');
  expect(await stored()).toEqual([]);
});

test('[S49] if the server does not answer in time, every call of the batch fails with service_unavailable', async () => {
  const { errors } = await insertAll(appRows('ab'), { queryMs: 200 });
  expect(errors).toMatchObject([{ code: 'service_unavailable' }, { code: 'service_unavailable' }]);
  expect(await stored()).toEqual([]);
});

test('[S49] if no connection can be made, every waiting call fails with service_unavailable', async () => {
  const database = openPostgres(freezer.url, { connections: 1 });
  await freezer.close();
  const run = database.statement('batched_insert', insert, { batchBy: [0, 1] });
  const ended = await Promise.allSettled([run(['app', 'a', null]), run(['app', 'b', null])]);
  await database.close();
  expect(ended).toMatchObject([
    { status: 'rejected', reason: { code: 'service_unavailable' } },
    { status: 'rejected', reason: { code: 'service_unavailable' } },
  ]);
});

test('calls are batched although statements are not prepared, and each call is watched', async () => {
  const watched: (string | undefined)[] = [];
  const { rows } = await insertAll(appRows('abc'), {
    prepared: false,
    watch: (statement, run) => {
      if (statement.text === insert) watched.push(statement.name);
      return run();
    },
  });
  expect(transactionsOf(rows).size).toBe(1);
  expect(watched).toEqual([undefined, undefined, undefined]);
});

test('a connection prepares the statement of a batch once', async () => {
  const database = openPostgres(postgresUrl(), { connections: 1 });
  const run = database.statement<Inserted>('batched_insert', insert, { batchBy: [0, 1] });
  await Promise.all(appRows('ab').map((row) => run([...row, null])));
  await Promise.all(appRows('cd').map((row) => run([...row, null])));
  await run(['app', 'e', null]);
  const list = database.statement<{ name: string }>(
    'listed',
    "select name from pg_prepared_statements where name <> 'listed' order by name",
  );
  expect(await list([])).toEqual([
    { name: 'batched_insert' },
    { name: 'transaction_begin' },
    { name: 'transaction_commit' },
  ]);
  await database.close();
});
