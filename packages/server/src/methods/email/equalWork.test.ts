import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../db/index.ts';

// Who measures answers must not learn who has an account: the service asks its database the same for everybody.

let service: TestService;
let watching: TestService;
let asked: string[] = [];

beforeAll(async () => {
  service = await createTestService();
  watching = await service.startAnother({ watched: watch(service.database) });
});
afterAll(async () => {
  await watching.close();
  await service.close();
});

/** The same database, which notes what it is asked. */
function watch(database: Database): Database {
  const noting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name, receiver) {
        const value = Reflect.get(of, name, receiver);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          asked.push(String(name));
          return value.apply(of, values);
        };
      },
    });
  return {
    ...database,
    db: noting(database.db),
    transaction: (work) => database.transaction((tx) => work(noting(tx))),
    statement<Row>(name: string, text: string) {
      const run = database.statement<Row>(name, text);
      return (values: readonly unknown[]) => {
        asked.push(name);
        return run(values);
      };
    },
  };
}

/** What is asked while a route answers. */
async function askedBy(work: () => Promise<unknown>): Promise<string[]> {
  asked = [];
  await work();
  return asked;
}

test('[S30] a code asked for, and a wrong one, cost the same work for people with an account and without', async () => {
  await logIn(service, 'known@example.com');
  service.clock.advance(60 * 60_000);
  const works = [];
  // The first visit warms what a process remembers of the app; no one's account is part of that.
  for (const email of ['warm@example.com', 'known@example.com', 'unknown@example.com']) {
    const sent = await askedBy(() => watching.call(emailRoutes.sendCode, { body: { email } }));
    const code = service.outbox.codeFor(email) === '000000' ? '000001' : '000000';
    const wrong = await askedBy(() => watching.call(emailRoutes.authenticate, { body: { email, code } }));
    works.push({ sent, wrong });
  }
  const [, known, unknown] = works;
  expect(known?.sent.length).toBeGreaterThan(0);
  expect(known?.wrong.length).toBeGreaterThan(0);
  expect(known).toEqual(unknown);
});
