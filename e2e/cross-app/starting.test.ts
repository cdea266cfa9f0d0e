import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../harness/index.ts';

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

it('a hosted page whose client refuses its configuration says that it is not available', async () => {
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

it('hosted pages and pages of the frame say that their script did not load, or that the browser is too old for it', async () => {
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

  // Older browsers, such as Safari before 16.4, lack constructable style sheets.
  const removeSheets = () => Reflect.deleteProperty(globalThis, 'CSSStyleSheet');
  const page = await open(hosted('/connections'), (blank) => blank.addInitScript(removeSheets));
  await page.getByRole('alert').filter({ hasText: texts.browser }).waitFor();
  harness.host.setPage('/framed', { body: `<iframe src="${framePage('export')}"></iframe>` });
  await page.goto(`${harness.host.origin}/framed`);
  await page.frameLocator('iframe').getByRole('alert').filter({ hasText: texts.browser }).waitFor();
});

it('a page of the frame that is opened in a tab says that it cannot be opened on its own', async () => {
  for (const name of ['approve', 'export', 'passkey']) {
    const page = await open(framePage(name), async () => {});
    await page.getByRole('alert').filter({ hasText: texts.alone }).waitFor();
    await profile.close();
  }
});

function speakGerman(): void {
  Object.defineProperty(navigator, 'languages', { get: () => ['de-DE', 'en'] });
  Object.defineProperty(navigator, 'language', { get: () => 'de-DE' });
}

it('a hosted page loads only the browser’s language, and reports no failure while it loads', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const loaded: string[] = [];
  const page = await open(hosted('/connections'), async (blank) => {
    await blank.addInitScript(speakGerman);
    blank.on('request', (request) => loaded.push(request.url()));
    await blank.route('**/assets/de-*.js', (route) => held.then(() => route.continue()));
  });
  // The page has loaded, so the script that checks whether anything is drawn has run.
  expect(await page.evaluate(() => document.readyState)).toBe('complete');
  expect(await page.getByRole('alert').count()).toBe(0);
  release();
  await page.getByRole('button', { name: 'Bei Rig anmelden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  const languages = loaded.flatMap((url) => /assets\/(ar|de|es|ja)-/.exec(url)?.[1] ?? []);
  expect([...new Set(languages)]).toEqual(['de']);
});

it('a hosted page whose language does not load is in English', async () => {
  const page = await open(hosted('/connections'), async (blank) => {
    await blank.addInitScript(speakGerman);
    await blank.route('**/assets/de-*.js', (route) => route.abort());
  });
  await page.getByRole('button', { name: 'Log in to Rig' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

it('the popup for a passkey loads only the browser’s language, and reports no failure while it loads', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const loaded: string[] = [];
  profile = await openProfile({ isWhole: true });
  await profile.context.addInitScript(speakGerman);
  await profile.context.route('**/frame/texts-passkey-de-*.js', (route) => held.then(() => route.continue()));
  profile.context.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  harness.host.setPage('/opener', { body: '<h1>Host</h1>' });
  const host = await profile.newPage();
  await host.goto(`${harness.host.origin}/opener`);
  const opened = host.waitForEvent('popup');
  await host.evaluate((url) => void window.open(url), `${framePage('passkey')}?act=create`);
  const popup = await opened;
  await popup.waitForLoadState('load');
  expect(await popup.getByRole('alert').count()).toBe(0);
  release();
  await popup.getByRole('heading', { name: 'Passkey zu Ihrer Wallet hinzufügen' }).waitFor();
  expect(await popup.getByRole('alert').count()).toBe(0);
  expect(loaded.filter((path) => path.includes('/texts-')).map((path) => path.slice(0, 24))).toEqual([
    '/frame/texts-passkey-de-',
  ]);
});
