import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { activeSessionRoutes, limits } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test("a user's sessions are locked in the order of their ids, so ending them cannot deadlock with a batch of refreshes", async () => {
  const { database } = service;
  const idOf = (token: string | null) => String(token?.split('.')[0]);
  const logins = [];
  for (let made = 0; made < 6; made += 1) {
    service.clock.advance(limits.codeSendWindowMs);
    logins.push(await logIn(service, 'six-devices@example.com'));
  }
  const own = logins.at(-1);
  const ids = logins.map((login) => idOf(login.refresh_token)).toSorted();
  const middle = ids[1];
  const listFree = database.statement<{ session_id: string }>(
    'free',
    'select session_id from sessions for update skip locked',
  );
  let ending: Promise<{ status: number }> = Promise.resolve({ status: 0 });
  await database.transaction(async (tx) => {
    await tx.execute(sql`select from sessions where session_id = ${middle} for update`);
    ending = service.call(activeSessionRoutes.endOthers, { bearer: own?.token, body: {} });
    const free = async () => (await listFree([])).map((row) => row.session_id).toSorted();
    await expect.poll(free).toEqual(ids.slice(2));
  });
  expect((await ending).status).toBe(200);
});
