import { expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import { getCrossAppProvider, loadCrossAppDetails, loadCrossAppProviders } from '../index.ts';
import { providerId, readOnlyId, requesterId, shareApps } from './crossApp.testkit.ts';

const apps = shareApps();
const path = `GET /api/v1/apps/${requesterId}/cross-app/connections`;
const harbour = {
  id: providerId,
  name: 'Harbour',
  logoUrl: 'https://harbour.example/logo.png',
  apiUrl: 'http://localhost:4000',
  readOnly: false,
};
const gallery = { id: readOnlyId, name: 'Gallery', apiUrl: 'http://localhost:4000', readOnly: true };

it('[XAPP-02] [XAPP-03] loadCrossAppProviders lists the provider apps with name and logo, and loads the list once in five minutes unless refreshed', async () => {
  const test = await apps.startPage();
  test.sent.length = 0;
  const asked = () => test.sent.filter((call) => call === path).length;
  const [first, second] = await Promise.all([
    loadCrossAppProviders(test.client),
    loadCrossAppProviders(test.client),
  ]);
  expect(first).toEqual(second);
  expect([...first].toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([gallery, harbour]);
  expect(await getCrossAppProvider(test.client, providerId)).toEqual(harbour);
  expect(asked()).toBe(1);
  await test.timers.advance(5 * 60_000);
  await loadCrossAppProviders(test.client);
  expect(asked()).toBe(2);
  await loadCrossAppProviders(test.client, { refresh: true });
  expect(asked()).toBe(3);
  // The list is reloaded once for an unknown app, which may have been connected since.
  expect((await failureOf(getCrossAppProvider(test.client, requesterId))).code).toBe('not_supported');
  expect(asked()).toBe(4);
});

it('loadCrossAppProviders drops provider apps whose address is a script URL, and logos whose address is one', async () => {
  const script = 'javascript:alert(1)';
  const row = {
    provider_app_id: providerId,
    provider_app_name: 'Harbour',
    read_only: false,
    hosted_url: script,
    provider_app_icon_url: script,
    provider_app_custom_api_url: 'https://login.example/',
  };
  const test = await apps.startPage({
    network: async (request, forward) =>
      request.url.endsWith('/connections')
        ? Response.json({
            connections: [row, { ...row, provider_app_id: readOnlyId, provider_app_custom_api_url: script }],
          })
        : forward(),
  });
  const { logoUrl: _, ...plain } = harbour;
  expect(await loadCrossAppProviders(test.client)).toEqual([{ ...plain, apiUrl: 'https://login.example' }]);
});

it('[XAPP-03] loadCrossAppDetails returns the name and logo of an app, and requests them again only after a failure', async () => {
  let failures = 1;
  const test = await apps.startPage({
    network: async (request, forward) =>
      request.url.endsWith('/details') && failures-- > 0
        ? Response.json({ error: 'no', code: 'app_not_found' }, { status: 404 })
        : forward(),
  });
  expect((await failureOf(loadCrossAppDetails(test.client, providerId))).code).toBe('app_not_found');
  const shown = { name: 'Harbour', logoUrl: 'https://harbour.example/logo.png' };
  test.sent.length = 0;
  expect(await loadCrossAppDetails(test.client, providerId)).toEqual(shown);
  expect(await loadCrossAppDetails(test.client, providerId)).toEqual(shown);
  expect(test.sent).toEqual([`GET /api/v1/apps/${providerId}/cross-app/details`]);
});
