import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUsedIdStore } from './store.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('a used id is refused until its expiry, to the millisecond, and then swept', async () => {
  const store = createUsedIdStore(service.database);
  const appId = service.app.id;
  const nowMs = service.clock.now();
  const use = (id: string, atMs: number) => store.use(appId, 'test', id, atMs + 1_000, atMs);
  const kept = async () => {
    const find = service.database.statement<{ id: string }>(
      'test_used_ids',
      `select id from used_ids where kind = 'test' order by id`,
    );
    return (await find([])).map(({ id }) => id);
  };
  expect(await use('first', nowMs)).toBe(true);
  expect(await use('first', nowMs + 999)).toBe(false);
  expect(await use('second', nowMs + 1)).toBe(true);
  service.clock.advance(1_000);
  await service.service.sweep();
  expect(await kept()).toEqual(['second']);
  expect(await use('first', nowMs + 1_000)).toBe(true);
});
