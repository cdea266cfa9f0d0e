import {
  createCustodyClient,
  createTestService,
  enterCustody,
  logIn,
  makeAutomaticSet,
  makePasswordSet,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const { create, recover, setRecovery } = custodyRoutes;
const minuteMs = 60_000;

async function createOwner(email: string) {
  const owner = await enterCustody(service, email);
  const { set, proof } = makePasswordSet(1);
  const recovery = { ...set, recovery_version: 1 as const };
  const { json } = await owner.client.call(create, { ...owner.wallet.body, recovery });
  if (!json.created) throw new Error(`no wallet: ${json.code}`);
  let { client } = owner;
  const attempt = async (given: string, from = client) => {
    const { json, status } = await from.call(recover, { ...owner.wallet.ref, proof: given });
    return status === 200 ? 'opened' : [json.code, json.data?.retry_after_s].filter(Boolean).join(' ');
  };
  return {
    attempt,
    right: () => attempt(proof),
    wrong: () => attempt(makePasswordSet(1).proof),
    /** Advances the clock, and logs in again because tokens last for an hour. */
    async wait(ms: number) {
      service.clock.advance(ms);
      const { privy_access_token: token } = await logIn(service, email);
      client = await createCustodyClient(service, { token: token ?? '' });
    },
  };
}

const mails = () =>
  service.outbox.messages.filter(({ subject }) => /Wrong recovery passwords/.test(subject)).length;

test('the fifth wrong recovery password closes the recovery, each further one for twice as long, and the user is notified of each closing', async () => {
  const { right, wrong, wait } = await createOwner('ada@example.com');
  for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBe('invalid_recovery_pin');
  let closedMs = 15 * minuteMs;
  for (const told of [1, 2, 3]) {
    expect(await wrong()).toBe(`invalid_recovery_pin ${closedMs / 1000}`);
    await expect.poll(mails).toBe(told);
    // The right password is refused too, or the answer would reveal it.
    expect(await right()).toBe(`too_many_requests ${closedMs / 1000}`);
    await wait(closedMs - 5 * minuteMs);
    expect(await right()).toMatch(/^too_many_requests [1-9]/);
    service.clock.advance(5 * minuteMs);
    closedMs *= 2;
  }
  expect(await right()).toBe('opened');
  // A right password resets the count.
  for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBe('invalid_recovery_pin');
  expect(await right()).toBe('opened');
});

test('up to four wrong recovery passwords are forgotten after 15 minutes, and a wait lasts at most a day', async () => {
  const { right, wrong, wait } = await createOwner('ada@example.com');
  for (const _ of [1, 2, 3]) {
    for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBe('invalid_recovery_pin');
    service.clock.advance(15 * minuteMs);
  }
  await service.database.statement(
    'many',
    'update recoveries set tries = 2000, tries_end_ms = $1',
  )([service.clock.now() + 1]);
  expect(await wrong()).toBe(`invalid_recovery_pin ${24 * 60 * 60}`);
  await wait(48 * 60 * minuteMs);
  expect(await wrong()).toBe('invalid_recovery_pin');
  expect(await right()).toBe('opened');
});

test('recovery passwords that several browsers try at once are counted together, and at most five are compared', async () => {
  const { attempt, right } = await createOwner('ada@example.com');
  const { privy_access_token: token } = await logIn(service, 'ada@example.com');
  const browsers = await Promise.all(
    Array.from({ length: 4 }, () => createCustodyClient(service, { token: token ?? '' })),
  );
  const answers = await Promise.all(
    browsers.flatMap((browser) =>
      Array.from({ length: 3 }, () => attempt(makePasswordSet(1).proof, browser)),
    ),
  );
  expect(answers.filter((answer) => answer.startsWith('invalid_recovery_pin'))).toHaveLength(5);
  expect(answers.filter((answer) => answer.startsWith('too_many_requests'))).toHaveLength(7);
  expect(await right()).toMatch(/^too_many_requests/);
  const events = await service.database.statement<{ kind: string }>(
    'refused',
    "select kind from audit_events where kind like 'wallet.recovery_%'",
  )([]);
  expect(events.filter(({ kind }) => kind === 'wallet.recovery_tried')).toHaveLength(5);
  expect(events.filter(({ kind }) => kind === 'wallet.recovery_refused')).toHaveLength(1);
});

test('a proved password does not release a set that has replaced the password’s set in the meantime', async () => {
  const { client, wallet } = await enterCustody(service, 'ada@example.com');
  const { set, proof } = makePasswordSet(1);
  await client.call(create, { ...wallet.body, recovery: { ...set, recovery_version: 1 } });
  const next = makeAutomaticSet(2);
  const statuses: number[] = [];
  let isAsked = false;
  const { database } = service;
  const watched: typeof database = {
    ...database,
    async transaction(work) {
      // The owner gives up the password just before the release is recorded.
      if (isAsked) statuses.push((await client.call(setRecovery, toSetRecovery(wallet, next))).status);
      isAsked = false;
      return database.transaction(work);
    },
  };
  const another = await service.startAnother({ watched });
  isAsked = true;
  const refused = await client.call(recover, { ...wallet.ref, proof }, { at: another });
  await another.close();
  expect([...statuses, refused.status, refused.json.code]).toEqual([200, 422, 'recovery_changed']);
  expect(JSON.stringify(refused.json)).not.toContain(next.recovery_key);
});
