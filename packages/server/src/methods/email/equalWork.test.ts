import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../db/index.ts';

// An attacker who measures response times must not learn who has an account. So a request for a code, and a wrong code,
// cause the same database queries with and without an account.

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

/** Returns the same database, which also notes its queries in `asked`. */
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

async function askedBy(work: () => Promise<unknown>): Promise<string[]> {
  asked = [];
  await work();
  return asked;
}

test('[S30] requesting a code and sending a wrong one cause the same queries with and without an account', async () => {
  await logIn(service, 'known@example.com');
  service.clock.advance(60 * 60_000);
  const works = [];
  // The first address only fills the process's caches of the app, so the other two run with the same caches.
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
