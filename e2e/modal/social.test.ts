import { telegramBot } from '@latchkey/sandbox';
import type { AppInput } from '@latchkey/wire';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { screenshot, stopClock, waitInPage } from '../harness/index.ts';
import { createApp, createGate, newEmail, shareFixture } from './fixture.ts';

/** Keeps three providers, two of which return in their own way. The wide run keeps all. */
const walked = <T extends readonly [name: string, ...string[]]>(providers: T[]): T[] =>
  providers.filter(
    ([name]) => process.env.LATCHKEY_WIDE === '1' || ['GitHub', 'Instagram', 'Apple'].includes(name),
  );

const all = Object.fromEntries(
  ['google', 'twitter', 'discord', 'github', 'spotify', 'instagram', 'tiktok', 'linkedin', 'apple'].map(
    (provider) => [`${provider}_oauth`, true],
  ),
);
const { fixture, act, open } = shareFixture({ app: all });

const settings = (changes: Partial<AppInput> = {}): AppInput =>
  ({ email_auth: false, google_oauth: true, discord_oauth: true, ...changes }) as AppInput;
/** Apps beside the main one: with terms, with a captcha, and for phones. */
const apps = { terms: '', captcha: '', phones: '' };
beforeAll(async () => {
  apps.terms = await createApp(fixture.harness, settings({ require_users_accept_terms: true }));
  apps.captcha = await createApp(fixture.harness, settings({ captcha_enabled: true }));
  apps.phones = await createApp(
    fixture.harness,
    settings({
      ...all,
      twitter_oauth_on_mobile_enabled: true,
      oidc_oauth: true,
      oauth_clients: {
        oidc: { client_id: 'tidewater', issuer: 'https://id.example.com', name: 'Example ID' },
      },
      farcaster_auth: true,
      telegram_auth: true,
      telegram_auth_config: {
        bot_id: telegramBot.id,
        bot_name: telegramBot.name,
        link_enabled: false,
        seamless_auth_enabled: false,
      },
    }),
  );
});

const row = (name: string) => act.page.getByRole('button', { name, exact: true });
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const text = (words: string) => act.page.getByText(words, { exact: true });
const button = (name: string) => act.page.getByRole('button', { name, exact: true });

let people = 0;
const newPerson = () => `social-${++people}`;

async function goTo(provider: string, host: string): Promise<void> {
  await row(provider).click();
  await act.page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/${host}/**`);
}

async function answer(
  choice: 'Allow' | 'Deny' | 'Rate limit' | 'Suspended',
  person = newPerson(),
): Promise<void> {
  const { page } = act;
  await page.getByPlaceholder('mary').fill(person);
  if (choice !== 'Allow' && choice !== 'Deny') await page.getByText('Unhappy ways').click();
  await page.getByRole('button', { name: choice, exact: true }).click();
  await page.waitForURL(`${fixture.harness.host.origin}/**`);
}

/** Waits until the host's callback was called, even if that happens after other pages have loaded. */
const told = (line: string) =>
  waitInPage(act.page, (awaited) => window.told?.includes(awaited) ?? false, line);

/** Records the page's calls to the service from now on, including navigations of the browser. */
function listenForCalls(): string[] {
  const called: string[] = [];
  act.page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === fixture.harness.url) called.push(`${request.method()} ${pathname}`);
  });
  return called;
}
/**
 * Returns false for calls of any page: at its load (configuration), during its use (analytics) or in a session
 * (wallet frame, purchases).
 */
const isForLogin = (call: string) =>
  !/ (?:\/(?:apps|frame)\/|\/api\/v1\/(?:apps|frame)\/|\/api\/v1\/(?:analytics_events|funding)$)/.test(call);

/** Expects the user to be back and logged in after three calls, with nothing left in the address. */
async function expectThreeCalls(called: readonly string[]): Promise<void> {
  await told('complete google_oauth new');
  await expect.poll(() => act.page.evaluate(() => location.search)).toBe('');
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
  expect(await act.told()).toEqual(['complete google_oauth new']);
  expect(called.filter(isForLogin)).toEqual([
    'POST /api/v1/oauth/init',
    'GET /api/v1/oauth/callback',
    'POST /api/v1/oauth/authenticate',
  ]);
}

async function startAgain(): Promise<void> {
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await act.page.evaluate(() => window.host.latchkey.logout());
  await act.openLanding();
}

/** Returns headers that let the host's pages read a response of the service. */
const fromHost = () => ({
  'access-control-allow-origin': fixture.harness.host.origin,
  'access-control-allow-credentials': 'true',
});

const callItself = (userAgent: string) => (page: Page) => page.addInitScript(setUserAgent, userAgent);
/** Sets the user agent. Runs in the page. */
function setUserAgent(name: string): void {
  Object.defineProperty(navigator, 'userAgent', { get: () => name, configurable: true });
}
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

describe('a login at a provider', () => {
  it('[ROUTE-01] [OAUTH-10] [LAND-06] a login at a provider takes three calls to the service, calls the host back, and leaves the page’s URL as it was', async () => {
    await open();
    const address = act.page.url();
    await act.openLanding();
    const called = listenForCalls();
    await goTo('Google', 'accounts.google.com');
    await answer('Allow');
    await expectThreeCalls(called);
    await startAgain();
    await row('Google Recent').waitFor();
    await act.page.keyboard.press('Escape');
    // Two return in their own way: Apple with a POST, Instagram with `#_` at the end of the address.
    for (const [name, host, provider] of walked([
      ['Twitter', 'x.com', 'twitter'],
      ['GitHub', 'github.com', 'github'],
      ['Spotify', 'accounts.spotify.com', 'spotify'],
      ['Instagram', 'www.instagram.com', 'instagram'],
      ['TikTok', 'www.tiktok.com', 'tiktok'],
      ['LinkedIn', 'www.linkedin.com', 'linkedin'],
      ['Apple', 'appleid.apple.com', 'apple'],
    ])) {
      await startAgain();
      if (provider !== 'twitter') await row('Other socials').click();
      await goTo(name, host);
      await answer('Allow');
      await told(`complete ${provider}_oauth new`);
      expect(await act.page.evaluate(() => location.href), name).toBe(address);
    }
  });

  it('[S35] neither an effect of the host nor the Referer of its requests to another site has the code with which a provider returns the user', {
    tags: 'story',
  }, async () => {
    const image = `${fixture.harness.host.crossSiteOrigin}/pixel`;
    const referers: string[] = [];
    await open({
      image,
      // The least careful referrer policy of a host: browsers send the page's URL to other sites, too.
      headers: { 'referrer-policy': 'unsafe-url' },
      prepare: (page) =>
        page.route(image, async (route) => {
          referers.push((await route.request().allHeaders()).referer ?? '');
          await route.fulfill({ status: 404 });
        }),
    });
    const { page } = act;
    const address = page.url();
    await act.openLanding();
    await goTo('Google', 'accounts.google.com');
    await answer('Allow');
    await told('complete google_oauth new');
    expect(await page.evaluate(() => window.seen)).toEqual([address]);
    await expect.poll(() => referers).toEqual([address, address]);
  });

  it('[ROUTE-01] [OAUTH-10] [OAUTH-05] [OAUTH-06] [LAND-06] [LAND-18] [MODAL-09] [ERR-20] a login at a provider can be retried until it succeeds, in StrictMode on a phone', async () => {
    await open({ screen: 'phone', strictMode: true });
    const { page } = act;
    const retry = async () => {
      await button('Retry').click();
      await page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
    };
    await act.openLanding();
    await pressInVain();
    await answer('Deny');
    await heading('Authentication failed').waitFor();
    await text('Please try again and check Google to confirm.').waitFor();
    await screenshot(page, 'social-denied');

    // The provider's limit and the service's limit have different texts.
    await retry();
    await answer('Rate limit');
    await text('Request limit reached for Google. Please wait a moment and try again.').waitFor();
    await page.route(authenticate, refuseAsTooMany);
    await retry();
    await answer('Allow');
    await text('Too many requests. Please wait before trying again.').waitFor();
    await page.unroute(authenticate);

    // The screen shows before the configuration has loaded, without the placeholder.
    const called = listenForCalls();
    await retry();
    const gate = createGate();
    await page.route('**/api/v1/apps/*', (route) => gate.passed.then(() => route.continue()));
    await answer('Allow');
    await heading('Verifying connection to Google').waitFor();
    expect(await page.locator('.shell[data-screen=LOADING]').count()).toBe(0);
    gate.open();
    await expectThreeCalls(called);
    await startAgain();
    await row('Google Recent').waitFor();
  });

  /** Presses a row whose request gets no response. It cannot be pressed again until the user returns to the page. */
  async function pressInVain(): Promise<void> {
    let inits = 0;
    await act.page.route('**/api/v1/oauth/init', (route) => {
      inits += 1;
      if (inits > 1) return route.continue();
      return undefined; // Never answered.
    });
    await row('Google').click();
    await expect.poll(() => row('Google').isDisabled()).toBe(true);
    await act.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect.poll(() => row('Google').isEnabled()).toBe(true);
    await goTo('Google', 'accounts.google.com');
    expect(inits).toBe(2);
  }
  const authenticate = '**/api/v1/oauth/authenticate';
  const refuseAsTooMany = (route: Route) =>
    route.fulfill({
      status: 429,
      headers: fromHost(),
      json: { error: 'Too many attempts.', code: 'too_many_requests' },
    });

  it('[OAUTH-07] [OAUTH-08] a login at a provider leads to another method if the account is suspended, and after a return from a login that did not begin on the page', async () => {
    await open({ screen: 'phone' });
    const { page } = act;
    const address = page.url();
    await act.openLanding();
    await row('Other socials').click();
    await goTo('GitHub', 'github.com');
    await answer('Suspended');
    await heading('Authentication failed').waitFor();
    await text('Your GitHub account is suspended. Please try another login method.').waitFor();
    expect(await button('Retry').count()).toBe(0);
    await button('Try another method').click();
    await act.screen('LANDING').waitFor();

    await page.goto(`${address}?privy_oauth_code=c&privy_oauth_state=s&privy_oauth_provider=google`);
    await heading('Authentication failed').waitFor();
    await text('Something went wrong. Please try again.').waitFor();
    await expect.poll(() => page.evaluate(() => location.search)).toBe('');
    await button('Try another method').click();
    await act.screen('LANDING').waitFor();
  });

  it('[TERMS-06] [OAUTH-05] a login at a provider leads to due terms once its success was shown, and reports no result before', async () => {
    await open({ appId: apps.terms, clock: true });
    await act.openLanding();
    await goTo('Google', 'accounts.google.com');
    await stopClock(act.page);
    await answer('Allow');
    await runUntil(() => heading('Successfully connected with Google').isVisible());
    await screenshot(act.page, 'social-success');
    await act.page.clock.runFor(1300);
    expect(await act.screen('AWAITING_OAUTH_SCREEN').count()).toBe(1);
    await runUntil(() => act.screen('AFFIRMATIVE_CONSENT_SCREEN').isVisible());
    expect(await act.told()).toEqual([]);
  });

  it('[CAPT-06] a login and a link at a provider start with the captcha if the app has one', async () => {
    let gate = createGate();
    const prepare = (page: Page) =>
      page.route('**/captcha/challenge', (route) => gate.passed.then(() => route.continue()));
    await open({ appId: apps.captcha, prepare });
    await act.openLanding();
    await row('Google').click();
    await act.screen('CAPTCHA_SCREEN').waitFor();
    gate.open();
    await act.page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
    await answer('Allow');
    await told('complete google_oauth new');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    gate = createGate();
    await act.page.evaluate(() => window.host.accounts.linkOAuth('discord'));
    await act.screen('CAPTCHA_SCREEN').waitFor();
    gate.open();
    await act.page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/discord.com/**`);
    await answer('Allow');
    await told('linked discord discord_oauth');
  });
});

/** Runs the stopped clock until a condition is true. */
const runUntil = (isSo: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await act.page.clock.runFor(50);
      return isSo();
    })
    .toBe(true);

describe('the landing', () => {
  const late = ['GitHub', 'Spotify', 'Instagram', 'TikTok', 'LinkedIn', 'Apple'];
  it('[LAND-16] [LAND-17] [LAND-32] [LAND-33] the landing on a phone does not go to Google from inside another app, and shows no row for X', async () => {
    await open({ screen: 'phone', prepare: callItself(`${iPhone} Instagram 332.0.0.28.83`) });
    await act.openLanding();
    await row('Google').click();
    await act.screen('IN_APP_BROWSER_LOGIN_NOT_POSSIBLE').waitFor();
    await heading('Could not log in with provider').waitFor();
    await act.page.getByText(/open inside another app.* Open it in a browser/).waitFor();
    await screenshot(act.page, 'social-in-app');
    await act.page.locator('.page-end').getByRole('button', { name: 'Close', exact: true }).click();
    await told('error exited_auth_flow');

    await act.page.evaluate(setUserAgent, iPhone);
    await act.openLanding();
    await row('Other socials').click();
    for (const name of late) await row(name).waitFor();
    expect(await row('Twitter').count()).toBe(0);
  });

  it('[LAND-16] [LAND-17] the landing has a row for X if the operator enables it, and one for the app’s own provider, with the operator’s name for it', async () => {
    await open({ screen: 'phone', prepare: callItself(iPhone), appId: apps.phones });
    const { page } = act;
    await act.openLanding();
    for (const name of ['Farcaster', 'Google', 'Twitter']) await row(name).waitFor();
    await row('Other socials').click();
    for (const name of ['Discord', ...late, 'Telegram']) await row(name).waitFor();
    await page.route('**/api/v1/oauth/init', (route) => {
      const back = new URL(page.url());
      back.searchParams.set('privy_oauth_code', 'undefined');
      back.searchParams.set('privy_oauth_state', route.request().postDataJSON().state_code);
      back.searchParams.set('privy_oauth_provider', 'oidc');
      return route.fulfill({ headers: fromHost(), json: { url: back.href } });
    });
    await row('Example ID').click();
    await text('Please try again and check Example ID to confirm.').waitFor();
  });
});

describe('a link at a provider', () => {
  it('[LINK-09] [LINK-18] [LINK-21] a user links a provider’s account and unlinks it, and learns that one is linked already if another tab was faster', async () => {
    await open({ screen: 'phone' });
    const { page } = act;
    const address = page.url();
    await act.enterByCode(newEmail());
    await link(page);
    await answer('Allow');
    await told('linked google google_oauth');
    expect(await act.told()).toEqual(['linked google google_oauth']);
    const left = await page.evaluate(async () => {
      const account = window.host.latchkey.user?.linkedAccounts.find(({ type }) => type === 'google_oauth');
      const subject = account && 'subject' in account ? account.subject : '';
      const user = await window.host.latchkey.unlinkOAuth({ provider: 'google', subject });
      return user.linkedAccounts.map(({ type }) => type);
    });
    expect(left).toEqual(['email']);

    await page.locator('latchkey-modal').waitFor({ state: 'detached' });
    await link(page);
    const other = await page.context().newPage();
    await other.goto(address);
    await other.locator('#state', { hasText: 'logged in' }).waitFor();
    await link(other);
    await other.getByPlaceholder('mary').fill(newPerson());
    await other.getByRole('button', { name: 'Allow', exact: true }).click();
    await other.waitForURL(`${fixture.harness.host.origin}/**`);
    await other.locator('#state', { hasText: 'logged in' }).waitFor();
    await expect.poll(() => other.evaluate(() => window.told)).toContain('linked google google_oauth');
    await answer('Allow');
    await heading('Authentication failed').waitFor();
    await text('You cannot authorize more than one account for this user.').waitFor();
    await expect.poll(() => button('Retry').count()).toBe(0);
  });

  /** Goes to the provider to link an account. */
  async function link(page: Page): Promise<void> {
    await page.evaluate(() => window.host.accounts.linkOAuth('google'));
    await page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
  }
});
