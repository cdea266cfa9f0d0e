import { onOneShard, openTestDatabase } from '@latchkey/testkit';
import { eq, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const users = pgTable('users', { appId: text('app_id'), userId: text('user_id') });

test('the checked database refuses a statement that several nodes would have to run, except with acrossApps', async () => {
  const { database, release } = await openTestDatabase();
  const { acrossApps, db, statement, transaction } = onOneShard(database);
  const refusal = 'users has no condition app_id = constant';
  await expect(db.select().from(users)).rejects.toThrow(refusal);
  await expect(transaction((tx) => tx.select().from(users))).rejects.toThrow(refusal);
  await expect(statement('all_users', 'select * from users')([])).rejects.toThrow(refusal);
  expect(await db.select().from(users).where(eq(users.appId, 'one'))).toEqual([]);
  expect(await acrossApps.select().from(users)).toEqual([]);
  expect(await database.db.select().from(users)).toEqual([]);
  await release();
});

test('the checked database refuses a statement that names two apps', async () => {
  const { database, release } = await openTestDatabase();
  const { db } = onOneShard(database);
  const select = (other: string) =>
    db.execute(sql`select from users u, linked_accounts a where u.app_id = ${'one'} and a.app_id = ${other}`);
  await select('one');
  await expect(select('other')).rejects.toThrow('it names the apps one, other');
  await release();
});
