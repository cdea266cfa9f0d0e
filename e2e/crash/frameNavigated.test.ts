import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type CoreApp, openCoreApp, shareCoreFixture } from '../harness/coreApp.ts';
import { signerOfMessage } from '../harness/signer.ts';

// Something other than our page loads in the frame's element: a script of the host navigates it, or the browser
// reloads it. The page's clock stands still, so that what waits for a deadline never comes.

const connectRequest = '**/api/v1/frame/wallets/connect';
const { harness, profile } = shareCoreFixture();
let page: Page;
let app: CoreApp;
let address: string;
let people = 0;

beforeEach(async () => {
  people += 1;
  page = await profile.newPage();
  await page.clock.install();
  app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn(`frame-navigated-${people}@example.com`);
  address = await app.createWallet();
  await page.clock.pauseAt(Date.now() + 60_000);
});

/** As a script of the host page may do to any frame in it. */
const navigate = (to: string) =>
  page.locator('iframe').evaluate((frame: HTMLIFrameElement, url) => {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = url;
    return loaded;
  }, to);

test('signs at once after a script of the host page navigated the frame away', async () => {
  await navigate('about:blank');
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
  expect(await page.locator('iframe').count()).toBe(1);
});

test('signs at once after the frame was reloaded', async () => {
  await navigate((await page.locator('iframe').getAttribute('src')) ?? '');
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
  expect(await page.locator('iframe').count()).toBe(1);
});

test('repeats a signature in whose middle the frame was navigated away', async () => {
  // A fresh frame holds no key, so that the signature has to ask the service first; there it is caught.
  await navigate('about:blank');
  await expect.poll(() => page.evaluate(() => window.latchkey.frameState().status)).toBe('ready');
  let caught = 0;
  await page.route(connectRequest, (route) => {
    caught += 1;
    return caught === 1 ? navigate('about:blank') : route.continue();
  });
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
  expect(caught).toBe(2);
});
