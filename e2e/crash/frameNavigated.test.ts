import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type CoreApp, openCoreApp, shareCoreFixture } from '../harness/coreApp.ts';
import { signerOfMessage } from '../harness/signer.ts';

// Another page loads in the frame's element: a script of the host page navigates it, or the browser reloads it. The
// page's clock is stopped, so a wait for a deadline would never end.

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

const navigate = (to: string) =>
  page.locator('iframe').evaluate((frame: HTMLIFrameElement, url) => {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = url;
    return loaded;
  }, to);

test('a signature succeeds at once after a script of the host page navigated the frame away', async () => {
  await navigate('about:blank');
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
  expect(await page.locator('iframe').count()).toBe(1);
});

test('a signature succeeds at once after the frame was reloaded', async () => {
  await navigate((await page.locator('iframe').getAttribute('src')) ?? '');
  expect(signerOfMessage('hello', await app.signMessage('hello'))).toBe(address);
  expect(await page.locator('iframe').count()).toBe(1);
});

test('a signature during which the frame was navigated away is repeated, and succeeds', async () => {
  // A fresh frame holds no key, so the signature must first call the service, where the test intercepts it.
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
