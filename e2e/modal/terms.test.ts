import { describe, expect, it } from 'vitest';
import { findBarriers, stopClock } from '../rig/index.ts';
import { createApp, newEmail, type StageOptions, shareStage, walletsOnLogin } from './stage.ts';

const documents = {
  terms_and_conditions_url: 'https://tidewater.example/terms',
  privacy_policy_url: 'https://tidewater.example/privacy',
};
const { stage, act, open } = shareStage({ app: { ...documents, require_users_accept_terms: true } });

const consent = () => act.screen('AFFIRMATIVE_CONSENT_SCREEN');
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const state = (text: string) => act.page.locator('#state', { hasText: text }).waitFor();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

async function openConsent(options?: StageOptions): Promise<void> {
  await open(options);
  await act.logIn(newEmail());
  await consent().waitFor();
}

describe('the terms screen', () => {
  it('[TERMS-01] asks for the last step, with links to both documents and two buttons', async () => {
    await openConsent();
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
  });

  it('[OTP-07] [TERMS-05] follows 900 ms after the code, and accepting closes with success', async () => {
    await open({ clock: true });
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    const digits = await stage.rig.inbox.nextCode(email);
    await act.page.keyboard.type(digits.slice(0, 5));
    await stopClock(act.page);
    await act.page.keyboard.type(digits.slice(5));
    await act.page.getByText('Success!').waitFor();
    await act.page.clock.runFor(899);
    expect(await consent().count()).toBe(0);
    await act.page.clock.runFor(1);
    await consent().waitFor();
    await act.page.clock.resume();
    expect(await act.told()).toEqual([]);
    await button('Accept').click();
    await gone();
    expect(await act.told()).toEqual(['complete email new']);
    expect(await act.page.evaluate(() => window.host.latchkey.user?.hasAcceptedTerms)).toBe(true);
    // Nobody is asked twice.
    await act.page.evaluate(() => window.host.latchkey.logout());
    await state('logged out');
    await stage.rig.service.advance(31_000);
    await act.page.clock.runFor(31_000);
    await act.logIn(email);
    await gone();
    expect(await act.told()).toEqual(['complete email new', 'complete email known']);
  });

  it('[TERMS-02] [SDK-03] declining closes without success and logs out', async () => {
    await openConsent();
    await state('logged in');
    await button('No thanks').click();
    await gone();
    await state('logged out');
    expect(await act.told()).toEqual(['error exited_auth_flow']);
    expect(
      await act.page.evaluate(() => Object.keys(localStorage).filter((key) => /token/.test(key))),
    ).toEqual([]);
  });

  it('[TERMS-02] so does Escape, and leaving the page without an answer', async () => {
    await openConsent();
    await act.page.keyboard.press('Escape');
    await gone();
    await state('logged out');
    expect(await act.told()).toEqual(['error exited_auth_flow']);
    await act.logIn(newEmail());
    await consent().waitFor();
    await act.page.reload();
    await state('ready, logged out');
  });

  it('says that accepting failed, stays, and takes the next try', async () => {
    await openConsent();
    await act.page.route('**/accept_terms', (route) => route.abort());
    await button('Accept').click();
    await act.page.getByRole('alert').getByText('Something went wrong. Try again later').waitFor();
    expect(await consent().count()).toBe(1);
    await act.page.unroute('**/accept_terms');
    await button('Accept').click();
    await gone();
    expect(await act.told()).toEqual(['complete email new']);
  });

  it('[TERMS-04] does not show where the app does not require it', async () => {
    await open({ appId: await createApp(stage.rig, documents) });
    await act.logIn(newEmail());
    await gone();
    expect(await act.told()).toEqual(['complete email new']);
    expect(await act.page.evaluate(() => window.host.latchkey.user?.hasAcceptedTerms)).toBe(false);
  });
});

describe('terms and a wallet that is due', () => {
  const withWallets = {
    ...documents,
    require_users_accept_terms: true,
    embedded_wallet_config: walletsOnLogin,
  };

  it('[TERMS-05] [EMBW-15] accepting creates the wallet, then closes with success', async () => {
    await openConsent({ appId: await createApp(stage.rig, withWallets) });
    expect(await act.page.evaluate(() => window.host.wallets.length)).toBe(0);
    await button('Accept').click();
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    expect(await act.told()).toEqual(['complete email new']);
    expect(await act.page.evaluate(() => window.host.wallets.length)).toBe(1);
  });

  it('[EMBW-15] a creation that fails logs out', async () => {
    await openConsent({ appId: await createApp(stage.rig, withWallets) });
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
    expect(await act.told()).toEqual(['error exited_auth_flow']);
  });
});
