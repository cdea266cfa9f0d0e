import { freePort } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Harness,
  launchBrowser,
  type Profile,
  type SecureSites,
  startHarness,
  startSecureSites,
} from '../../e2e/harness/index.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// react-auth 1.99.1 in an app with its own API address, which it reads from the app config and uses from then on.

let harness: Harness;
let sites: SecureSites;
let profile: Profile;
let page: Page;
let app: PublishedApp;
let appUrl: string;
let serviceUrl: string;
const called: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  appUrl = `https://app.latchkey.test:${port}`;
  serviceUrl = `https://privy.latchkey.test:${port}`;
  harness = await startHarness({
    app: { published_clients: true, custom_api_url: serviceUrl },
    originsOf: () => [appUrl],
  });
  sites = await startSecureSites(
    { 'app.latchkey.test': harness.host.port, 'privy.latchkey.test': Number(new URL(harness.url).port) },
    port,
  );
  await publishReactAuthHost(harness);
  profile = await launchBrowser({ resolve: ['app.latchkey.test', 'privy.latchkey.test'] });
  page = await profile.newPage();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/v1/')) called.push(`${url.origin}${url.pathname}`);
  });
  app = await openPublishedApp(harness, page, `${appUrl}/`);
});
afterAll(async () => {
  await profile?.close();
  await sites?.close();
  await harness?.close();
});

test("react-auth logs in at the app's own API address, and keeps its tokens in cookies that are HttpOnly", async () => {
  await app.logIn('cookies@example.com');
  const elsewhere = called.filter((url) => !url.startsWith(serviceUrl));
  expect(new Set(elsewhere)).toEqual(new Set([`${harness.url}/api/v1/apps/${harness.appId}`]));

  const cookies = await profile.context.cookies();
  expect(
    cookies.map(({ name, domain, httpOnly, secure, sameSite }) => ({
      name,
      domain,
      httpOnly,
      secure,
      sameSite,
    })),
  ).toEqual(
    expect.arrayContaining(
      ['privy-token', 'privy-refresh-token'].map((name) => ({
        name,
        domain: '.latchkey.test',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      })),
    ),
  );
  expect(await page.evaluate(() => document.cookie)).toBe('privy-session=t');
  const stored = await page.evaluate(() => localStorage.getItem('privy:refresh_token'));
  expect(stored).toBe('"deprecated"');
});

test('react-auth creates a wallet and signs in an app with its own API address', async () => {
  expect(await app.read('connected')).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(await app.sign('Sign message')).toMatch(/^0x[0-9a-f]{130}$/);
});

test('react-auth is still logged in after a reload, with only the cookies', async () => {
  const user = await app.read('user');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  expect(await app.read('user')).toBe(user);
});

test('react-auth removes the cookies when it logs out', async () => {
  await app.press('Log out');
  await expect.poll(() => app.read('user')).toBe('signed out');
  const names = (await profile.context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('privy-'))).toEqual([]);
});
