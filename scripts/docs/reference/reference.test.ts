import { createTestService, type TestService } from '@latchkey/testkit';
import { adminRoutes, commonCodes, unbuiltSettings } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDocument, printApi } from './api.ts';
import { printAppSettings } from './appSettings.ts';
import { linkTo, printErrors } from './errors.ts';
import { printOptions } from './hostConfig.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { printPage } from './pages.ts';

/** The pages of `docs/reference`, printed from what the service serves and the types say. */
let service: TestService;
let document: ApiDocument;
beforeAll(async () => {
  service = await createTestService();
  const answer = await service.fetch(new Request(new URL('/openapi.json', service.config.url)));
  document = (await answer.json()) as ApiDocument;
});
afterAll(() => service.close());

test('the page of the API shows what the service serves at /openapi.json', () => {
  const common = commonCodes.map(linkTo).join(', ');
  const printed = `Every route may answer ${common}.\n\n${printApi(document, commonCodes)}`;
  const { wanted, found } = printPage('docs/reference/api.md', printed);
  expect(found).toBe(wanted);
});

test('the page of settings shows every setting of an app and every option of a host, each with its meaning', async () => {
  const created = await service.call(adminRoutes.createApp, {
    bearer: 'test-admin-key',
    body: { name: 'x' },
  });
  const create = document.paths['/api/v1/admin/apps']?.post?.requestBody?.content['application/json'].schema;
  // Both are each app's own.
  const { id: _id, name: _name, ...defaults } = created.json as unknown as Record<string, unknown>;
  const settings = printAppSettings(create as JsonSchema, defaults, unbuiltSettings);
  const printed = [
    '## Settings of an app',
    'In the apps file and in the bodies of `/api/v1/admin/apps`. Settings of several values may be given in part.',
    settings,
    '## Options of the client',
    'Props of `LatchkeyProvider` and fields of `createClient`.',
    printOptions('ClientOptions'),
    '## `config`',
    'The type is `HostConfig`. What the app serves rules over it where the operator decides.',
    printOptions('HostConfig'),
  ].join('\n\n');
  const { wanted, found } = printPage('docs/reference/settings.md', printed);
  expect(found).toBe(wanted);
});

test('the page of errors has cause and cure of every code', () => {
  const { wanted, found } = printPage('docs/reference/errors.md', printErrors());
  expect(found).toBe(wanted);
});
