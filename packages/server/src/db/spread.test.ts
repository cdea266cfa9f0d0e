import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { citusUrl, createSchema, openTestDatabase } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrate, openPostgres, spread, unspread } from './index.ts';

test('spread and unspread refuse a database without Citus, and change nothing', async () => {
  const { database, release } = await openTestDatabase('embedded');
  await expect(spread(database)).rejects.toThrow('has no Citus extension');
  await expect(unspread(database)).rejects.toThrow('has no Citus extension');
  const { rows } = (await database.db.execute(
    sql`select tgname from pg_trigger where tgname = 'audit_events_keep'`,
  )) as unknown as { rows: unknown[] };
  expect(rows).toHaveLength(1);
  await release();
});

/** Tests that run only if LATCHKEY_TEST_CITUS_URL names a cluster. */
const onCluster = () => {
  const openSchema = async () => openPostgres(await createSchema());
  const listSpread = async (database: ReturnType<typeof openPostgres>) => {
    const { rows } = (await database.db.execute(sql`
      select c.relname as name, p.partmethod as method from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace order by 1`)) as unknown as {
      rows: { name: string; method: string }[];
    };
    return rows;
  };

  test('spread and unspread keep a row of users, and do nothing the second time', async () => {
    const database = await openSchema();
    await migrate(database);
    const values = ["'app'", "'user'", '1'].join(', ');
    await database.db.execute(
      sql.raw(`insert into users (app_id, user_id, created_at_ms) values (${values})`),
    );
    const names = await spread(database);
    expect(names).toContain('users');
    expect(names).toContain('apps');
    expect(await listSpread(database)).toHaveLength(names.length);
    expect(await spread(database)).toEqual([]);
    expect(await database.db.$count(sql`users`)).toBe(1);
    expect((await unspread(database)).toSorted()).toEqual(names.toSorted());
    expect(await listSpread(database)).toEqual([]);
    expect(await unspread(database)).toEqual([]);
    expect(await database.db.$count(sql`users`)).toBe(1);
    await database.close();
  });

  test('spread refuses a table that is spread by another column', async () => {
    const database = await openSchema();
    await migrate(database);
    await database.db.execute(sql`alter table used_ids drop constraint used_ids_pkey`);
    await database.db.execute(sql`select create_distributed_table('used_ids', 'id')`);
    await expect(spread(database)).rejects.toThrow('The table used_ids is not spread by app');
    await database.close();
  });

  test('a migration of a spread database spreads the tables that it adds', async () => {
    const database = await openSchema();
    await migrate(database);
    await spread(database);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
    cpSync(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
    const statements = [
      'alter table users add column extra text;',
      'create table extra (app_id text, id text, primary key (app_id, id));',
      'create index extra_by_id on extra (id);',
    ];
    writeFileSync(join(folder, '9001_extra.sql'), statements.join('\n'));
    expect(await migrate(database, { folder })).toEqual(['9001_extra.sql']);
    expect((await listSpread(database)).map(({ name }) => name)).toContain('extra');
    rmSync(folder, { recursive: true });
    await database.close();
  });
};
if (citusUrl() !== null) describe('on a Citus cluster', onCluster);
