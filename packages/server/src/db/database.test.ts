import { findPostgres, openTestDatabase, startPostgres, type TestDatabase } from '@latchkey/testkit';
import { eq, sql } from 'drizzle-orm';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from './openPostgres.ts';

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

test('a transaction that throws leaves nothing, and its error comes out', async () => {
  const { database } = opened;
  const failing = database.transaction(async (tx) => {
    await tx.insert(notes).values({ id: 'a', atMs: 1 });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await database.db.select().from(notes)).toEqual([]);
});

test('transactions at once do not mix', async () => {
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

test('a statement gives times and counts as numbers', async () => {
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
  test('a read by index stays one, however small the table was when its plan was made', async () => {
    const { database } = opened;
    await database.db.insert(notes).values({ id: 'first', atMs: 0 });
    await database.db.execute(sql`analyze notes`);
    // PostgreSQL keeps the plan of a statement from its sixth run on.
    await database.transaction(async (tx) => {
      await tx.execute(sql`prepare kept(text) as select at_ms from notes where id = $1`);
      for (let run = 0; run < 8; run += 1) await tx.execute(sql`execute kept('first')`);
      const plan = await tx.execute(sql`explain execute kept('first')`);
      expect(JSON.stringify(plan)).toContain('Index Scan');
      await tx.execute(sql`deallocate kept`);
    });
  });

  test('[S49] a server that goes away in the middle of a transaction ends the transaction, not the process', async () => {
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
}
