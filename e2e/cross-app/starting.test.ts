import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../harness/index.ts';

// Pages of ours that cannot start say so: no person sees an empty one.

let harness: Harness;
let profile: Profile;
beforeAll(async () => {
  harness = await startHarness({ hosted: 'same-site', isWithoutChains: true });
});
afterEach(() => profile?.close());
afterAll(() => harness?.close());

const texts = {
  load: 'This page could not load. Check your connection, then reload the page.',
  browser: 'This page does not work in this browser. Update it, or open the page in another browser.',
  alone: 'This page cannot be opened on its own. Go back to the app you came from.',
};
const hosted = (path: string) => `${harness.hosted?.url}${path}?app=${harness.appId}`;
const framePage = (name: string) => `${harness.url}/apps/${harness.appId}/embedded-wallets/${name}`;

async function open(address: string, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  profile = await openProfile();
  const page = await profile.newPage();
  await prepare(page);
  await page.goto(address);
  return page;
}

it('hosted pages of a deployment without chains start', async () => {
  const page = await open(hosted('/connections'), async () => {});
  await page.getByRole('button', { name: 'Log in to Rig' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a page whose configuration its client refuses says that it is not available', async () => {
  const page = await open(hosted('/connections'), (blank) =>
    blank.route('**/connections?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"chains":[]', '"chains":[{"id":-1}]');
      await route.fulfill({ response, body });
    }),
  );
  await page.getByRole('heading', { name: 'This page isn’t available' }).waitFor();
  await page.getByText('Try again in a few minutes.').waitFor();
});

it('a page whose script does not come, or that lacks what it needs of the browser, says so', async () => {
  const pages: [address: string, script: string][] = [
    [hosted('/connections'), '**/assets/main-*.js'],
    ...['approve', 'export', 'passkey'].map((name): [string, string] => [
      framePage(name),
      `**/frame/${name}-*.js`,
    ]),
  ];
  for (const [address, script] of pages) {
    const page = await open(address, (blank) => blank.route(script, (route) => route.abort()));
    await page.getByRole('alert').filter({ hasText: texts.load }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await profile.close();
  }

  // A browser of 2021 lacks style sheets that scripts make.
  const removeSheets = () => Reflect.deleteProperty(globalThis, 'CSSStyleSheet');
  const page = await open(hosted('/connections'), (blank) => blank.addInitScript(removeSheets));
  await page.getByRole('alert').filter({ hasText: texts.browser }).waitFor();
  harness.host.setPage('/framed', { body: `<iframe src="${framePage('export')}"></iframe>` });
  await page.goto(`${harness.host.origin}/framed`);
  await page.frameLocator('iframe').getByRole('alert').filter({ hasText: texts.browser }).waitFor();
});

it('a page of the frame that someone opens in a tab says that it is part of an app', async () => {
  for (const name of ['approve', 'export', 'passkey']) {
    const page = await open(framePage(name), async () => {});
    await page.getByRole('alert').filter({ hasText: texts.alone }).waitFor();
    await profile.close();
  }
});
