import { crossAppProviderOf, oauthRoutes } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { findBarriers } from '../harness/index.ts';
import { newEmail, shareFixture } from './fixture.ts';
import { answerHosted, call } from './hostedPageObject.ts';

/** Id of an app that may request the wallets of the harness's app. */
const market = 'latchkey-rig-market-00001';
const harnessAppId = 'latchkey-rig-app-00000001';
const { fixture, act, open } = shareFixture({
  app: { cross_app_requesters: [{ app_id: market, read_only: false }] },
  moreApps: [{ id: market, name: 'Harbour market', cross_app_auth: true, cross_app_requesters: [] }],
});

const screen = () => act.screen('CONNECTED_APPS_SCREEN');
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const manage = () =>
  act.page.evaluate(() => {
    Object.assign(window, { settled: null });
    window.connectedApps.manage().then(
      () => Object.assign(window, { settled: 'done' }),
      ({ code }) => Object.assign(window, { settled: code }),
    );
  });
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);
const names = () =>
  act.page.evaluate(() => window.connectedApps.apps?.map(({ requester }) => requester.name));

async function connect(): Promise<void> {
  const { harness } = fixture;
  const token = (await act.page.evaluate(() => window.host.getAccessToken())) ?? '';
  const { origin } = harness.host;
  const body = {
    provider: crossAppProviderOf(harnessAppId),
    redirect_to: `${origin}/market`,
    state_code: 's'.repeat(43),
    code_challenge: 'c'.repeat(43),
  };
  const { url } = await call(harness, oauthRoutes.start, { appId: market, origin }, body);
  await answerHosted(harness, url, { allow: true, token });
}

it('the screen of connected apps lists the apps that may use the wallets and disconnects one after two presses, and so does the host with a call', async () => {
  await open();
  await act.page.evaluate(() => window.showDevices());
  await manage();
  await expect.poll(settled).toBe('must_be_authenticated');
  await act.logIn(newEmail());
  await gone();
  await connect();
  await manage();
  const row = screen().getByRole('listitem');
  await row.waitFor();
  expect(await row.textContent()).toMatch(
    new RegExp(`^Harbour marketDisconnect${fixture.harness.host.origin}Can ask you to signSince .+, until `),
  );
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  const disconnect = row.getByRole('button');
  await disconnect.click();
  expect(await disconnect.textContent()).toBe('Yes, disconnect');
  // Moving the focus away cancels the first press.
  await act.page.keyboard.press('Tab');
  await expect.poll(() => disconnect.textContent()).toBe('Disconnect');
  await disconnect.click();
  await disconnect.click();
  await screen().getByText('Disconnected.').waitFor();
  await row.waitFor({ state: 'detached' });
  await act.page.keyboard.press('Escape');
  await gone();
  await expect.poll(settled).toBe('done');
  await expect.poll(names).toEqual([]);

  await connect();
  await act.page.evaluate(() => window.connectedApps.refresh());
  await expect.poll(names).toEqual(['Harbour market']);
  const ends = await act.page.evaluate(async () => {
    const [app] = window.connectedApps.apps ?? [];
    const end = () => window.connectedApps.end({ id: app?.id ?? '' }).catch(({ code }) => code);
    return [await end(), await end()];
  });
  expect(ends).toEqual([undefined, 'not_found']);
  await expect.poll(names).toEqual([]);
});
