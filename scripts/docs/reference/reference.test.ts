import { createTestService, type TestService } from '@latchkey/testkit';
import { adminRoutes, commonCodes, unbuiltSettings } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDocument, printApi } from './api.ts';
import { printAppSettings } from './appSettings.ts';
import { linkTo, printErrors } from './errors.ts';
import { printOptions } from './hostConfig.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { printOptionTypes } from './optionTypes.ts';
import { printPage } from './pages.ts';

/** Pages of `docs/reference`, printed from the service's API document and from types. */
let service: TestService;
let document: ApiDocument;
beforeAll(async () => {
  service = await createTestService();
  const answer = await service.fetch(new Request(new URL('/openapi.json', service.config.url)));
  document = (await answer.json()) as ApiDocument;
});
afterAll(() => service.close());

test('the page of the API shows the document at /openapi.json', () => {
  const common = commonCodes.map(linkTo).join(', ');
  const printed = `Every route may return these errors: ${common}.\n\n${printApi(document, commonCodes)}`;
  const { wanted, found } = printPage('docs/reference/api.md', printed);
  expect(found).toBe(wanted);
});

test('the page of settings is what the scripts print from the settings of an app and the options of a host', async () => {
  const created = await service.call(adminRoutes.createApp, {
    bearer: 'test-admin-key',
    body: { name: 'x' },
  });
  const create = document.paths['/api/v1/admin/apps']?.post?.requestBody?.content['application/json'].schema;
  // Id and name differ in each app.
  const { id: _id, name: _name, ...defaults } = created.json as unknown as Record<string, unknown>;
  const settings = printAppSettings(create as JsonSchema, defaults, unbuiltSettings);
  const printed = [
    '## Settings of an app',
    'Use these in the apps file and in the bodies of `/api/v1/admin/apps`. For a setting that is an object, you may give only some of its fields, unless its meaning says that a change replaces the whole value.',
    settings,
    '## Options of the client',
    'Props of `LatchkeyProvider`, and options of `createClient`.',
    printOptions('ClientOptions'),
    '## `config`',
    'The type is `HostConfig`. If the operator decides about an option, the app setting has priority.',
    printOptions('HostConfig', 'config.'),
  ].join('\n\n');
  const { wanted, found } = printPage('docs/reference/settings.md', printed);
  expect(found).toBe(wanted);
});

test('the page of errors shows the cause and the fix of every code', () => {
  const { wanted, found } = printPage('docs/reference/errors.md', printErrors());
  expect(found).toBe(wanted);
});

test('the page of types shows every value and member of its listed types', () => {
  const { wanted, found } = printPage('docs/reference/types.md', printOptionTypes());
  expect(found).toBe(wanted);
});
