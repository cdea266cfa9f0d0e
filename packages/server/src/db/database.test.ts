import {
  findPostgres,
  openTestDatabase,
  postgresUrl,
  startPostgres,
  type TestDatabase,
} from '@latchkey/testkit';
import { eq, sql } from 'drizzle-orm';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Freezer, startFreezer } from './freezer.testkit.ts';
import type { Db } from './index.ts';
import { openPostgres, type PostgresTimes } from './openPostgres.ts';

const notes = pgTable('notes', {
  id: text('id').primaryKey(),
  atMs: bigint('at_ms', { mode: 'number' }).notNull(),
});

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.db.execute(sql`create table notes (id text primary key, at_ms bigint not null)`);
});
beforeEach(async () => {
  await opened.database.db.delete(notes);
});
afterAll(async () => {
  await opened.database.db.execute(sql`drop table notes`);
  await opened.release();
});

test('a transaction that throws changes nothing, and rejects with the error', async () => {
  const { database } = opened;
  const failing = database.transaction(async (tx) => {
    await tx.insert(notes).values({ id: 'a', atMs: 1 });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await database.db.select().from(notes)).toEqual([]);
});

test('simultaneous transactions that lock the same row lose no update', async () => {
  const { database } = opened;
  await database.db.insert(notes).values({ id: 'sum', atMs: 0 });
  const add = () =>
    database.transaction(async (tx) => {
      const [row] = await tx.select().from(notes).where(eq(notes.id, 'sum')).for('update');
      await tx
        .update(notes)
        .set({ atMs: (row?.atMs ?? 0) + 1 })
        .where(eq(notes.id, 'sum'));
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(await database.db.select().from(notes)).toEqual([{ id: 'sum', atMs: 20 }]);
});

test('a prepared statement returns times and counts as numbers', async () => {
  const { database } = opened;
  await database.db.insert(notes).values({ id: 'a', atMs: 1_795_258_283_123 });
  const find = database.statement<{ at_ms: number; count: number }>(
    'notes_find',
    'select at_ms, (select count(*) from notes) as count from notes where id = $1',
  );
  expect(await find(['a'])).toEqual([{ at_ms: 1_795_258_283_123, count: 1 }]);
  expect(await find(['b'])).toEqual([]);
});

if (process.env.LATCHKEY_TEST_DATABASE === 'postgres') {
  test('[S49] if the database server stops, a running transaction fails with service_unavailable, and a later one works', async () => {
    const postgres = await startPostgres(findPostgres() ?? '');
    const database = openPostgres(postgres.url);
    try {
      const between = database.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await postgres.stop();
        await tx.execute(sql`select 1`);
      });
      await expect(between).rejects.toMatchObject({ code: 'service_unavailable' });
      await postgres.start();
      let stopped = Promise.resolve();
      const during = database.transaction(async (tx) => {
        stopped = postgres.stop();
        await tx.execute(sql`select pg_sleep(5)`);
      });
      await expect(during).rejects.toMatchObject({ code: 'service_unavailable' });
      await stopped;
      await postgres.start();
      await expect(database.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
    } finally {
      await database.close();
      await postgres.destroy();
    }
  });

  test('[S49] a write to a database that is read-only for a while fails with service_unavailable, and its connection is closed', async () => {
    const postgres = await startPostgres(findPostgres() ?? '');
    const database = openPostgres(postgres.url, { connections: 1 });
    const pidOf = database.statement<{ pid: number }>('pid', 'select pg_backend_pid() as pid');
    const write = () => database.transaction((tx) => tx.execute(sql`create table written (id int)`));
    const become = async (what: 'on' | 'off') => {
      const operator = new pg.Client(postgres.url);
      await operator.connect();
      await operator.query(`alter system set default_transaction_read_only = ${what}`);
      await operator.query('select pg_reload_conf()');
      await operator.end();
      const shown = database.statement<{ is: string }>(
        'shown',
        "select current_setting('transaction_read_only') as is",
      );
      await expect.poll(() => shown([])).toEqual([{ is: what }]);
    };
    try {
      await become('on');
      const [before] = await pidOf([]);
      await expect(write()).rejects.toMatchObject({ code: 'service_unavailable' });
      const [after] = await pidOf([]);
      expect(after?.pid).not.toBe(before?.pid);
      await become('off');
      await write();
    } finally {
      await database.close();
      await postgres.destroy();
    }
  });

  test('[S49] calls to a database server without a free connection fail with service_unavailable, and work once one is free', async () => {
    const postgres = await startPostgres(findPostgres() ?? '');
    const operator = new pg.Client(postgres.url);
    await operator.connect();
    await operator.query('create role guest login connection limit 1');
    const url = postgres.url.replace('latchkey@', 'guest@');
    const first = openPostgres(url);
    const second = openPostgres(url);
    try {
      await first.ping();
      await expect(second.ping()).rejects.toMatchObject({ code: 'service_unavailable' });
      await expect(second.transaction(async () => {})).rejects.toMatchObject({ code: 'service_unavailable' });
      await first.close();
      await expect
        .poll(() =>
          second.ping().then(
            () => 'well',
            () => 'full',
          ),
        )
        .toBe('well');
    } finally {
      await operator.end();
      await second.close();
      await postgres.destroy();
    }
  });

  test('[S49] a transaction that loses a deadlock fails with service_unavailable', async () => {
    const { database } = opened;
    const bump = (tx: Db, id: string) => tx.execute(sql`update notes set at_ms = at_ms + 1 where id = ${id}`);
    await database.db.insert(notes).values([
      { id: 'a', atMs: 0 },
      { id: 'b', atMs: 0 },
    ]);
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      let there = 0;
      meet = () => {
        there += 1;
        if (there === 2) resolve();
      };
    });
    const cross = (from: string, to: string) =>
      database.transaction(async (tx) => {
        await bump(tx, from);
        meet();
        await both;
        await bump(tx, to);
      });
    const ended = await Promise.allSettled([cross('a', 'b'), cross('b', 'a')]);
    const lost = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(lost).toMatchObject([{ code: 'service_unavailable' }]);
  });

  describe('[S49] on a connection that hangs', () => {
    // Longer than any test. Each test shortens the limit that it checks.
    const hour = 3_600_000;
    const times = {
      connectMs: 10_000,
      statementMs: hour,
      lockMs: hour,
      queryMs: hour,
      transactionMs: hour,
    };
    let freezer: Freezer;
    beforeEach(async () => {
      freezer = await startFreezer(postgresUrl());
    });
    afterEach(() => freezer.close());

    /** Returns the error of a transaction with the given time limits, on a connection that a test can freeze. */
    async function failureOf(work: (tx: Db) => Promise<unknown>, own: Partial<PostgresTimes>) {
      const database = openPostgres(freezer.url, { times: { ...times, ...own } });
      await database.ping();
      const failure = await database.transaction(work).catch((error: unknown) => error);
      await database.close();
      return failure;
    }
    const request = (tx: Db) => tx.execute(sql`select 1`);
    const freezeAndRequest = async (tx: Db) => {
      freezer.freeze();
      await request(tx);
    };

    test('a transaction whose query got no answer does not wait for a rollback', async () => {
      const failure = await failureOf(freezeAndRequest, { queryMs: 200 });
      expect(failure).toMatchObject({ code: 'service_unavailable' });
      // A rollback would wait for the time limit of a query, which is an hour here.
      await freezer.close();
      freezer = await startFreezer(postgresUrl());
      expect(
        await failureOf(async () => {
          freezer.freeze();
          throw failure;
        }, {}),
      ).toBe(failure);
    });

    test('a transaction ends at its time limit, even during a query', async () => {
      expect(await failureOf(freezeAndRequest, { transactionMs: 200 })).toMatchObject({
        code: 'service_unavailable',
      });
    });

    test('a transaction ends at its time limit, even during its rollback', async () => {
      const mind = new Error('changed my mind');
      const work = async (tx: Db) => {
        await request(tx);
        freezer.freeze();
        throw mind;
      };
      expect(await failureOf(work, { transactionMs: 200 })).toBe(mind);
    });

    test('a transaction ends at its time limit, even if its queries are answered', async () => {
      const work = async (tx: Db) => {
        for (;;) await tx.execute(sql`select pg_sleep(0.01)`);
      };
      expect(await failureOf(work, { transactionMs: 200 })).toMatchObject({ code: 'service_unavailable' });
    });
  });
}
