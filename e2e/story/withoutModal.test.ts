import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCoreApp, publishCoreHost } from '../harness/coreApp.ts';
import { type Harness, launchBrowser, type Profile, startHarness } from '../harness/index.ts';

// The client without the modal, as a host with its own screens uses it.

const insecureHost = 'app.example.test';
let harness: Harness;
let profile: Profile;

beforeAll(async () => {
  harness = await startHarness({ originsOf: ({ port }) => [`http://${insecureHost}:${port}`] });
  await publishCoreHost(harness);
  profile = await launchBrowser({ resolve: [insecureHost] });
});
afterAll(async () => {
  await profile?.close();
  await harness?.close();
});

test('[OTP-11] [HTTP-01] the client leads to a session and a wallet without a modal on the page, and calls only the host and the configured base address', async () => {
  const page = await profile.newPage();
  const called = new Set<string>();
  page.on('request', (request) => called.add(new URL(request.url()).origin));
  const app = await openCoreApp(harness, page, harness.host.origin);
  await app.logIn('otp-11@example.com');
  await expect.poll(() => app.isAuthenticated()).toBe(true);
  expect(await app.getAccessToken()).toMatch(/^ey/);
  await app.createWallet();
  await app.signMessage('hello');
  expect(await app.page.locator('latchkey-modal, dialog').count()).toBe(0);
  await app.logout();
  expect([...called].sort()).toEqual([harness.host.origin, harness.url].sort());
});

test('[EMBW-03] the client refuses a wallet on a page that is neither HTTPS nor loopback, and still logs in there', async () => {
  const origin = `http://${insecureHost}:${harness.host.port}`;
  const app = await openCoreApp(harness, await profile.newPage(), origin);
  await app.logIn('embw-03@example.com');
  await expect.poll(() => app.isAuthenticated()).toBe(true);
  await expect(app.createWallet()).rejects.toThrow('Embedded wallet is only available over HTTPS');
  expect(await app.page.locator('iframe').count()).toBe(0);
});
