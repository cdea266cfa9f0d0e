import { farcasterRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { stopClock } from '../harness/index.ts';
import { createApp, createGate, type FixtureOptions, newEmail, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture({ app: { farcaster_auth: true } });

const phone: FixtureOptions = {
  screen: 'phone',
  prepare: (page) =>
    page.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 16) Mobile' }),
    ),
};

const pathOf = (url: string) => new URL(url).pathname;
/** URLs of the channels that the page has opened, and the number of polls. */
let opened: string[];
let asked: number;

async function openPage(options: FixtureOptions = {}): Promise<void> {
  await open(options);
  opened = [];
  asked = 0;
  act.page.on('response', async (response) => {
    const path = pathOf(response.url());
    if (response.request().method() === 'OPTIONS') return;
    if (path === farcasterRoutes.init.path) opened.push((await response.json()).connect_uri);
    if (path === farcasterRoutes.status.path) asked += 1;
  });
  await act.page.locator('html[data-ready=true]').waitFor();
}
const press = () => act.page.getByRole('button', { name: 'Farcaster' }).click();
const waiting = () => act.page.getByText('Waiting for your approval').waitFor();
/** Answers the request that the screen shows, in the sandbox's Farcaster app. */
async function approve(username: string, answer = 'approve'): Promise<void> {
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  await approveChannel(new URL(opened.at(-1) ?? '').searchParams.get('channelToken') ?? '', username, answer);
}
async function approveChannel(channelToken: string, username: string, answer = 'approve'): Promise<void> {
  const body = new URLSearchParams({ channelToken, username, answer });
  const page = await fetch(`${fixture.harness.sandboxUrl}/farcaster/app`, { method: 'POST', body });
  expect(page.status).toBe(200);
}
/** Records from now on when the page calls `setTimeout` with this delay in ms, by the page's clock. */
async function noteTimers(length: number): Promise<() => Promise<number[]>> {
  const notes = await act.page.evaluateHandle((noted) => {
    const found: number[] = [];
    const { setTimeout: set } = window;
    window.setTimeout = ((...given: Parameters<typeof set>) => {
      if (given[1] === noted) found.push(Date.now());
      return set(...given);
    }) as typeof set;
    return found;
  }, length);
  return () => notes.evaluate((found) => found);
}

async function runTo(atMs: number): Promise<void> {
  await act.page.clock.runFor(atMs - (await act.page.evaluate(() => Date.now())));
}
/** Returns what a Farcaster app gives to a mini app: a message with a nonce, and its signature. */
async function signInApp(username: string, nonce: string): Promise<{ message: string; signature: string }> {
  const relay = `${fixture.harness.sandboxUrl}/farcaster/relay/v1/channel`;
  const { href: siweUri, host: domain } = new URL(act.page.url());
  const body = JSON.stringify({ siweUri, domain, nonce });
  const headers = { 'content-type': 'application/json' };
  const { channelToken } = await (await fetch(relay, { method: 'POST', headers, body })).json();
  await approveChannel(channelToken, username);
  const authorization = `Bearer ${channelToken}`;
  const { message, signature } = await (
    await fetch(`${relay}/status`, { headers: { authorization } })
  ).json();
  return { message, signature };
}
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const logOut = async () => {
  await act.page.evaluate(() => window.host.latchkey.logout());
  await act.page.getByText(', logged out,').waitFor();
};
const farcasterOfUser = () => act.page.evaluate(() => window.host.latchkey.user?.farcaster ?? null);

describe('Farcaster', () => {
  it('[FARC-01, FARC-02] a press on "Farcaster" opens a channel and shows its QR code, and a user who approves is logged in', {
    tags: 'story',
  }, async () => {
    await openPage();
    await act.openLanding();
    await press();
    await act.screen('AWAITING_FARCASTER_CONNECTION').waitFor();
    await act.page.getByRole('img', { name: 'QR code that opens the Farcaster app' }).waitFor();
    await waiting();
    await approve('alice');
    await act.page.getByText('Successfully connected with Farcaster').waitFor();
    await gone();
    await expect.poll(farcasterOfUser).toEqual({ fid: expect.any(Number), signerPublicKey: null });
    await expect.poll(() => act.told()).toEqual(['complete farcaster new']);
  });

  it('[FARC-02] [LINK-10] on a phone, a Farcaster login shows a link to the app instead of the QR code; a user who is signed in can link a Farcaster account and unlink it', async () => {
    await openPage(phone);
    await act.openLanding();
    await press();
    const link = act.page.getByRole('link', { name: 'Open Farcaster' });
    await link.waitFor();
    await expect.poll(() => opened.length).toBe(1);
    expect(await link.getAttribute('href')).toBe(opened[0]);
    expect(await act.page.getByRole('img', { name: 'QR code that opens' }).count()).toBe(0);
    const [app] = await Promise.all([act.page.waitForEvent('popup'), link.click()]);
    await app.getByLabel('User name').fill('phoebe');
    await app.getByRole('button', { name: 'Sign in', exact: true }).click();
    await app.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete farcaster new']);

    await logOut();
    await act.enterByCode(newEmail());
    opened = [];
    await act.page.evaluate(() => window.host.accounts.linkFarcaster());
    await waiting();
    await approve('linda');
    await gone();
    const { fid } = (await farcasterOfUser()) ?? { fid: 0 };
    expect(fid).toBeGreaterThan(0);
    expect((await act.told()).at(-1)).toBe('linked farcaster farcaster');
    await act.page.evaluate((id) => window.host.latchkey.unlinkFarcaster(id), fid);
    expect(await farcasterOfUser()).toBeNull();
  });

  it('[FARC-03] a Farcaster login polls every 2 s and gives up after 120 s; another try opens another channel', async () => {
    await openPage({ clock: true });
    await act.openLanding();
    await stopClock(act.page);
    const [waits, deadlines] = [await noteTimers(2_000), await noteTimers(120_000)];
    const waitsBegun = async () => (await waits()).length;
    await press();
    // The dialog and the lazily loaded screen show only as the stopped clock advances.
    await expect
      .poll(async () => {
        await act.page.clock.runFor(20);
        return waitsBegun();
      })
      .toBe(1);
    await waiting();
    const [beganAt = 0, ...others] = await deadlines();
    expect(others).toEqual([]);
    for (let polls = 1; polls <= 3; polls += 1) {
      // Waits until the page has set its timer, because it may handle a response later than the test sees it.
      await expect.poll(waitsBegun).toBe(polls);
      const waitsSince = (await waits()).at(-1) ?? 0;
      await runTo(waitsSince + 1_999);
      expect(asked).toBe(polls - 1);
      await act.page.clock.runFor(1);
      await expect.poll(() => asked).toBe(polls);
    }
    await expect.poll(waitsBegun).toBe(4);
    // Skips time, as if the device had slept: the page polls once for all of it, and goes on waiting.
    await act.page.clock.fastForward(beganAt + 119_999 - (await act.page.evaluate(() => Date.now())));
    await expect.poll(waitsBegun).toBe(5);
    await waiting();
    await expect.poll(() => asked).toBe(4);
    await act.page.clock.runFor(1);
    await act.page.getByText('The request timed out. Try again.').waitFor();
    await expect.poll(() => asked).toBe(5);
    await act.page.getByRole('heading', { name: 'Authentication failed' }).waitFor();
    const before = asked;
    await act.page.clock.runFor(10_000);
    expect(asked).toBe(before);
    await act.page.getByRole('button', { name: 'Retry' }).click();
    await waiting();
    await expect.poll(() => new Set(opened).size).toBe(2);
  });

  it('a user logs in with the host’s own Farcaster button, and inside a Farcaster app with a message that the app signed', async () => {
    await openPage({ logins: true });
    const { page } = act;
    const login = page.evaluate(() => window.logins.farcaster.loginWithFarcaster());
    await expect
      .poll(() => page.evaluate(() => window.logins.farcaster.state))
      .toEqual({ status: 'awaiting-approval', connectUri: expect.any(String), error: null });
    await approve('nora');
    const { user, isNewUser } = await login;
    expect(isNewUser).toBe(true);
    expect(user.farcaster).toEqual(await farcasterOfUser());
    await expect.poll(() => page.evaluate(() => window.logins.farcaster.state.status)).toBe('done');
    expect((await act.told()).filter((line) => line.startsWith('farcaster'))).toEqual([
      'farcaster complete new',
    ]);
    await logOut();

    const { nonce } = await page.evaluate(() => window.logins.miniApp.initLoginToMiniApp());
    const signed = await signInApp('nora', nonce);
    const back = await page.evaluate((given) => window.logins.miniApp.loginToMiniApp(given), signed);
    expect(back.isNewUser).toBe(false);
    expect(back.user.id).toEqual(user.id);
    await page.getByText(', logged in,').waitFor();
  });

  it('a Farcaster login refuses a stranger’s signature and an expired request; a user who leaves right after the approval is not logged in', async () => {
    await openPage();
    await act.openLanding();
    await press();
    for (const answer of ['stranger', 'expire']) {
      await waiting();
      await approve('sally', answer);
      await act.page.getByText('Something went wrong. Please try again.').waitFor();
      expect(await act.page.locator('dialog h2').textContent()).toBe('Authentication failed');
      opened = [];
      await act.page.getByRole('button', { name: 'Retry' }).click();
    }
    await waiting(); // The retry has opened another channel.
    await approve('alice');
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual(['error exited_auth_flow']);
    expect(await farcasterOfUser()).toBeNull();
  });

  it('[CAPT-06] a Farcaster login and a Farcaster link start with the captcha if the app has one', async () => {
    const appId = await createApp(fixture.harness, { farcaster_auth: true, captcha_enabled: true });
    await openPage({ appId });
    // Holds the captcha challenge of the login, passes the one of the email code, and holds the one of the link.
    const gates = [createGate(), null, createGate()];
    let challenges = 0;
    await act.page.route('**/api/v1/captcha/challenge', async (route) => {
      await gates[challenges++]?.passed;
      await route.continue();
    });
    await act.openLanding();
    await press();
    await act.screen('CAPTCHA_SCREEN').waitFor();
    expect(opened).toEqual([]);
    gates[0]?.open();
    await waiting();
    await act.page.keyboard.press('Escape');
    await gone();

    await act.enterByCode(newEmail());
    opened = [];
    await act.page.evaluate(() => window.host.accounts.linkFarcaster());
    await act.screen('CAPTCHA_SCREEN').waitFor();
    expect(opened).toEqual([]);
    gates[2]?.open();
    await waiting();
    await approve('carla');
    await gone();
    expect((await act.told()).at(-1)).toBe('linked farcaster farcaster');
  });
});
