import { type Issuer, startIssuer } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { bundlePublishedHost } from '../bundle.ts';

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };

describe('react-auth 1.99.1, without its screens', () => {
  let harness: Harness;
  let issuer: Issuer;
  let profile: Profile;
  let page: Page;
  const shown = (what: string) => page.getByTestId(what);

  beforeAll(async () => {
    issuer = await startIssuer(Date.now);
    harness = await startHarness({
      app: {
        guest_auth: true,
        custom_jwt_auth: true,
        custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
        published_clients: true,
      },
    });
    harness.host.setPage('/', {
      script: await bundlePublishedHost('reactAuthWithoutScreens.jsx'),
      config: { apiUrl: harness.url, appId: harness.appId },
    });
    profile = await openProfile();
    page = await profile.newPage();
  });
  afterAll(async () => {
    await profile?.close();
    await harness?.close();
    await issuer?.close();
  });

  test('[GUEST-01] react-auth creates a guest, who stays the same user after a reload', async () => {
    await page.goto(harness.host.origin);
    await page.getByRole('button', { name: 'Enter as a guest' }).click();
    await shown('guest').filter({ hasText: 'true' }).waitFor();
    const id = await shown('user').textContent();
    expect(id).toMatch(/^did:privy:/);
    await page.reload();
    await shown('user').filter({ hasText: 'did:privy:' }).waitFor();
    await expect.poll(() => shown('user').textContent()).toBe(id);
    await expect.poll(() => shown('guest').textContent()).toBe('true');
  });

  test('[JWT-01, JWT-02] react-auth follows the token from the app, and logs in and out with it', async () => {
    // Nobody is logged in at first. Otherwise the client would keep ending a session while the app has no token, and
    // would not notice a new token meanwhile.
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto(`${harness.host.origin}/?own`);
    await shown('user').filter({ hasText: 'signed out' }).waitFor();
    const become = (token: string | null) =>
      page.evaluate((given) => {
        (window as unknown as { setToken(token: string | null): void }).setToken(given);
      }, token);
    await become(await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub: 'ada' }));
    await shown('custom').filter({ hasText: 'ada' }).waitFor();
    await expect.poll(() => shown('guest').textContent()).toBe('false');
    await become(null);
    await shown('user').filter({ hasText: 'signed out' }).waitFor();
  });
});
