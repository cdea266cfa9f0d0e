import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  type CheckedRoute,
  checkedRoutes,
  isRoleEnough,
  type OperatorRole,
  operatorRoles,
  operatorTokenRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Every route of the operator with a token of every role. The table is made from the routes, so it has new ones too.

const routes = (checkedRoutes as readonly CheckedRoute<never, unknown>[])
  .map(({ route }) => route)
  .filter(({ auth }) => auth === 'operator');
const table = routes.flatMap((route) => operatorRoles.map((role) => [route.name, role, route] as const));

const email = 'canary@example.com';
let service: TestService;
let userId: string;
beforeAll(async () => {
  service = await createTestService();
  userId = (await logIn(service, email)).user?.id ?? '';
});
afterAll(() => service.close());

async function issue(role: OperatorRole): Promise<{ id: string; token: string }> {
  const body = { name: `A ${role}`, role };
  const made = await service.call(operatorTokenRoutes.create, { body, bearer: service.config.adminKey });
  expect(made.status).toBe(200);
  return made.json;
}

const nowhere = { webhook_id: 'x', event_id: 'x', connection_id: 'x', kid: 'x', name: 'x' };

test.each(table)(
  '%s answers a token of the role %s as the record of the route says',
  async (_, role, route) => {
    const { id: token_id, token: bearer } = await issue(role);
    // Names a user who does not exist.
    const params = { ...nowhere, user_id: 'did:privy:nobody', token_id };
    const { status, json } = await service.call(route, { params, bearer, body: undefined });
    if (isRoleEnough(role, route.role ?? 'admin')) {
      expect([200, 400, 404, 422]).toContain(status);
    } else {
      expect(status).toBe(403);
      expect(json).toMatchObject({ code: 'insufficient_role', data: { role: route.role } });
    }
  },
);

test('the shared key of the operator has every role', async () => {
  const bearer = service.config.adminKey;
  for (const route of routes) {
    const params = { ...nowhere, user_id: 'did:privy:nobody', token_id: 'x' };
    const { status } = await service.call(route, { params, bearer, body: undefined });
    expect([200, 400, 404, 422], route.name).toContain(status);
  }
});

test('a viewer reads no email address of a user on the GET routes of the role viewer', async () => {
  const { token: bearer } = await issue('viewer');
  await service.service.seal();
  const read = [];
  for (const route of routes.filter(({ method, role }) => role === 'viewer' && method === 'GET')) {
    const params = { ...nowhere, user_id: userId };
    const { json } = await service.call(route, { params, bearer, body: undefined });
    read.push(JSON.stringify(json));
  }
  expect(read.length).toBeGreaterThan(6);
  expect(read.join()).toContain(userId);
  expect(read.join()).not.toContain(email);
});
