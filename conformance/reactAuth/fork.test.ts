import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { openPublishedApp, publishReactAuthHost } from './publishedApp.ts';

describe('react-auth 1.99.1', () => {
  let harness: Harness;
  let profile: Profile;
  let page: Page;
  const open = (path: string) => openPublishedApp(harness, page, harness.host.origin + path);

  beforeAll(async () => {
    const settings = { published_clients: true };
    harness = await startHarness({ app: settings });
    await publishReactAuthHost(harness, { createOnLogin: 'off' });
    profile = await openProfile();
    page = await profile.newPage();
  });
  afterAll(async () => {
    await profile?.close();
    await harness?.close();
  });
  beforeEach(async () => {
    // The client keeps its session by origin, so apps on this origin share it.
    await page.goto(`${harness.host.origin}/rpc`);
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
  });

  test('[SESS-16][SESS-20] react-auth hands its session to another page with a forked token, once', async () => {
    const app = await open('/');
    await app.logIn('fork@example.com');
    const user = await app.read('user');
    await app.press('Fork session');
    const forked = encodeURIComponent(await app.read('result'));

    const other = await profile.context.newPage();
    const address = `${harness.host.crossSiteOrigin}/?privy_token=${forked}`;
    const recovered = await openPublishedApp(harness, other, address);
    expect(await recovered.read('user')).toBe(user);
    expect(other.url()).toBe(`${harness.host.crossSiteOrigin}/`);
    await recovered.press('Log out');
    await expect.poll(() => recovered.read('user')).toBe('signed out');

    // Single use: the same address logs nobody in a second time, and the first session stays.
    const late = await openPublishedApp(harness, other, address);
    expect(await late.read('user')).toBe('signed out');
    await other.close();
    await page.reload();
    expect(await app.read('user')).toBe(user);
  });
});
