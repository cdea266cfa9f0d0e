import { describe, expect, it } from 'vitest';
import { findBarriers } from '../harness/index.ts';
import { createApp, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const documents = {
  terms_and_conditions_url: 'https://tidewater.example/terms',
  privacy_policy_url: 'https://tidewater.example/privacy',
};
const { fixture, act, open } = shareFixture({ app: { ...documents, require_users_accept_terms: true } });

const consent = () => act.screen('AFFIRMATIVE_CONSENT_SCREEN');
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const state = (text: string) => act.page.locator('#state', { hasText: text }).waitFor();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

async function goToConsent(): Promise<void> {
  await act.logIn(newEmail());
  await consent().waitFor();
}

describe('the terms screen', () => {
  it('[TERMS-01] [TERMS-02] [SDK-03] the terms screen asks for consent as the last step; declining, or leaving the page without an answer, logs the user out; a panel returns to its landing', async () => {
    await open();
    await goToConsent();
    await act.page.getByRole('dialog', { name: 'One last step' }).waitFor();
    const text = 'By signing up, you agree to our terms and privacy policy.';
    await act.page.getByText(text, { exact: true }).waitFor();
    const links = await act.dialog
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
      );
    expect(links).toEqual([
      ['View terms', documents.terms_and_conditions_url, '_blank'],
      ['View privacy policy', documents.privacy_policy_url, '_blank'],
    ]);
    expect(await act.dialog.locator('.buttons button').allTextContents()).toEqual(['Accept', 'No thanks']);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await state('logged in');
    await button('No thanks').click();
    await gone();
    await state('logged out');
    await expect.poll(() => act.told()).toEqual(['error exited_auth_flow']);
    const kept = await act.page.evaluate(() => Object.keys(localStorage).filter((key) => /token/.test(key)));
    expect(kept).toEqual([]);

    await goToConsent();
    await act.page.reload();
    await state('ready, logged out');

    await act.visit({ config: { render: { standalone: true } } });
    const panel = act.page.locator('latchkey-panel');
    const email = newEmail();
    await panel.locator('input[type=email]').fill(email);
    await act.page.keyboard.press('Enter');
    await panel.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
    await button('No thanks').click();
    await panel.locator('input[type=email]').waitFor();
    await state('logged out');
  });

  it('[OTP-07] [TERMS-05] [CONST-03] the terms screen follows 900 ms after the code, and accepting closes the modal with success', {
    tags: 'story',
  }, async () => {
    await open({ clock: true });
    await act.logInWithStoppedClock(newEmail());
    await act.page.clock.runFor(899);
    expect(await consent().count()).toBe(0);
    await act.page.clock.runFor(1);
    await consent().waitFor();
    await act.page.clock.resume();
    expect(await act.told()).toEqual([]);
    await button('Accept').click();
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.hasAcceptedTerms)).toBe(true);
  });
});

describe('terms and a wallet that is due', () => {
  it('[TERMS-05] [EMBW-15] accepting the terms creates the wallet, then closes the modal with success; the screen shows a failure to accept, and a failed creation logs the user out', async () => {
    const appId = await createApp(fixture.harness, {
      ...documents,
      require_users_accept_terms: true,
      embedded_wallet_config: walletsOnLogin,
    });
    await open({ appId });
    await goToConsent();
    const countWallets = () => act.page.evaluate(() => window.host.wallets.length);
    await expect.poll(countWallets).toBe(0);
    await act.page.route('**/api/v1/**', (route) =>
      /accept_terms|sessions|analytics/.test(route.request().url()) ? route.fallback() : route.abort(),
    );
    await button('Accept').click();
    await act.screen('ERROR_SCREEN').waitFor();
    await state('logged out');
    await act.dialog.locator('.page-end button').click();
    await act.screen('LANDING').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual(['error exited_auth_flow']);
    await act.page.unroute('**/api/v1/**');

    await goToConsent();
    await expect.poll(countWallets).toBe(0);
    await act.page.route('**/accept_terms', (route) => route.abort());
    await button('Accept').click();
    await act.page.getByRole('alert').getByText('Something went wrong. Try again later').waitFor();
    await act.page.unroute('**/accept_terms');
    await button('Accept').click();
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual(['error exited_auth_flow', 'complete email new']);
    await expect.poll(countWallets).toBe(1);
  });
});
