// @module-tag story

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frame, openMany } from '../attacks/crossAppFramer.ts';
import { connectAddress, listen, type Prey, transactAddress } from '../attacks/crossAppPhisher.ts';
import { alter, openAgain, takeAgain } from '../attacks/crossAppReplay.ts';
import { type Host, startHost } from '../harness/index.ts';
import { newEmail } from '../modal/fixture.ts';
import { type RequesterVisit, shareCrossApp } from './fixture.ts';

// Attackers whose page is not the requester's, or who read the URLs of popups, and a requester that became read-only.

const fixture = shareCrossApp();
/** An attacker's page, on an origin that no app lists. */
let thief: Host;
beforeAll(async () => {
  thief = await startHost();
  thief.setPage('/', { body: '<h1>Win a lantern</h1>' });
});
afterAll(() => thief?.close());

/** Number of windows that an attacker's page opens at once. */
const flooded = process.env.LATCHKEY_WIDE === '1' ? 100 : 4;

let visit: RequesterVisit;
/** Provider token that the requester's page stores, as an injected script could read it. */
let token: string;
let wallet: string;
beforeAll(async () => {
  visit = await fixture.open();
  await visit.connect(newEmail());
  wallet = await visit.address();
  token = await visit.page.evaluate((id) => {
    const key = Object.keys(localStorage).find((name) => name.includes('cross-app') && name.includes(id));
    return JSON.parse(localStorage.getItem(key ?? '') ?? 'null');
  }, fixture.providerId);
  expect(token).toMatch(/^ey/);
});
afterAll(() => visit?.close());

const prey = (): Prey => ({
  serviceUrl: fixture.harness.url,
  providerAppId: fixture.providerId,
  listedOrigin: fixture.origin,
  token,
  wallet,
  publicKey: 'AnlXvnkzzAw/3nSGR9pnM9QYh3rHC0xBVPOtpRr0Vl/S',
});

async function lure(): Promise<Page> {
  const page = await visit.profile.newPage();
  await page.goto(thief.crossSiteOrigin);
  await page.evaluate(listen);
  return page;
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
async function openFrom(page: Page, address: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void window.open(url, '_blank', 'width=440,height=680'), address),
  ]);
  await popup.waitForLoadState();
  return popup;
}

describe('a page that is not the requester', () => {
  it('[S37] an attacker’s page gets no connection in its own name, no answer in another’s, and no signature with a stolen token', async () => {
    const page = await lure();
    // The attacker's origin is on no list: the window shows a page of the service.
    const own = await openFrom(page, connectAddress(prey(), thief.crossSiteOrigin));
    expect(new URL(own.url()).origin).toBe(fixture.harness.url);
    await own.close();
    // The attacker uses a stolen token of the requester, and wants its own page to receive the result.
    const stolen = await openFrom(page, transactAddress(prey(), thief.crossSiteOrigin, Date.now()));
    await stolen.getByRole('button', { name: 'Close', exact: true }).waitFor();
    expect(await stolen.getByText('Give me all').count()).toBe(0);
    await stolen.close();
    // The user sees the requester's name and approves. The attacker's page hears nothing.
    const named = await openFrom(page, transactAddress(prey(), fixture.origin, Date.now()));
    await named.getByText(new URL(fixture.origin).host).first().waitFor();
    await named.getByText('Give me all').waitFor();
    await visit.answer(named, 'Sign');
    expect(await heard(page)).toEqual([]);
    await page.close();
  });

  it(`[S34] an attacker’s page shows no button of a hosted page in its frame, and hears nothing from ${flooded} windows that it opens at once`, async () => {
    const page = await lure();
    const address = `${fixture.hostedUrl}/cross-app/connect?app=${fixture.providerId}&id=${'a'.repeat(43)}`;
    expect(await page.evaluate(frame, address)).toEqual({ isReadable: false });
    const inside = page.frames().find((one) => one.url().startsWith(fixture.hostedUrl));
    expect((await inside?.locator('button').count()) ?? 0).toBe(0);
    await page.close();

    // Each window shows its own request and waits for a press, or says that its link has expired.
    const flood = await lure();
    const addresses = Array.from({ length: flooded }, (_, at) =>
      transactAddress(prey(), fixture.origin, Date.now(), `Give me all ${at}`),
    );
    const windows: Page[] = [];
    flood.on('popup', (popup) => windows.push(popup));
    expect(await flood.evaluate(openMany, addresses)).toBe(flooded);
    await expect.poll(() => windows.length).toBe(flooded);
    // On a busy machine a window may take longer to load than its link lives, and then shows no request.
    let shown = 0;
    for (const popup of windows) {
      const request = popup.getByText('Give me all', { exact: false });
      const expired = popup.getByRole('heading', { name: 'This link has expired' });
      await request.or(expired).waitFor({ timeout: 0 }); // The test's own timeout ends a hang.
      shown += await request.count();
    }
    expect(shown).toBeGreaterThan(0);
    expect(await heard(flood)).toEqual([]);
    for (const popup of windows) await popup.close();
    await flood.close();
  }, 900_000); // Long, because it only ends a hang.
});

describe('an attacker who reads the URLs of popups', () => {
  it('[S34] an attacker can neither replay the URL of a popup nor redeem its id again, and a URL with a changed letter redirects to no foreign page', async () => {
    const asked: string[] = [];
    visit.profile.context.on('request', (request) => {
      const url = request.url();
      if (request.isNavigationRequest()) asked.push(url);
    });
    const popup = await visit.openPopup('Sign a message');
    await popup.getByText('Hello from the market').waitFor();
    const address = asked.find((url) => url.includes('/oauth/transact')) ?? '';
    const hosted = asked.find((url) => url.startsWith(fixture.hostedUrl) && url.includes('id=')) ?? '';
    expect([address, hosted].every(Boolean)).toBe(true);
    const id = new URL(hosted).searchParams.get('id') ?? '';
    const page = { serviceUrl: fixture.harness.url, appId: fixture.providerId, hostedUrl: fixture.hostedUrl };
    expect(await takeAgain(page, id)).toEqual({ status: 404, code: 'not_found' });
    // The URL leads to a new id, but the request behind it was already used.
    const again = await visit.profile.newPage();
    await again.goto(address);
    await again.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await again.getByText('Hello from the market').count()).toBe(0);
    await again.close();
    for (const changed of alter(address)) {
      const { status, to } = await openAgain(changed);
      expect(to === null || to.startsWith(fixture.hostedUrl), changed).toBe(true);
      expect(status).toBeLessThan(500);
    }
    await visit.answer(popup, 'Sign');
    expect(await visit.outcome()).toMatch(/^0x/);
  });
});

describe('a requester that may only see addresses', () => {
  it('[XAPP-10] [XAPP-23] a requester that became read-only gets no signature with an older token, from a request of its own or from our client', async () => {
    await fixture.change(fixture.providerId, {
      cross_app_requesters: [{ app_id: fixture.requesterId, read_only: true }],
    });
    await fixture.harness.service.advance(11_000); // The list of requesters is cached for ten seconds.
    const { page } = visit;
    const refusal = 'Cannot transact against a read-only provider app';
    await page.evaluate(listen);
    const address = transactAddress(prey(), fixture.origin, fixture.harness.service.now());
    const popup = await openFrom(page, address);
    await popup.getByText('Market can only see your wallet addresses').waitFor();
    expect(await popup.getByText('Give me all').count()).toBe(0);
    await visit.answer(popup, 'Close');
    await expect.poll(async () => (await heard(page)).join()).toContain(refusal);
    expect((await heard(page)).join()).not.toContain('result');
    // The page still assumes the access that it had before.
    expect(await visit.request('Sign a message', 'Close')).toBe(`error not_supported: ${refusal}`);
    // After a reload the page knows its new access, and opens no window.
    await page.reload();
    await visit.address();
    const windows = page.context().pages().length;
    await visit.press('Sign a message');
    expect(await visit.outcome()).toBe(`error not_supported: ${refusal}`);
    expect(page.context().pages()).toHaveLength(windows);
  });
});
