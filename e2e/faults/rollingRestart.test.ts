import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, type PostgresServer, startPostgres } from '../../packages/testkit/src/index.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createPeople } from './people.ts';

let postgres: PostgresServer;
let fleet: Fleet;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres() ?? '');
  fleet = await startFleet({ LATCHKEY_DATABASE_URL: postgres.url });
  await fleet.add();
  await fleet.add();
});
afterAll(async () => {
  await fleet.close();
  await postgres.destroy();
});

test('[S49] while every process is replaced in turn, users see no failure that a retry does not cure, and nothing acknowledged is lost', async () => {
  const { people, failures, live, logIn, refresh } = createPeople(fleet, 12);
  await logIn();
  const stop = live();
  for (let replaced = 0; replaced < 3; replaced += 1) {
    await fleet.add();
    const newcomers = createPeople(fleet, 3);
    const [, status] = await Promise.all([newcomers.logIn(3), fleet.stopOldest()]);
    expect(status).toBe(0);
    expect(newcomers.failures).toEqual([]);
  }
  await stop();
  expect(failures).toEqual([]);
  const worked = people.map(({ refreshes }) => refreshes);
  expect(Math.min(...worked)).toBeGreaterThan(0);
  await refresh();
  await logIn(3);
  expect(failures).toEqual([]);
  // A user who logs in again is the same user.
  expect(people.map(({ userIds }) => userIds.size)).toEqual(people.map(() => 1));
});
