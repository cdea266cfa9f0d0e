import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  allowlistRoutes,
  auditRoutes,
  directoryRoutes,
  meRoutes,
  operatorAllowlistRoutes,
  operatorTokenRoutes,
  operatorUserRoutes,
  type Route,
  sessionRoutes,
} from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importUser } from './users.testkit.ts';

// The operator's support reads and changes the users of an app without the app's secret.

const app = { id: 'latchkey-test-app-0000002', name: 'Other app' };
const accounts = [
  { type: 'email', address: 'ada@example.com' },
  { type: 'phone', number: '+12015550123' },
  { type: 'wallet', address: `0x${'5'.repeat(40)}`, chain_type: 'ethereum' },
  { type: 'discord_oauth', subject: 'd1', username: 'countess' },
] as const;

let service: TestService;
let support: { id: string; token: string };
let admin: { id: string; token: string };
beforeEach(async () => {
  service = await createTestService({ apps: [app] });
  const issue = async (role: string) => {
    const body = { name: role, role };
    return (await service.call(operatorTokenRoutes.create, { body, bearer: service.config.adminKey })).json;
  };
  [support, admin] = [await issue('support'), await issue('admin')];
});
afterEach(() => service.close());

const lastEvent = async (kind: string) => {
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, { bearer: admin.token });
  return json.events.findLast((event) => event.kind === kind);
};

test('the operator gets the same users as the app’s back end, one by one and in a list', async () => {
  const user = await importUser(service, [...accounts]);
  const bearer = support.token;
  const params = { user_id: user.id };
  const get = { params, bearer };
  expect((await service.call(operatorUserRoutes.getUserOf, get)).json).toEqual(
    (await service.call(directoryRoutes.getUser, { params })).json,
  );
  expect((await service.call(operatorUserRoutes.listUsersOf, { bearer })).json).toEqual({
    data: [user],
    next_cursor: null,
  });
  const second = await importUser(service, [{ type: 'custom_auth', custom_user_id: 'b' }]);
  const first = await service.call(operatorUserRoutes.listUsersOf, { bearer, body: { limit: '1' } });
  const cursor = first.json.next_cursor ?? '';
  const rest = await service.call(operatorUserRoutes.listUsersOf, { bearer, body: { cursor } });
  expect([...first.json.data, ...rest.json.data].map(({ id }) => id).sort()).toEqual(
    [user.id, second.id].sort(),
  );
});

test('the operator finds a user by email address, phone number, wallet and user name', async () => {
  const user = await importUser(service, [...accounts]);
  await importUser(service, [{ type: 'custom_auth', custom_user_id: 'b' }]);
  for (const [body, found] of [
    [{ emails: [' Ada@Example.com'] }, [user.id]],
    [{ phone_numbers: ['+1 201 555 0123'] }, [user.id]],
    [{ wallet_addresses: [`0x${'5'.repeat(40)}`] }, [user.id]],
    [{ search_term: 'count' }, [user.id]],
    [{ search_term: 'ada@' }, [user.id]],
    [{ emails: ['eve@example.com'] }, []],
    [{}, []],
  ] as const) {
    const { json } = await service.call(operatorUserRoutes.searchUsersOf, { body, bearer: support.token });
    expect(
      json.data.map(({ id }) => id),
      JSON.stringify(body),
    ).toEqual(found);
  }
});

test('the operator’s search refuses the field searchTerm of the back end’s search, and names it', async () => {
  const body = { searchTerm: 'ada' };
  const { status, json } = await service.call(operatorUserRoutes.searchUsersOf, {
    body,
    bearer: support.token,
  });
  expect(status).toBe(400);
  expect(json.data).toEqual({ field: 'searchTerm', problem: 'is not a known field' });
});

test('the operator reaches users only under the app that they belong to', async () => {
  const user = await importUser(service, [...accounts]);
  const bearer = admin.token;
  const all = Object.values(operatorUserRoutes) as unknown as Route<undefined, object>[];
  const routes = all.filter(({ path }) => path.includes('{user_id}'));
  expect(routes).toHaveLength(4);
  for (const route of routes) {
    const elsewhere = await service.call(route, { bearer, params: { id: app.id, user_id: user.id } });
    expect(elsewhere.json.code, route.name).toBe('user_does_not_exist');
    const nowhere = { id: 'latchkey-test-app-0000009', user_id: user.id };
    expect((await service.call(route, { bearer, params: nowhere })).json.code).toBe('app_not_found');
  }
  const found = await service.call(operatorUserRoutes.listUsersOf, { bearer, params: { id: app.id } });
  expect(found.json.data).toEqual([]);
  expect((await service.call(directoryRoutes.getUser, { params: { user_id: user.id } })).status).toBe(200);
});

test('an export by the operator equals that of the back end, and is logged as the operator’s', async () => {
  const user = await importUser(service, [...accounts]);
  const params = { user_id: user.id };
  const byApp = (await service.call(directoryRoutes.exportUser, { params })).json;
  const { json } = await service.call(operatorUserRoutes.exportUserOf, { params, bearer: support.token });
  expect({ ...json, events: [] }).toEqual({ ...byApp, events: [] });
  expect(json.events.map(({ kind }) => kind)).toContain('user.exported');
  expect(await lastEvent('user.exported')).toMatchObject({ actor: { type: 'operator', id: support.id } });
});

test('the operator ends all sessions of a user at once, and not that of another user', async () => {
  const [one, two] = [await logIn(service, 'ada@example.com'), await logIn(service, 'ada@example.com')];
  const other = await logIn(service, 'eve@example.com');
  const params = { user_id: one.user?.id ?? '' };
  const end = () =>
    service.call(operatorUserRoutes.endSessionsOf, { params, bearer: support.token, body: undefined });
  expect((await end()).json).toEqual({ ended: 2 });
  for (const { token, refresh_token } of [one, two]) {
    expect((await service.call(meRoutes.getMe, { bearer: token })).status).toBe(401);
    const refreshed = await service.call(sessionRoutes.refresh, { body: { refresh_token } });
    expect(refreshed.status).toBe(401);
  }
  expect((await service.call(meRoutes.getMe, { bearer: other.token })).status).toBe(200);
  expect(await lastEvent('user.sessions_ended')).toMatchObject({
    actor: { type: 'operator', id: support.id },
    user_id: params.user_id,
    details: { sessions_ended: 2 },
  });
  const sequence = (await lastEvent('user.sessions_ended'))?.sequence;
  expect((await end()).json).toEqual({ ended: 0 });
  expect((await lastEvent('user.sessions_ended'))?.sequence).toBe(sequence);
  expect((await logIn(service, 'ada@example.com')).user?.id).toBe(params.user_id);
});

test('a token of support cannot delete a user and an admin’s can, and the log names the admin’s token', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const params = { user_id: user?.id ?? '' };
  const remove = (bearer: string) =>
    service.call(operatorUserRoutes.deleteUserOf, { params, bearer, body: { immediately: 'true' } });
  expect((await remove(support.token)).json.code).toBe('insufficient_role');
  expect((await service.call(directoryRoutes.getUser, { params })).status).toBe(200);
  expect((await remove(admin.token)).json).toMatchObject({ deleted: true });
  expect((await service.call(directoryRoutes.getUser, { params })).status).toBe(404);
  expect(await lastEvent('user.deleted')).toMatchObject({ actor: { type: 'operator', id: admin.id } });
});

test('the operator and the back end have one allowlist', async () => {
  const bearer = support.token;
  const body = { type: 'email', value: ' Ada@example.com' } as const;
  const { json: entry } = await service.call(operatorAllowlistRoutes.addTo, { body, bearer });
  expect(entry).toMatchObject({ type: 'email', value: 'ada@example.com', appId: service.app.id });
  expect((await service.call(allowlistRoutes.list)).json).toEqual([entry]);
  expect((await service.call(operatorAllowlistRoutes.listOf, { bearer })).json).toEqual([entry]);
  const params = { id: app.id };
  expect((await service.call(operatorAllowlistRoutes.listOf, { bearer, params })).json).toEqual([]);
  expect((await service.call(operatorAllowlistRoutes.removeFrom, { body, bearer })).status).toBe(200);
  expect((await service.call(allowlistRoutes.list)).json).toEqual([]);
  const actor = { type: 'operator', id: support.id };
  expect(await lastEvent('allowlist.added')).toMatchObject({ actor, subject: entry.id });
  expect(await lastEvent('allowlist.removed')).toMatchObject({ actor, subject: entry.id });
});
