import { createTestService, type TestService } from '@latchkey/testkit';
import { adminRoutes, appPrivateEntries, getAppRoute } from '@latchkey/wire';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppInput } from '../apps/checkAppInput.ts';
import {
  gameOrigin,
  hosted,
  providerId,
  requesterId,
  serviceUrl,
  startCrossApp,
} from './crossApp.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCrossApp();
});
afterAll(() => service.close());

const operator = { bearer: 'test-admin-key' };
const create = (cross_app_requesters: unknown, id = 'latchkey-new-app-00000001') =>
  service.call(adminRoutes.createApp, { ...operator, body: { id, name: 'New', cross_app_requesters } });

test('both cross-app settings are off by default, and the public configuration lacks the list of requesters', async () => {
  const { json } = await service.call(adminRoutes.createApp, { ...operator, body: { name: 'Plain' } });
  expect(json).toMatchObject({ cross_app_auth: false, cross_app_requesters: [] });
  expect(Object.keys(appPrivateEntries())).toContain('cross_app_requesters');
  const { json: config } = await service.call(getAppRoute, { params: { id: providerId } });
  expect(config).toMatchObject({ cross_app_auth: false });
  expect(config).not.toHaveProperty('cross_app_requesters');
});

test.each([
  ['a wildcard', [{ origin: 'https://*.shop.example', read_only: true }], 'must not hold a *'],
  ['a path', [{ origin: 'https://shop.example/', read_only: true }], 'must be an origin'],
  ['the hosted pages', [{ origin: hosted, read_only: true }], 'is an address of this service'],
  ['the service', [{ origin: serviceUrl, read_only: true }], 'is an address of this service'],
  ['itself', [{ app_id: 'latchkey-new-app-00000001', read_only: true }], 'is the app itself'],
  [
    'an app twice',
    [
      { app_id: requesterId, read_only: true },
      { app_id: requesterId, read_only: false },
    ],
    'is on the list already',
  ],
  ['no read-only flag', [{ app_id: requesterId }], ''],
  ['both at once', [{ app_id: requesterId, origin: gameOrigin, read_only: true }], ''],
  [
    'one more than 50',
    Array.from({ length: 51 }, (_, i) => ({ origin: `https://${i}.example`, read_only: true })),
    '',
  ],
])('a list of requesters with %s is refused', async (_, list, problem) => {
  const { json } = await create(list);
  expect(json.code).toBe('invalid_data');
  expect(json.error).toContain(problem);
});

test('in production an origin in the list of requesters must be https, and an app cannot list itself', () => {
  const app = { id: providerId, name: 'App' };
  const listed = (origin: string) =>
    checkAppInput({ ...app, cross_app_requesters: [{ origin, read_only: true }] }, true);
  expect(listed('http://shop.example')).toMatchObject({
    problems: [{ field: 'cross_app_requesters.0.origin', problem: 'must be https in production' }],
  });
  expect(listed('https://shop.example')).toHaveProperty('app');
  const own = checkAppInput(
    { ...app, cross_app_requesters: [{ app_id: providerId, read_only: true }] },
    true,
  );
  expect(own).toMatchObject({ problems: [{ problem: 'is the app itself' }] });
});

test('a requester that is not an app yet is logged', async () => {
  const lines: string[] = [];
  const own = await createTestService({
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    apps: [{ id: providerId, name: 'App', cross_app_requesters: [{ app_id: requesterId, read_only: true }] }],
  });
  expect(lines.join('')).toContain(
    `cross_app_requesters names ${requesterId}, and there is no such app yet.`,
  );
  await own.close();
});
