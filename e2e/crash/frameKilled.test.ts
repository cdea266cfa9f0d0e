import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type CoreApp, openCoreApp, shareCoreFixture } from '../harness/coreApp.ts';
import { waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';

// The frame dies during a signature, while it waits for its auth part.

const connectRequest = '**/api/v1/frame/wallets/connect';
const { harness, profile } = shareCoreFixture();
let page: Page;
let app: CoreApp;
let address: string;
let killsLeft: number;
let killed: number;
let loaded: number;

beforeEach(async ({ task }) => {
  killsLeft = 0;
  killed = 0;
  page = await profile.newPage();
  await page.clock.install();
  await page.route(connectRequest, (route) => (killsLeft === 0 ? route.continue() : killFrame()));
  app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn(`frame-killed-${task.id}@example.com`);
  address = await app.createWallet();
  // After a reload the frame holds no key, so the next signature must first call the service.
  app = await openCoreApp(harness, page, harness.host.origin);
  await waitInPage(page, () => window.latchkey.frameState().status === 'ready');
  loaded = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/embedded-wallets')) loaded += 1;
  });
});

/** Leaves a frame element that never answers, as if the frame's process had died. */
async function killFrame(): Promise<void> {
  killsLeft -= 1;
  const vault = page.frames().find((frame) => frame.url().includes('/embedded-wallets'));
  await vault?.evaluate(() => {
    // Drops every listener of the page, aborts its requests and loads nothing in its place.
    document.open();
  });
  killed += 1;
}

test('a killed frame is reloaded once, and the signature succeeds', async () => {
  killsLeft = 1;
  const signature = app.signMessage('hello');
  await expect.poll(() => killed).toBe(1);
  await page.clock.runFor(15_100);
  expect(signerOfMessage('hello', await signature)).toBe(address);
  expect(loaded).toBe(1);
});

test('a signature fails with wallet_proxy_timeout if the frame is killed twice, and the next signature succeeds', async () => {
  killsLeft = 2;
  const outcome = page.evaluate(() =>
    window.latchkey.signMessage('hello').then(
      () => 'signed',
      (error: { code: string }) => error.code,
    ),
  );
  await expect.poll(() => killed).toBe(1);
  await page.clock.runFor(15_100);
  await expect.poll(() => killed).toBe(2);
  await page.clock.runFor(15_100);
  expect(await outcome).toBe('wallet_proxy_timeout');
  expect(loaded).toBe(1);
  expect(signerOfMessage('later', await app.signMessage('later'))).toBe(address);
});
