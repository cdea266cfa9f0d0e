import { createTestService, type TestService } from '@latchkey/testkit';
import { getAppRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('[CONF-01] answers the config of the app in the path', async () => {
  const { status, json } = await service.call(getAppRoute, { params: { id: service.app.id } });
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: service.app.id, name: 'Test app', email_auth: true });
});
