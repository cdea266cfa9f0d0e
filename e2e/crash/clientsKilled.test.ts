import { setTimeout as sleep } from 'node:timers/promises';
import { createEmailLogin, type EmailLogin, getAccessToken } from '@latchkey/core';
import { createTestClient, movableClock, type TestClient, testConfig } from '@latchkey/testkit';
import { isCode } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../harness/index.ts';

// The service is killed (SIGKILL) in the middle of two hundred logins and of two hundred refreshes, which the real
// client makes over real sockets. Runs on PostgreSQL, which outlives the process.

const people = 200;
/** Number of users who are served before the others begin. */
const through = 60;
const hourMs = 60 * 60_000;

interface Person {
  readonly email: string;
  readonly browser: TestClient;
  readonly login: EmailLogin;
}

let harness: Harness;
let crowd: Person[];

beforeAll(async () => {
  harness = await startHarness({ database: 'postgres' });
  crowd = Array.from({ length: people }, (_, index) => createPerson(`person-${index}@example.com`));
  await Promise.all(crowd.map(({ browser }) => live(browser, browser.client.start())));
}, 480_000);
afterAll(() => harness?.close());

function createPerson(email: string): Person {
  const service = {
    app: { id: harness.appId },
    clock: movableClock(),
    config: testConfig({ url: harness.url }),
    fetch: (request: Request) => fetch(request),
    outbox: { messages: [], smsMessages: [], refusals: 0, codeFor: () => '', setDown() {}, clear() {} },
  };
  const browser = createTestClient(service, { page: { url: harness.host.origin } });
  return { email, browser, login: createEmailLogin(browser.client) };
}

async function live<T>(browser: TestClient, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const settled = done.catch(() => {});
  for (let last = Date.now(); !isDone; ) {
    await Promise.race([settled, sleep(50)]);
    const now = Date.now();
    await browser.timers.advance(now - last);
    last = now;
  }
  return done;
}

/**
 * Acts for some users first, then for all others at once. The service is killed when its first reply to the others is
 * ready, so that reply is never sent.
 */
async function killInTheMiddle<T>(path: string, act: (person: Person) => Promise<T>) {
  const actAll = (some: readonly Person[]) =>
    Promise.allSettled(some.map((person) => live(person.browser, act(person))));
  const before = await actAll(crowd.slice(0, through));
  await harness.service.crashAt({ path, step: 'reply', moment: 'before' });
  const during = await actAll(crowd.slice(through));
  await harness.service.ended();
  await harness.service.restart();
  return [...before, ...during];
}

/**
 * Submits the code until the service answers, at most three times. The connection pool of `fetch` may still hold a
 * socket to the dead process.
 */
async function submit({ browser, login }: Person, code: string): Promise<void> {
  for (let press = 1; ; press += 1) {
    try {
      await live(browser, login.loginWithCode({ code }));
      return;
    } catch (error) {
      if (press === 3 || isCode(error, 'invalid_credentials')) throw error;
    }
  }
}

const codeOf = async ({ email }: Person) => harness.inbox.nextCode(email);

test('if the service is killed in the middle of logins, every user is signed in afterwards, with a new code if the first one was used up', async () => {
  for (let at = 0; at < people; at += 20) {
    await Promise.all(
      crowd.slice(at, at + 20).map(({ browser, login, email }) => live(browser, login.sendCode({ email }))),
    );
  }
  const codes = new Map<Person, string>();
  for (const person of crowd) codes.set(person, await codeOf(person));
  const results = await killInTheMiddle('/api/v1/passwordless/authenticate', (person) =>
    person.login.loginWithCode({ code: codes.get(person) ?? '' }),
  );

  const signedIn = crowd.filter((_, index) => results[index]?.status === 'fulfilled');
  const cutOff = crowd.filter((_, index) => results[index]?.status === 'rejected');
  expect(signedIn.length).toBeGreaterThanOrEqual(through);
  expect(cutOff.length).toBeGreaterThan(0);

  // A code is still valid if the kill came before it was used.
  const again = await Promise.allSettled(cutOff.map((person) => submit(person, codes.get(person) ?? '')));
  const lost = cutOff.filter((_, index) => again[index]?.status === 'rejected');
  for (const result of again)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_credentials' });
  expect(lost.length).toBeGreaterThan(0);
  for (const { login } of lost) {
    expect(login.getState()).toMatchObject({ status: 'error', error: { code: 'invalid_credentials' } });
  }

  await harness.service.advance(31_000);
  for (const person of lost) {
    const { browser, login } = person;
    await browser.timers.advance(31_000);
    await live(browser, login.resendCode());
    await live(browser, login.loginWithCode({ code: await codeOf(person) }));
  }
  expect(crowd.filter(({ browser }) => !browser.client.getState().authenticated)).toEqual([]);
}, 480_000);

test('if the service is killed in the middle of refreshes, every user is still signed in, as the same user', async () => {
  const users = crowd.map(({ browser }) => browser.client.getState().user?.id);
  expect(new Set(users).size).toBe(people);
  await harness.service.advance(hourMs);
  await Promise.all(crowd.map(({ browser }) => browser.timers.advance(hourMs)));
  const results = await killInTheMiddle('/api/v1/sessions', ({ browser }) => getAccessToken(browser.client));
  expect(results.slice(0, through).every(({ status }) => status === 'fulfilled')).toBe(true);

  const tokens = await Promise.all(crowd.map(({ browser }) => live(browser, getAccessToken(browser.client))));
  expect(tokens.filter((token) => token === null)).toEqual([]);
  // A further refresh needs the refresh token that each client now holds.
  await harness.service.advance(hourMs);
  await Promise.all(crowd.map(({ browser }) => browser.timers.advance(hourMs)));
  await Promise.all(
    crowd.map(async ({ browser }) => {
      expect(await live(browser, getAccessToken(browser.client))).toMatch(/^ey/);
    }),
  );
  expect(crowd.map(({ browser }) => browser.client.getState().user?.id)).toEqual(users);
}, 480_000);
