import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { probeStorage } from '../rig/index.ts';
import { signerOfMessage } from '../rig/signer.ts';
import { newEmail, shareCrossApp, strangers } from './stage.ts';

// The windows themselves: their size, who cuts them off, and browsers that open none.

describe('a window', () => {
  const stage = shareCrossApp({ provider: { google_oauth: true } });

  it('[ROUTE-02] that a provider of social login cut off says how it ended over the channel, and closes', async () => {
    const visit = await stage.open();
    const google = `${stage.rig.sandboxUrl}/oauth/accounts.google.com/**`;
    // As such pages are: they let no page that opened them stay in touch.
    await visit.profile.context.route(google, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
      await route.fulfill({ response, headers });
    });
    await visit.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      new BroadcastChannel('popup-privy-oauth').addEventListener('message', ({ data }) =>
        heard.push(Object.keys(data).sort().join()),
      );
    });
    const popup = await visit.openPopup('Log in with it');
    await popup.getByRole('button', { name: 'Log in to Harbour', exact: true }).click();
    await popup.getByRole('button', { name: 'Google', exact: true }).click();
    await popup.waitForURL(google);
    await popup.getByPlaceholder('mary').fill('mary');
    await popup.getByRole('button', { name: 'Allow', exact: true }).click();
    await popup.waitForURL(`${stage.hostedUrl}/cross-app/connect**`);
    await popup.getByText('See your wallet addresses').waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');
    await visit.page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
    // Nothing but the code of this one login, which opens nothing without what this page keeps.
    expect(await visit.page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      'authorizationCode,stateCode,type',
    ]);
    await visit.close();
  });

  it('[XAPP-14] [XAPP-16] that the browser does not open, or the person closes, ends the request, and the next press asks anew', async () => {
    const visit = await stage.open();
    const { page } = visit;
    const block = () =>
      page.evaluate(() => {
        const { open } = window;
        Object.assign(window, { unblock: () => Object.assign(window, { open }), open: () => null });
      });
    const unblock = () => page.evaluate(() => (window as unknown as { unblock(): void }).unblock());
    await block();
    await visit.press('Log in with it');
    const again = page.getByRole('button', { name: 'Open Harbour', exact: true });
    await again.waitFor();
    await unblock();
    const [closed] = await Promise.all([page.waitForEvent('popup'), again.click()]);
    await closed.close();
    await page.getByText('The window was closed.').waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Retry', exact: true }).click(),
    ]);
    await visit.enter(popup, newEmail());
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');

    await block();
    await visit.press('Sign a message');
    expect(await visit.outcome()).toBe('error unable_to_sign: Failed to initialize signature request');
    await unblock();
    const asked = await visit.openPopup('Sign a message');
    await asked.getByText('Hello from the market').waitFor();
    await asked.close();
    expect(await visit.outcome()).toBe('error user_rejected_request: User rejected request');
    expect(await visit.ask('Sign a message', 'Sign')).toMatch(/^0x/);
    await visit.close();
  });
});

describe('where frames of other sites store nothing', () => {
  const stage = shareCrossApp({ places: strangers });
  /** What the window is like around the page. */
  async function sizeOf(popup: Page): Promise<{ width?: number; height?: number }> {
    const client = await popup.context().newCDPSession(popup);
    const { bounds } = await client.send('Browser.getWindowForTarget');
    await client.detach();
    return bounds;
  }

  it('[XAPP-13] [XAPP-20] a window of 440x680 logs a person in and signs', async () => {
    const visit = await stage.open();
    const popup = await visit.openPopup('Log in with it');
    await popup.getByRole('button', { name: 'Log in to Harbour', exact: true }).waitFor();
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([440, 680]);
    expect(await sizeOf(popup)).toMatchObject({ width: 440, height: 680 });
    await visit.enter(popup, newEmail());
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');
    const signature = await visit.ask('Sign a message', 'Sign', async (asked) => {
      await asked.getByText('Hello from the market').waitFor();
      expect(await probeStorage(asked)).toBe('refused');
    });
    expect(signerOfMessage('Hello from the market', signature)).toBe(await visit.address());
    await visit.close();
  });
});
