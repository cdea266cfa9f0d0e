import { request } from 'node:http';
import { join } from 'node:path';
import { turnstileKeys } from '@latchkey/sandbox';
import { captchaRoutes, emailRoutes, limits } from '@latchkey/wire';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { solve } from '../../packages/server/src/captcha/captcha.testkit.ts';
import { buildHost, screenshot, stopClock, strictPolicy } from '../harness/index.ts';
import { createApp, createGate, newEmail, newNumber, shareFixture } from './fixture.ts';

const play = shareFixture({ app: { captcha_enabled: true, sms_auth: true } });
const { fixture, act, open } = play;

/** Ids of apps with a Turnstile widget: one passes, one blocks, and one waits until the user ticks a box. */
const widgets = { passes: '', blocks: '', requests: '' };

beforeAll(async () => {
  const create = (siteKey: string) =>
    createApp(fixture.harness, {
      sms_auth: true,
      captcha_enabled: true,
      captcha_provider: 'turnstile',
      captcha_site_key: `t:${siteKey}`,
    });
  widgets.passes = await create(turnstileKeys.siteKey);
  widgets.blocks = await create('2x00000000000000000000AB');
  widgets.requests = await create('3x00000000000000000000FF');
  // Tokens of this widget can be verified only with Turnstile's secret for tests.
  await fetch(fixture.harness.url + captchaRoutes.setSecret.path.replace('{id}', widgets.requests), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer latchkey-dev-admin' },
    body: JSON.stringify({ secret: '1x0000000000000000000000000000000AA' }),
  });
});

/** Counts the page's requests whose path ends with the given text. */
function countRequests(end: string): () => number {
  let count = 0;
  act.page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(end)) count += 1;
  });
  return () => count;
}

/** Runs the stopped clock until something is visible. */
const runUntil = (shown: Locator) =>
  expect
    .poll(async () => {
      await act.page.clock.runFor(100);
      return shown.isVisible();
    })
    .toBe(true);

const now = () => act.page.evaluate(() => Date.now());
const captchaStatus = () => act.page.evaluate(() => window.host.captcha.status);
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const text = (words: string) => act.page.getByText(words, { exact: true });

/** Submits an email address on the landing and waits for the captcha screen. The clock is stopped. */
async function submit(email: string): Promise<void> {
  await act.page.locator('input[type=email]').fill(email);
  await act.page.keyboard.press('Enter');
  await act.screen('CAPTCHA_SCREEN').waitFor();
}

/** Requests a code from another IP address of this machine, with a solved captcha. */
async function requestAsStranger(localAddress: string, email: string): Promise<number> {
  const post = (path: string, body: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { port } = new URL(fixture.harness.url);
      const headers = { 'content-type': 'application/json', 'privy-app-id': fixture.harness.appId };
      const sent = request(
        { host: '127.0.0.1', port, path, method: 'POST', localAddress, headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.once('error', reject).end(JSON.stringify(body));
    });
  const challenge = await post(captchaRoutes.challenge.path, { action: 'login' });
  const token = solve(JSON.parse(challenge.text));
  return (await post(emailRoutes.sendCode.path, { email, token })).status;
}

describe('proof of work', () => {
  it('[CAPT-08] [CAPT-09] the proof of work begins half a second after the landing opens, and a login then succeeds', {
    tags: 'story',
  }, async () => {
    // Opens under the strictest policy of the tests.
    await open({ clock: true, strictPolicy: true });
    const challenges = countRequests('/captcha/challenge');
    await act.page.locator('html[data-ready=true]').waitFor();
    await stopClock(act.page);
    await act.page.locator('#login').click();
    await act.screen('LANDING').waitFor({ state: 'attached' });
    await act.page.clock.runFor(499);
    expect(challenges()).toBe(0);
    expect(await captchaStatus()).toBe('ready');
    await act.page.clock.runFor(21);
    await expect.poll(challenges).toBe(1);
    await expect.poll(captchaStatus).toBe('success');
    await act.page.clock.resume();
    const email = newEmail();
    await act.sendCode(email);
    const code = await fixture.harness.inbox.nextCode(email);
    await act.succeed(() => act.page.keyboard.type(code));
    await expect.poll(captchaStatus).toBe('ready');
  });

  it('[CAPT-02] [CAPT-10] [CAPT-12] a login that comes before the captcha has passed waits on the captcha screen, and continues by itself', async () => {
    const gate = createGate();
    await open({
      clock: true,
      prepare: (page) =>
        page.route('**/captcha/challenge', (route) => gate.passed.then(() => route.continue())),
    });
    await act.openLanding();
    await stopClock(act.page);
    const challenges = countRequests('/captcha/challenge');
    const starts = countRequests('/passwordless/init');
    const email = newEmail();
    await submit(email);
    await heading('Checking that you are a human...').waitFor();
    const shownAt = await now();
    gate.open();
    await expect
      .poll(async () => {
        const status = await captchaStatus();
        // The clock runs only until the check begins, because the screen must not have shown for a second yet.
        if (status === 'ready' && challenges() === 0) await act.page.clock.runFor(100);
        return status;
      })
      .toBe('success');
    // The check has passed, but its screen stays for a full second.
    await act.page.clock.runFor(shownAt + 999 - (await now()));
    expect(await heading('Checking that you are a human...').isVisible()).toBe(true);
    expect(await heading('Success!').count()).toBe(0);
    await act.page.clock.runFor(1);
    await heading('Success!').waitFor();
    await text('CAPTCHA passed successfully.').waitFor();
    await act.page.clock.runFor(999);
    expect(starts()).toBe(0);
    await act.page.clock.runFor(21);
    await expect.poll(starts).toBe(1);
    await runUntil(act.screen('AWAITING_PASSWORDLESS_CODE'));
    await act.page.clock.resume();
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.page.getByText('Success!').waitFor();
  });

  it('[S28] [ERR-03] a user can log in from a new network although strangers used up the codes for the user’s email address, and can try again with a new captcha after a refused token', async () => {
    const email = newEmail();
    for (let stranger = 2; stranger < 2 + limits.codeSendsPerWindow; stranger += 1)
      expect(await requestAsStranger(`127.0.0.${stranger}`, email)).toBe(200);
    await fixture.harness.inbox.nextCode(email); // Skips the codes that have arrived so far.
    await open();
    await act.openLanding();
    await expect.poll(captchaStatus).toBe('success');
    await act.page.route(
      '**/passwordless/init',
      (route) => {
        const { email } = route.request().postDataJSON() as { email: string };
        return route.continue({ postData: JSON.stringify({ email, token: 'made up' }) });
      },
      { times: 1 },
    );
    await act.page.locator('input[type=email]').fill(email);
    await act.page.keyboard.press('Enter');
    await act.screen('ERROR_SCREEN').waitFor();
    await heading('Something went wrong').waitFor();
    await text('Please try again.').waitFor();
    await expect.poll(captchaStatus).toBe('ready');
    await act.page.getByRole('button', { name: 'Try again' }).click();
    await act.screen('LANDING').waitFor();
    await expect.poll(captchaStatus).toBe('success');
    await act.page.keyboard.press('Enter');
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    const code = await fixture.harness.inbox.nextCode(email);
    await act.succeed(() => act.page.keyboard.type(code));
  });

  it('[CAPT-09] [CAPT-10] [CAPT-17] with a host’s own screens the captcha begins when the host calls, waits for Continue if the call needs a click, and reports a failure', async () => {
    await open({ clock: true, config: { headless: true } });
    const challenges = countRequests('/captcha/challenge');
    await act.openLanding();
    await act.page.clock.runFor(3_000);
    expect(challenges()).toBe(0);
    expect(await captchaStatus()).toBe('ready');
    await act.page.keyboard.press('Escape');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    const email = newEmail();
    await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
    expect(await fixture.harness.inbox.nextCode(email)).toMatch(/^\d{6}$/);
    expect(challenges()).toBe(1);

    await act.visit({ appId: widgets.blocks, config: { headless: true } });
    await act.page.locator('html[data-ready=true]').waitFor();
    const failure = await act.page.evaluate((to) => {
      const tell = ({ code, message }: { code: string; message: string }) => ({ code, message });
      return window.host.emailLogin.sendCode({ email: to }).then(() => null, tell);
    }, newEmail());
    expect(failure).toEqual({ code: 'captcha_failure', message: 'Captcha failed' });
    await expect
      .poll(() => act.page.evaluate(() => window.host.captcha.error?.message))
      .toBe('Captcha failed');

    const path = '/captcha-click';
    fixture.harness.host.setPage(path, {
      script: await buildHost(join(import.meta.dirname, '../hosts/captchaHost.tsx')),
      config: { appId: fixture.harness.appId, apiUrl: fixture.harness.url },
    });
    await act.page.goto(fixture.harness.host.origin + path);
    const noted = () => act.page.evaluate(() => window.noted);
    await act.page.getByRole('heading', { name: 'Success!' }).waitFor();
    await act.page.clock.runFor(10_000);
    expect(await noted()).toEqual([]);
    await act.page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(noted).toEqual(['called', 'passed']);
  });
});

describe('Turnstile', () => {
  /** Returns a host's content security policy with the additions for Turnstile (docs/guide/captcha.md). */
  const policy = () => {
    const { harness } = fixture;
    const [name = '', rules = ''] = Object.entries(strictPolicy(harness.url))[0] ?? [];
    return {
      [name]: rules
        .replace("script-src 'self'", `script-src 'self' ${harness.sandboxUrl}`)
        .replace('frame-src', `frame-src ${harness.sandboxUrl}`),
    };
  };

  it('[CAPT-05] [CAPT-07] [CAPT-09] [S44] Turnstile passes on the landing, and the service accepts its token for this page and app; an app without a captcha shows none', async () => {
    await open({ appId: widgets.passes, headers: policy() });
    await act.openLanding();
    await expect.poll(captchaStatus).toBe('success');
    const email = newEmail();
    await act.sendCode(email);
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.page.getByText('Success!').waitFor();

    await act.visit({ appId: await createApp(fixture.harness, {}) });
    await expect.poll(captchaStatus).toBe('disabled');
    await act.openLanding();
    await act.sendCode(newEmail());
    await expect.poll(captchaStatus).toBe('disabled');
  });

  it('[CAPT-03] [CAPT-04] [CAPT-05] [CAPT-11] [ERR-07] a login by SMS waits for Turnstile, which fails if its script is blocked and passes on a retry once the script loads; a failed check can be retried three times', async () => {
    await open({ clock: true, appId: widgets.passes });
    const retry = act.page.getByRole('button', { name: 'Retry', exact: true });
    const failed = text('You did not pass CAPTCHA. Please try again.');
    const isBlocked = /api\.js/;
    await act.page.route(isBlocked, (route) => route.abort());
    await act.openLanding();
    await act.page.getByRole('button', { name: 'Continue with SMS' }).click();
    await act.page.locator('select[aria-label=Country]:enabled').waitFor();
    await act.page.locator('input[type=tel]').fill(newNumber());
    await stopClock(act.page);
    await act.page.keyboard.press('Enter');
    await act.screen('CAPTCHA_SCREEN').waitFor();
    await runUntil(retry);
    await failed.waitFor();
    await act.page.unroute(isBlocked);
    await retry.click();
    await runUntil(heading('Success!'));

    await act.page.clock.resume();
    await act.visit({ appId: widgets.blocks });
    const checks = countRequests('/turnstile/v0/frame/token');
    await act.openLanding();
    await stopClock(act.page);
    await submit(newEmail());
    for (let retries = 0; retries < 3; retries += 1) {
      await runUntil(retry);
      await heading('Something went wrong').waitFor();
      await failed.waitFor();
      if (retries === 0) await screenshot(act.page, 'captcha-failed');
      const before = checks();
      await retry.click();
      await heading('Checking that you are a human...').waitFor();
      await expect.poll(checks).toBe(before + 1);
    }
    const exhausted = text('If you use an adblocker or VPN, try disabling and re-attempting.');
    await runUntil(exhausted);
    expect(await retry.count()).toBe(0);
  });

  it('[CAPT-14] [CAPT-16] [ERR-08] the modal shows a Turnstile widget that needs a click, and gives the user time for it; it shows an error with a way back if Turnstile does not answer for 20 s', async () => {
    await open({ clock: true, appId: widgets.requests, headers: policy() });
    await act.openLanding();
    await stopClock(act.page);
    await submit(newEmail());
    const box = act.page.frameLocator('latchkey-modal iframe').getByRole('checkbox');
    await runUntil(box);
    await expect.poll(() => act.page.evaluate(() => window.host.captcha.isAsking)).toBe(true);
    await screenshot(act.page, 'captcha-asks');
    await act.page.clock.runFor(limits.captchaWaitMs + 5_000);
    await expect.poll(captchaStatus).toBe('loading');
    await box.focus();
    await act.page.keyboard.press('Space');
    await heading('Success!').waitFor();
    await runUntil(act.screen('AWAITING_PASSWORDLESS_CODE'));

    await act.page.clock.resume();
    await act.page.route('**/turnstile/v0/frame/token', () => {});
    await act.visit({ appId: widgets.passes });
    await act.openLanding();
    await stopClock(act.page);
    const email = newEmail();
    await submit(email);
    await act.page.clock.runFor(19_800);
    expect(await act.screen('CAPTCHA_SCREEN').count()).toBe(1);
    await runUntil(act.screen('ERROR_SCREEN'));
    await heading('Something went wrong').waitFor();
    await text('Something went wrong! Please try again later.').waitFor();
    await act.page.getByRole('button', { name: 'Try again' }).click();
    await act.screen('LANDING').waitFor();
    await expect.poll(() => act.page.locator('input[type=email]').inputValue()).toBe(email);
  });
});
