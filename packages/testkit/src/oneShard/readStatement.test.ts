import { expect, test } from 'vitest';
import { readStatement, type Schema } from './readStatement.ts';

const schema: Schema = {
  spreadTables: new Set(['users', 'accounts', 'events']),
  appFunctions: new Set(['create_user']),
  unstableFunctions: new Set(['json_build_object', 'to_jsonb']),
};

const problemsOf = async (text: string, acrossApps = false) =>
  (await readStatement(text, schema, { acrossApps })).problems;

test.each([
  'select * from users where app_id = $1',
  'select * from "users" where ("users"."app_id" = $1 and "users"."user_id" in ($2, $3))',
  "select * from users u join accounts a on a.app_id = $1 and a.user_id = u.user_id where u.app_id = $1::text and a.type = 'email'",
  'select u.user_id, (select count(*) from accounts a where a.app_id = $1 and a.user_id = u.user_id) from users u where u.app_id = $1',
  "with changed as (update users set terms = $2 where app_id = $1 returning user_id) select (select json_build_object('id', u.user_id) from users u where u.app_id = $1 and u.user_id = (select user_id from changed)) from changed",
  'insert into users (app_id, user_id) values ($1, $2) on conflict (app_id, user_id) do update set terms = excluded.terms where users.terms is null returning user_id',
  'update users set seen = $3 where app_id = $1 and user_id in (select user_id from users where app_id = $1 order by user_id for update skip locked)',
  'delete from users where app_id = $1 returning user_id',
  'select app_id from users where app_id = $1 union select app_id from accounts where app_id = $1',
  'select * from apps order by app_id',
  'select create_user($1, $2) as is_created',
])('a statement of one app has no problem: %s', async (text) => {
  expect(await problemsOf(text)).toEqual([]);
});

const missing = (alias: string) => `${alias} has no condition app_id = constant`;

test.each([
  ['select * from users where user_id = $1', missing('users')],
  ['select * from users where app_id = $1 or user_id = $2', missing('users')],
  [
    'select (select count(*) from accounts a where a.app_id = u.app_id) from users u where u.app_id = $1',
    missing('a'),
  ],
  ['select * from users u left join accounts a on a.app_id = u.app_id where u.app_id = $1', missing('a')],
  ['select * from (select * from accounts) a', missing('accounts')],
  ['delete from users where seen < $1', missing('users')],
  [
    'with gone as (delete from users where app_id = $1 returning user_id) insert into events (app_id, user_id) values ($1, $2)',
    'a CTE writes under an INSERT',
  ],
  [
    'with added as (insert into events (app_id) values ($1) returning app_id) select app_id from added',
    'a CTE has an INSERT',
  ],
  ['with one as (select * from users where app_id = $1 for key share) select * from one', 'a CTE locks rows'],
  [
    'with changed as (update users set seen = 1 where app_id = $1 returning user_id) select (select count(*) from accounts a where a.app_id = $1 and a.user_id = changed.user_id) from changed',
    'a subquery refers to the CTE changed of the outer query',
  ],
  [
    "update users set terms = terms || json_build_object('a', user_id) where app_id = $1",
    'json_build_object has a column in an UPDATE',
  ],
  [
    "update users set seen = 1 where app_id = $1 returning json_build_object('id', user_id)",
    'json_build_object is in a RETURNING',
  ],
  ['update users set app_id = $1, seen = 1 where app_id = $1', 'app_id is assigned'],
  ['insert into users (app_id, user_id) select $1, $2', 'an INSERT takes its rows from a query'],
  ['insert into users (app_id, user_id) values (lower($1), $2)', 'an INSERT has no constant app'],
  ['select create_user(app_id, $1) from apps', 'create_user is called without a constant app'],
])('a statement that does not run on the node of one app is found: %s', async (text, problem) => {
  expect(await problemsOf(text)).toEqual([problem]);
});

test('a statement of a job may reach all apps, and must keep the other rules', async () => {
  expect(await problemsOf('delete from users where seen < $1', true)).toEqual([]);
  expect(await problemsOf('select * from users for update', true)).toEqual([
    'rows of several apps are locked',
  ]);
  expect(await problemsOf('update users set terms = to_jsonb(seen) where seen < $1', true)).toEqual([
    'to_jsonb has a column in an UPDATE',
  ]);
});

test('readStatement() lists the app that limits each table, as a parameter number or a literal', async () => {
  const { apps } = await readStatement(
    "select * from users u, accounts a where u.app_id = $2 and a.app_id = 'one'",
    schema,
  );
  expect(apps).toEqual([2, 'one']);
});
