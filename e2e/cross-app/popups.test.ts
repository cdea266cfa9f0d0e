import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { probeStorage, readAuthUrl, screenOf, waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { newEmail } from '../modal/fixture.ts';
import { type RequesterVisit, shareCrossApp, strangers } from './fixture.ts';

describe('a popup with the page of another app', () => {
  const fixture = shareCrossApp({ provider: { google_oauth: true, mfa_methods: ['totp'] } });
  const message = 'Hello from the market';
  const google = () => `${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`;

  /** Opens the requester. Google's login page cuts its link to the page that opened it, by its opener policy. */
  async function openCutOff(): Promise<RequesterVisit> {
    const visit = await fixture.open();
    await visit.profile.context.route(google(), async (route) => {
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
    return visit;
  }
  async function enterByGoogle(popup: Page): Promise<void> {
    await popup.getByRole('button', { name: 'Log in to Harbour', exact: true }).click();
    await popup.getByRole('button', { name: 'Google', exact: true }).click();
    await popup.waitForURL(google());
    await popup.getByPlaceholder('mary').fill('mary');
    await popup.getByRole('button', { name: 'Allow', exact: true }).click();
    await popup.waitForURL(`${fixture.hostedUrl}/cross-app/connect**`);
  }
  const block = (page: Page) =>
    page.evaluate(() => {
      const { open } = window;
      Object.assign(window, { unblock: () => Object.assign(window, { open }), open: () => null });
    });
  const unblock = (page: Page) => page.evaluate(() => (window as unknown as { unblock(): void }).unblock());

  it('[ROUTE-02] [XAPP-14] [XAPP-16] a blocked or closed popup can be opened again; a popup that a social login cut off from its opener reports its outcome over the channel', async () => {
    const visit = await openCutOff();
    const { page } = visit;
    await block(page);
    await visit.press('Log in with it');
    const again = page.getByRole('button', { name: 'Open Harbour', exact: true });
    await again.waitFor();
    await unblock(page);
    const [closed] = await Promise.all([page.waitForEvent('popup'), again.click()]);
    await closed.close();
    await page.getByText('The window was closed.').waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Retry', exact: true }).click(),
    ]);
    await enterByGoogle(popup);
    await popup.getByText('See your wallet addresses').waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');
    await page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
    // Every page of this origin hears the channel. Its message has no token: it carries the code, whose redemption
    // needs the PKCE verifier, and the state (S35).
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      'authorizationCode,stateCode,type',
    ]);

    await block(page);
    await visit.press('Sign a message');
    expect(await visit.outcome()).toBe('error unable_to_sign: Failed to initialize signature request');
    await unblock(page);
    const asked = await visit.openPopup('Sign a message');
    await asked.getByText(message).waitFor();
    await asked.close();
    expect(await visit.outcome()).toBe('error user_rejected_request: User rejected request');
    expect(await visit.request('Sign a message', 'Sign')).toMatch(/^0x/);
    await visit.close();
  });

  // In a requester's popup, the provider requires the same of its users as on its own page.

  it('[XAPP-13] [MFA-36] [S14] a popup prompts on the wallet’s own page if the provider has strict approval, and asks for the provider’s second factor', async () => {
    await fixture.change(fixture.providerId, { approval: 'frame' });
    const visit = await fixture.open();
    const email = newEmail();
    await visit.connect(email);
    const address = await visit.address();
    const approve = async (name: 'Reject' | 'Sign') => {
      const popup = await visit.openPopup('Sign a message');
      const frame = popup.frameLocator('iframe[title="Latchkey approval"]');
      await frame.getByText(message).waitFor();
      await frame.getByText(fixture.hostedUrl).first().waitFor();
      const button = frame.getByRole('button', { name, exact: true });
      await Promise.all([popup.waitForEvent('close'), button.click()]);
      return visit.outcome();
    };
    expect(await approve('Reject')).toMatch(/^error user_rejected_request/);
    expect(signerOfMessage(message, await approve('Sign'))).toBe(address);

    await fixture.change(fixture.providerId, { approval: 'page' });
    const code = await enrollTotp(visit, email);
    const popup = await visit.openPopup('Sign a message');
    await popup.getByText(message).waitFor();
    await popup.getByRole('button', { name: 'Sign', exact: true }).click();
    await screenOf(popup, 'MFA_VERIFICATION_CODE_SCREEN').waitFor();
    // The requester's name stays visible above the prompt.
    await popup.getByRole('heading', { name: 'Market asks for a signature' }).waitFor();
    await fixture.harness.service.advance(30_000);
    await popup.locator('input[name=code]').fill(code());
    await popup.waitForEvent('close');
    expect(signerOfMessage(message, await visit.outcome())).toBe(address);
    await visit.close();
  });

  async function enrollTotp(visit: RequesterVisit, email: string): Promise<() => string> {
    await fixture.harness.service.advance(30_000); // The service limits how often an address gets a code.
    const home = await fixture.openProvider(visit.profile);
    await visit.logIn(home, email);
    await waitInPage(home, () => window.crossAppHost.wallets.length > 0);
    const { authUrl } = await home.evaluate(() => window.crossAppHost.mfa.initEnrollmentWithTotp());
    const authenticator = readAuthUrl(authUrl);
    const code = () => authenticator.code(fixture.harness.service.now());
    await home.evaluate((mfaCode) => window.crossAppHost.mfa.submitEnrollmentWithTotp({ mfaCode }), code());
    await home.close();
    return code;
  }
});

describe('a browser in which frames of other sites store nothing', () => {
  const fixture = shareCrossApp({ places: strangers });
  async function sizeOf(popup: Page): Promise<{ width?: number; height?: number }> {
    const client = await popup.context().newCDPSession(popup);
    const { bounds } = await client.send('Browser.getWindowForTarget');
    await client.detach();
    return bounds;
  }

  it('[XAPP-13] [XAPP-20] in a browser without storage for foreign frames, a popup of 440x680 logs a user in and signs after a confirmed login', async () => {
    const visit = await fixture.open();
    const popup = await visit.openPopup('Log in with it');
    await popup.getByRole('button', { name: 'Log in to Harbour', exact: true }).waitFor();
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([440, 680]);
    expect(await sizeOf(popup)).toMatchObject({ width: 440, height: 680 });
    const email = newEmail();
    await visit.enter(popup, email);
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');
    const asked = await visit.openPopup('Sign a message');
    await asked.getByText('Hello from the market').waitFor();
    expect(await probeStorage(asked)).toBe('refused');
    await asked.getByRole('button', { name: 'Sign', exact: true }).click();
    // The frame stored nothing in the previous window, and the login is bound to that window's key.
    await screenOf(asked, 'CONFIRM_LOGIN_SCREEN').waitFor();
    await fixture.harness.service.advance(31_000);
    await asked.getByRole('button', { name: email }).click();
    await asked.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
    await asked.waitForEvent('close');
    const signature = await visit.outcome();
    expect(signerOfMessage('Hello from the market', signature)).toBe(await visit.address());
    await visit.close();
  });
});
