import { request } from 'node:http';
import { turnstileKeys } from '@latchkey/sandbox';
import { limits } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import { openPublishedApp, publishReactAuthHost } from './publishedApp.ts';

// Limits on logins to an app, in the published client's own texts and screens.

const apps = {
  allowlist: {
    id: 'latchkey-rig-allowlist-01',
    allowlist_enabled: true,
    allowlist_config: {
      error_title: 'Members only',
      error_detail: 'Ask the club for an invitation',
      cta_text: 'Try again',
      cta_link: null,
    },
  },
  captcha: {
    id: 'latchkey-rig-captcha-0001',
    captcha_enabled: true,
    captcha_site_key: `t:${turnstileKeys.siteKey}`,
  },
  full: { id: 'latchkey-rig-full-0000001', max_users: 1 },
  terms: {
    id: 'latchkey-rig-terms-000001',
    require_users_accept_terms: true,
    terms_and_conditions_url: 'https://example.com/terms',
    privacy_policy_url: 'https://example.com/privacy',
  },
};

describe('react-auth 1.99.1', () => {
  let harness: Harness;
  let profile: Profile;
  let page: Page;
  const open = (path: string) => openPublishedApp(harness, page, harness.host.origin + path);

  /** Redirects Turnstile's requests to the stand-in, because the client has Cloudflare's address in its code. */
  const leadToTurnstile = () =>
    page.route('https://challenges.cloudflare.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: harness.sandboxUrl + pathname + search }) });
    });

  /** Requests a code as an attacker's program that passes Turnstile would, from another address of this machine. */
  async function requestAsStranger(localAddress: string, email: string): Promise<number> {
    const widget = { siteKey: turnstileKeys.siteKey, hostname: 'localhost', action: apps.captcha.id };
    const issued = await fetch(`${harness.sandboxUrl}/turnstile/v0/frame/token`, {
      method: 'POST',
      body: JSON.stringify(widget),
    });
    const { token } = (await issued.json()) as { token: string };
    const headers = { 'content-type': 'application/json', 'privy-app-id': apps.captcha.id };
    const { port } = new URL(harness.url);
    return new Promise((resolve, reject) => {
      const path = '/api/v1/passwordless/init';
      const sent = request(
        { host: '127.0.0.1', port, path, method: 'POST', localAddress, headers },
        (answer) => resolve(answer.resume().statusCode ?? 0),
      );
      sent.once('error', reject).end(JSON.stringify({ email, token }));
    });
  }

  beforeAll(async () => {
    const settings = { published_clients: true };
    harness = await startHarness({ app: settings, moreApps: Object.values(apps) });
    for (const [name, { id }] of Object.entries(apps)) {
      await publishReactAuthHost(harness, { path: `/${name}`, appId: id });
    }
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

  test('react-auth shows its allowlist screen, and the service sends no code', async () => {
    const app = await open('/allowlist');
    await app.requestCode('stranger@example.com');
    await app.modal.getByText('Members only').waitFor();
    await app.modal.getByText('Ask the club for an invitation').waitFor();
    expect(await harness.inbox.list('stranger@example.com')).toEqual([]);
  });

  test('[CAPT-19, S44] react-auth passes Turnstile and logs in, and the service sends no code for a second request with the same token', async () => {
    await leadToTurnstile();
    const tokens: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/passwordless/init'))
        tokens.push((request.postDataJSON() as { token?: string }).token);
    });
    const app = await open('/captcha');
    await app.logIn('human@example.com');
    expect(tokens).toEqual([expect.stringMatching(/^0\../)]);
    const stale = await fetch(`${harness.url}/api/v1/passwordless/init`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'privy-app-id': apps.captcha.id,
        origin: harness.host.origin,
      },
      body: JSON.stringify({ email: 'robot@example.com', token: tokens[0] }),
    });
    expect(await stale.json()).toMatchObject({ code: 'invalid_captcha' });
    expect(await harness.inbox.list('robot@example.com')).toEqual([]);
  });

  test('[S28] react-auth gets a code with its captcha after attackers have used up the code sends to the email address', async () => {
    await leadToTurnstile();
    const email = 'flooded@example.com';
    for (let place = 2; place < 2 + limits.codeSendsPerWindow; place += 1)
      expect(await requestAsStranger(`127.0.0.${place}`, email)).toBe(200);
    await harness.inbox.nextCode(email); // skips all codes so far
    const app = await open('/captcha');
    await app.logIn(email);
    expect(await harness.inbox.list(email)).toHaveLength(limits.codeSendsPerWindow + 1);
  });

  test('react-auth shows its user limit screen to a user beyond the limit', async () => {
    const app = await open('/full');
    await app.logIn('first@example.com');
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    const second = await open('/full');
    await second.enterCode('second@example.com');
    await second.modal.getByText('reached its user limit').waitFor();
  });

  test('[TERMS-03] react-auth asks the user to accept the terms once, not again after a reload or at the next login', async () => {
    const app = await open('/terms');
    await app.enterCode('terms@example.com');
    await app.modal.getByText('One last step').waitFor();
    await app.modal.getByRole('button', { name: 'Accept' }).click();
    expect(await app.read('address')).toMatch(/^0x/);
    const again = await open('/terms');
    expect(await again.read('user')).toMatch(/^did:privy:/);
    // Waits until the modal is closed, which the screen of the terms would keep open.
    const logOut = async () => {
      await again.press('Log out');
      await page.getByTestId('user').filter({ hasText: 'signed out' }).waitFor();
    };
    await logOut();
    await harness.service.advance(31_000); // past the pause between two codes
    await again.logIn('terms@example.com');
    await logOut();
  });
});
