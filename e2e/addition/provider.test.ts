import { join } from 'node:path';
import { appSecretRoutes, pathOf } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram } from '../../scripts/build/bundleProgram.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { waitInPage } from '../harness/index.ts';
import { type ModalFixture, startFixture } from '../modal/fixture.ts';
import { addition } from './addition.ts';
import { channel, type StandIn, startStandIn } from './standIn.ts';

const program = 'packages/server/dist/rig-with-addition.js';
let fixture: ModalFixture;
let standIn: StandIn;

beforeAll(async () => {
  [standIn] = await Promise.all([
    startStandIn(),
    // The bundle is beside the usual one, because the service finds its migrations from there.
    bundleProgram('e2e/harness/service/program.ts', program, { plugins: [addition] }),
  ]);
  const settings: object = { line_oauth: true, oauth_clients: { line: { client_id: channel.id } } };
  fixture = await startFixture({
    app: { email_auth: false, ...settings },
    env: { LATCHKEY_OAUTH_URL: standIn.url },
    plugins: [addition],
    program: join(root, program),
  });
});
afterAll(async () => {
  await fixture?.close();
  await standIn?.close();
});

it('a provider that is added by a record, an id and an icon has a row on the landing and logs a user in', async () => {
  const { appId, url } = fixture.harness;
  const set = await fetch(url + pathOf(appSecretRoutes.put.path, { id: appId, name: 'oauth-line' }), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer latchkey-dev-admin' },
    body: JSON.stringify({ secret: channel.secret }),
  });
  expect(set.status).toBe(200);
  const act = await fixture.open();
  await act.openLanding();
  const row = act.page.getByRole('button', { name: 'Line', exact: true });
  await row.locator('svg path[fill="#06c755"]').waitFor();
  await row.click();
  await waitInPage(act.page, () => window.told?.includes('complete line_oauth new'));
  const accounts = await act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts);
  expect(accounts).toMatchObject([{ type: 'line_oauth', subject: 'U4af4980629', name: 'Ada' }]);
  await act.close();
});
