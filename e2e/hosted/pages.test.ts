import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Profile, shareBrowser, startHarness } from '../harness/index.ts';

// The requester is a page on another site that calls the service without any of our clients.

const requesterId = 'latchkey-market-app-00001';
const email = 'ada@tidewater.example';
let harness: Harness;
let profile: Profile;
let market: Page;
beforeAll(async () => {
  harness = await startHarness({
    hosted: 'same-site',
    app: { name: 'Tidewater', cross_app_requesters: [{ app_id: requesterId, read_only: false }] },
    moreApps: [{ id: requesterId, name: 'Harbour market', cross_app_auth: true, cross_app_requesters: [] }],
  });
  profile = await (await shareBrowser()).open();
  harness.host.setPage('/market', { body: '<h1>Harbour market</h1>' });
  harness.host.setPage('/back', { body: '<h1>Back</h1>' });
  market = await profile.newPage();
  await market.goto(`${harness.host.crossSiteOrigin}/market`);
  await market.evaluate(() => {
    const heard: unknown[] = [];
    window.addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
    Object.assign(window, { heard });
  });
});
afterAll(async () => {
  await profile?.close();
  await harness?.close();
});

const call = (path: string, body: object) =>
  market.evaluate(
    async ([url, id, json]) => {
      const headers = { 'content-type': 'application/json', 'privy-app-id': id };
      return (await fetch(url, { method: 'POST', headers, body: json })).json();
    },
    [`${harness.url}/api/v1/${path}`, requesterId, JSON.stringify(body)] as const,
  );

async function openPopup(url: string): Promise<Page> {
  const opened = profile.context.waitForEvent('page');
  await market.evaluate((to) => void window.open(to, undefined, 'width=440,height=680'), url);
  const popup = await opened;
  await popup.setViewportSize({ width: 440, height: 680 });
  return popup;
}

async function beginLogin() {
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const { url } = (await call('oauth/init', {
    provider: `privy:${harness.appId}`,
    redirect_to: `${harness.host.crossSiteOrigin}/back`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    state_code: state,
  })) as { url: string };
  return { state, verifier, popup: await openPopup(url) };
}

declare global {
  interface Window {
    /** True if the button 'Allow' was disabled when it appeared. */
    wasAllowDisabled?: boolean;
  }
}

/** Records if the button 'Allow' is disabled when it appears. Runs in the page. */
function noteFirstAllow(): void {
  new MutationObserver(() => {
    const allow = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Allow');
    if (allow) window.wasAllowDisabled ??= allow.disabled;
  }).observe(document, { childList: true, subtree: true });
}

const press = (popup: Page, name: string) => popup.getByRole('button', { name, exact: true }).click();

it('[S37] a user logs in at the provider, reads which app asks for what, and approves; the requester gets a code', async () => {
  const { state, verifier, popup } = await beginLogin();
  await popup.getByRole('heading', { name: 'Connect Harbour market to Tidewater?' }).waitFor();
  // The request's id is removed from the URL.
  expect(new URL(popup.url()).search).toBe(`?app=${harness.appId}`);
  await press(popup, 'Log in to Tidewater');
  await popup.locator('input[type=email]').fill(email);
  await popup.keyboard.press('Enter');
  await popup.locator('input[name=code]').waitFor();
  await popup.keyboard.type(await harness.inbox.nextCode(email));

  const allow = popup.getByRole('button', { name: 'Allow', exact: true });
  await allow.waitFor();
  for (const text of ['See your wallet addresses', email]) await popup.getByText(text).waitFor();
  expect(await popup.locator('.origin').textContent()).toBe(harness.host.crossSiteOrigin);
  // 'Allow' is disabled at first. Otherwise a malicious requester could open the popup under a press or key that the
  // user meant for something else, and it would count as an answer. The page itself records the state, because the
  // test could look too late.
  await popup.addInitScript(noteFirstAllow);
  await popup.reload();
  await expect.poll(() => allow.isEnabled()).toBe(true);
  expect(await popup.evaluate(() => window.wasAllowDisabled)).toBe(true);
  await allow.click();
  await popup.getByRole('heading', { name: 'Back' }).waitFor();
  const { searchParams } = new URL(popup.url());
  const reply = (await call('oauth/authenticate', {
    authorization_code: searchParams.get('privy_oauth_code'),
    state_code: searchParams.get('privy_oauth_state'),
    code_verifier: verifier,
    provider: `privy:${harness.appId}`,
  })) as { oauth_tokens: { access_token: string } };
  expect(searchParams.get('privy_oauth_state')).toBe(state);
  expect(reply.oauth_tokens.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await popup.close();
});

it('a hosted page reports to the requester that the user refused, with Cancel or with Escape', async () => {
  for (const leave of [
    (popup: Page) => press(popup, 'Cancel'),
    (popup: Page) => popup.keyboard.press('Escape'),
  ]) {
    const { popup } = await beginLogin();
    await popup.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await leave(popup);
    await popup.getByRole('heading', { name: 'Back' }).waitFor();
    expect(new URL(popup.url()).searchParams.get('privy_oauth_code')).toBe('undefined');
    await popup.close();
  }
});

it('a hosted page says that a link has expired if the link’s id is unknown or missing, or its app is invalid', async () => {
  const { popup } = await beginLogin();
  await popup.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await popup.close();
  const page = await profile.newPage();
  for (const search of [
    `?app=${harness.appId}&id=${'a'.repeat(43)}`,
    `?app=${harness.appId}`,
    '?app=<b>',
    '',
  ]) {
    await page.goto(`${harness.hosted?.url}/cross-app/connect${search}`);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  }
  await page.close();
});

it('[S3] in a frame, a hosted page does not draw its content', async () => {
  harness.host.setPage('/framer', {
    body: `<iframe src="${harness.hosted?.url}/cross-app/connect?app=${harness.appId}"></iframe>`,
  });
  const page = await profile.newPage();
  await page.goto(`${harness.host.origin}/framer`);
  await expect.poll(() => page.frames().length).toBe(2);
  expect(await page.frames()[1]?.locator('.hosted').count()).toBe(0);
  await page.close();
});
