import { createTestService, type TestService } from '@latchkey/testkit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Given, prepare } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

function textOf(write: Parameters<typeof prepare<unknown, { one: string; other: string | null }>>[2]) {
  let prepared = '';
  let bound: readonly unknown[] = [];
  const statement = (_: string, text: string) => async (values: readonly unknown[]) => {
    prepared = text;
    bound = values;
    return [];
  };
  const run = prepare<unknown, { one: string; other: string | null }>({ statement }, 'test', write);
  return async (values: { one: string; other: string | null }) => {
    await run(values);
    return { prepared, bound };
  };
}

test('a parameter of a prepared statement has one number wherever its name appears, in SQL of any module', async () => {
  const ofAnotherModule = ({ one }: Given<{ one: string }>) => sql`b = ${one}`;
  const request = textOf(
    (given) => sql`a = ${given.other} and ${ofAnotherModule(given)} or c = ${given.other}`,
  );
  expect(await request({ one: '1', other: null })).toEqual({
    prepared: 'a = $1 and b = $2 or c = $1',
    bound: [null, '1'],
  });
});

test('a value without a name becomes an escaped constant of the prepared statement', async () => {
  const request = textOf(() => sql`select ${7}, ${"it's"}`);
  expect(await request({ one: '1', other: null })).toEqual({ prepared: "select 7, 'it''s'", bound: [] });
});

test('preparing a statement throws if its parameters are spread', () => {
  const inner = ({ one }: Given<{ one: string }>) => sql`${one}`;
  expect(() => textOf((given) => sql`select ${inner({ ...given })}`)).toThrow('never spread');
});

test('a prepared statement sends each parameter as a value, even if it looks like SQL', async () => {
  const echo = prepare<{ text: string; twice: number }, { text: string; count: number }>(
    service.database,
    'test_echo',
    (given) =>
      sql`select ${given.text}::text as text, (${given.count}::integer + ${given.count}::integer) as twice`,
  );
  const text = "'); drop table users; --";
  expect(await echo({ text, count: 21 })).toEqual([{ text, twice: 42 }]);
});
