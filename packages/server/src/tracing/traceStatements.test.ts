import { expect, test } from 'vitest';
import { summaryOf } from './traceStatements.ts';

test.each([
  [{ name: 'users_find', text: 'select 1' }, 'users_find'],
  [{ text: 'select "id" from "users" where "email" = $1' }, 'select users'],
  [{ text: "select substring($1 from 1 for 3), 'canary' from apps" }, 'select apps'],
  [{ text: 'with one as (select 1 from codes) select * from one' }, 'with codes'],
  [{ text: 'insert into "audit_events" ("kind") values ($1)' }, 'insert audit_events'],
  [{ text: 'update "sessions" set "ended_at" = $1' }, 'update sessions'],
  [{ text: 'delete from codes' }, 'delete codes'],
  [{ text: 'begin' }, 'begin'],
  [{ text: "set local app.name = 'canary'" }, 'set'],
  [{ text: "select 'canary'" }, 'select'],
  [{ text: '' }, ''],
])('the statement %j is called %s', (statement, summary) => {
  expect(summaryOf(statement)).toBe(summary);
});
