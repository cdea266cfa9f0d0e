import { createTestService, type TestService } from '@latchkey/testkit';
import { type AppInput, adminRoutes, auditRoutes, getAppRoute } from '@latchkey/wire';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService } from '../service.ts';
import { demoApp, demoAppId } from './demoApp.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const key = 'test-admin-key';
const create = (body: Record<string, unknown>) => service.call(adminRoutes.createApp, { body, bearer: key });
const update = (id: string, body: Record<string, unknown>) =>
  service.call(adminRoutes.updateApp, { params: { id }, body, bearer: key });

test('an app that is removed from the apps file stays as it was, with a warning at the start', async () => {
  const lines: { level: number; apps?: string[]; msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const start = (apps: AppInput[]) => {
    clock.advance(1_000);
    return createService({ config, database, mailer, clock, apps, log });
  };
  const configOf = async (started: { fetch: TestService['fetch'] }) => {
    const response = await started.fetch(new Request(`http://localhost:4000/api/v1/apps/${service.app.id}`));
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect(await configOf(await start([]))).toEqual([200, undefined]);
  const warned = { level: 40, apps: [service.app.id], msg: expect.stringContaining('No apps file was read') };
  expect(lines).toEqual([expect.objectContaining(warned)]);
  // Disabling an app requires an explicit setting.
  expect(await configOf(await start([{ ...service.app, disabled: true }]))).toEqual([403, 'app_disabled']);
  expect(await configOf(await start([]))).toEqual([403, 'app_disabled']);
  expect(await configOf(await start([service.app]))).toEqual([200, undefined]);
  expect(lines).toHaveLength(1);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, { params: { id: service.app.id }, bearer: key });
  expect(json.events.map(({ kind }) => kind)).toEqual(['app.created', 'app.disabled', 'app.updated']);
});

test('an operator disables an app that the API created, and enables it again', async () => {
  const { json: app } = await create({ name: 'New', disabled: true });
  const codeOf = async () => (await service.call(getAppRoute, { params: { id: app.id } })).json.code;
  expect(app.disabled).toBe(true);
  expect(await codeOf()).toBe('app_disabled');
  expect((await update(app.id, { disabled: false })).json.disabled).toBe(false);
  expect(await codeOf()).toBeUndefined();
  // A change keeps the values that it does not name.
  await update(app.id, { disabled: true });
  expect((await update(app.id, { name: 'Newer' })).json).toMatchObject({ name: 'Newer', disabled: true });
  expect(await codeOf()).toBe('app_disabled');
});

test('the operator’s API refuses to change an app of the apps file, and says where it can be changed', async () => {
  const refused = await update(service.app.id, { name: 'Mine' });
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('app_managed_by_file');
  const appsFile = '/etc/latchkey/apps.json';
  const another = await service.startAnother({ config: { appsFile }, apps: [service.app, demoApp] });
  const messageFor = async (id: string) =>
    (await another.call(adminRoutes.updateApp, { params: { id }, body: { name: 'x' }, bearer: key })).json
      .error;
  expect(await messageFor(service.app.id)).toContain(`change its entry in ${appsFile}`);
  expect(await messageFor(demoAppId)).toContain('POST /api/v1/admin/apps');
  await another.close();
});
