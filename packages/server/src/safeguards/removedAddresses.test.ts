import {
  createCustodyClient,
  createTestService,
  enterCustody,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { custodyRoutes, directoryRoutes, limits, smsRoutes, undoRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor, harbour } from './takeover.testkit.ts';

let service: TestService;
let actor: ReturnType<typeof createActor>;
beforeAll(async () => {
  service = await createTestService({ apps: [harbour] });
  actor = createActor(service);
});
afterAll(() => service.close());

let people = 0;
const newEmail = (name = 'ada') => `${name}-${++people}@example.com`;
const newNumber = () => `+1201555${String(++people).padStart(4, '0')}`;

test('linking an email address notifies the older phone number, which is notified of a later recovery too', async () => {
  const number = newNumber();
  await service.call(smsRoutes.sendCode, { body: { phoneNumber: number } });
  const body = { phoneNumber: number, code: service.outbox.codeFor(number) };
  const login = (await service.call(smsRoutes.authenticate, { body })).json;
  service.outbox.clear();
  const email = newEmail('thief');
  await actor.linkEmail(login, email);
  expect((await actor.mailsTo(number)).at(-1)).toMatch(/a way to log in was added to your account/);
  expect(await actor.mailsTo(email)).toHaveLength(1); // only the message with its code
  const { client, wallet } = await enterCustody(service, email);
  await client.call(custodyRoutes.create, wallet.body);
  expect((await client.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
  expect((await actor.mailsTo(number)).at(-1)).toMatch(/opened in a new browser/);
  expect((await actor.mailsTo(email)).at(-1)).toMatch(/recovered in a browser/);
});

test('a pending notice still reaches an address that was removed in the meantime, and notices after seven days do not', async () => {
  const email = newEmail();
  const { client, wallet, user } = await enterCustody(service, email);
  await client.call(custodyRoutes.create, wallet.body);
  service.outbox.setDown(true);
  const { refusals } = service.outbox;
  expect((await client.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
  await expect.poll(() => service.outbox.refusals).toBeGreaterThan(refusals);
  service.outbox.setDown(false);
  const login = await logIn(service, email);
  const theirs = newEmail('thief');
  service.outbox.clear();
  await actor.replaceEmail(login, email, theirs);
  service.clock.advance(60 * 60_000);
  expect((await actor.mailsTo(email)).join('\n')).toMatch(/recovered in a browser/);
  expect((await actor.mailsTo(theirs)).join('\n')).not.toMatch(/recovered in a browser/);

  service.clock.advance(limits.removedAddressMs);
  service.outbox.clear();
  const later = await createCustodyClient(service, {
    token: (await logIn(service, theirs)).privy_access_token ?? '',
  });
  expect((await later.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
  expect((await actor.mailsTo(theirs)).join('\n')).toMatch(/recovered in a browser/);
  expect(await actor.mailsTo(email)).toEqual([]);
  expect(user.userId).toBe(login.user?.id);
});

test('an address that a back end removes is notified, without a reference that would undo the removal', async () => {
  const email = newEmail();
  const number = newNumber();
  const login = await actor.owner(email);
  await actor.linkPhone(login, number);
  const params = { user_id: login.user?.id ?? '' };
  const body = { type: 'email', handle: email };
  expect((await service.call(directoryRoutes.unlinkAccount, { params, body })).status).toBe(200);
  expect((await actor.mailsTo(email)).join('\n')).toMatch(/removed from your account/);
  await expect(actor.referenceFor(email)).rejects.toThrow();
});

test('notices that could not be sent are sent later, in the order of their events', async () => {
  const email = newEmail();
  const number = newNumber();
  const login = await actor.owner(email);
  const code = await actor.sendCode(number, login);
  const subjects = () =>
    service.outbox.messages.filter(({ to }) => to === email).map(({ subject }) => subject);
  const before = subjects().length;
  service.outbox.setDown(true);
  const { refusals } = service.outbox;
  const body = { phoneNumber: number, code };
  expect((await service.call(smsRoutes.link, { ...actor.bearerOf(login), body })).status).toBe(200);
  service.clock.advance(1_000);
  const params = { user_id: login.user?.id ?? '' };
  const handle = { type: 'phone', handle: number };
  expect((await service.call(directoryRoutes.unlinkAccount, { params, body: handle })).status).toBe(200);
  await expect.poll(() => service.outbox.refusals).toBeGreaterThanOrEqual(refusals + 2);
  await service.service.sweep();
  service.outbox.setDown(false);
  service.clock.advance(60 * 60_000);
  await service.service.sweep();
  expect(subjects().slice(before)).toEqual([
    'A way to log in was added to your Harbour account',
    'A way to log in was removed from your Harbour account',
  ]);
});

test('a removed address is in the export of its user, and is deleted with the user', async () => {
  const email = newEmail();
  const login = await actor.owner(email);
  await actor.replaceEmail(login, email, newEmail());
  const params = { user_id: login.user?.id ?? '' };
  const { json } = await service.call(directoryRoutes.exportUser, { params });
  expect(json.removed_addresses).toEqual([{ type: 'email', address: email, removed_at: expect.any(Number) }]);
  const reference = await actor.referenceFor(email);
  await service.call(directoryRoutes.deleteUser, { params, body: { immediately: 'true' } });
  expect((await service.call(undoRoutes.find, { params: { reference } })).json.code).toBe('not_found');
  for (const table of ['removed_addresses', 'custody_notices']) {
    const left = service.database.statement(
      `test_left_${table}`,
      `select 1 from ${table} where user_id = $1`,
    );
    expect(await left([params.user_id]), table).toEqual([]);
  }
});
