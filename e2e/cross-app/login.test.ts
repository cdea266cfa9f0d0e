import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenOf } from '../harness/index.ts';
import { newEmail } from '../modal/fixture.ts';
import { type Places, shareCrossApp, usual } from './fixture.ts';

// Two apps: a user logs in to one with their account of the other.

const isWide = process.env.LATCHKEY_WIDE === '1';
const places: readonly Places[] = isWide
  ? (['127.0.0.1', 'localhost'] as const).flatMap((requester) =>
      (['same-site', 'cross-site'] as const).flatMap((hosted) =>
        (['blocked', 'allowed'] as const).map((storage) => ({ requester, hosted, storage })),
      ),
    )
  : [usual];

describe.each(places)('requester on $requester, hosted pages $hosted, foreign storage $storage', (where) => {
  const fixture = shareCrossApp({ places: where });
  const makeWallets = (create_on_login: 'off' | 'users-without-wallets') =>
    fixture.change(fixture.providerId, { embedded_wallet_config: { create_on_login } });

  const setTerms = (isOn: boolean) =>
    fixture.change(fixture.requesterId, {
      require_users_accept_terms: isOn,
      terms_and_conditions_url: isOn ? 'https://market.example/terms' : null,
      embedded_wallet_config: { create_on_login: isOn ? 'users-without-wallets' : 'off' },
    });

  it('[XAPP-01] [XAPP-04] [XAPP-05] [EMBW-16] [TERMS-06] a new and a returning user log in through the other app; the returning one then accepts terms and gets a wallet of this app', async () => {
    const visit = await fixture.open();
    const { page } = visit;
    const email = newEmail();
    const popup = await visit.openPopup('Log in with it');
    expect(new URL(popup.url()).origin).not.toBe(fixture.origin);
    await visit.enter(popup, email);
    await popup.getByText(new URL(fixture.origin).host).first().waitFor();
    await visit.answer(popup, 'Allow');
    expect(await visit.outcome()).toBe('done');
    await page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
    const user = await page.evaluate(() => window.crossAppHost.latchkey.user);
    expect(user?.linkedAccounts).toMatchObject([
      {
        type: 'cross_app',
        providerApp: { id: fixture.providerId },
        embeddedWallets: [{ address: expect.stringMatching(/^0x/) }],
      },
    ]);
    const address = await visit.address();

    // The token is stored, and the log-out deletes it.
    const keys = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('cross-app')));
    expect((await keys()).join()).toContain(fixture.providerId);
    await page.evaluate(() => window.crossAppHost.latchkey.logout());
    await page.locator('#state', { hasText: 'logged out' }).waitFor();
    expect(await keys()).toEqual([]);

    // One press is enough, because the user is logged in at the other app and the connection still exists.
    await setTerms(true);
    await page.reload();
    await page.locator('#state', { hasText: 'ready, logged out' }).waitFor();
    const again = await visit.openPopup('Log in with it');
    await visit.answer(again, 'Continue');
    // The steps of this app follow the login: terms, then a wallet of its own.
    await screenOf(page, 'AFFIRMATIVE_CONSENT_SCREEN').waitFor();
    expect(await page.evaluate(() => window.crossAppHost.wallets.length)).toBe(0);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    // The wallet of the other app does not count here, so the user has no wallet yet.
    await screenOf(page, 'EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await page.locator('latchkey-modal').waitFor({ state: 'detached' });
    expect(await visit.outcome()).toBe('done');
    const own = await page.evaluate(() => window.crossAppHost.wallets.map((wallet) => wallet.address));
    expect(own).toHaveLength(1);
    expect(own[0]).not.toBe(address);
    const back = await page.evaluate(() => window.crossAppHost.latchkey.user);
    expect(back?.id).toBe(user?.id);
    await setTerms(false);

    // The account is the user's only way to log in, so it cannot be unlinked.
    await visit.press('Unlink it');
    expect(await visit.outcome()).toMatch(/^error cannot_unlink_sole_account/);
    expect(await visit.address()).toBe(address);
    await visit.close();
  });

  it('[XAPP-02] [XAPP-05] [XAPP-07] a user links one account of the other app, which no second user can link; a refusal is reported', async () => {
    await makeWallets('off');
    const visit = await fixture.open();
    const { page } = visit;
    await visit.logIn(page, newEmail());
    const popup = await visit.openPopup('Link it');
    await visit.enter(popup, newEmail());
    await popup.getByText('See your wallet addresses').waitFor();
    await visit.answer(popup, 'Cancel');
    await page.getByText('You declined.').waitFor();
    await page.keyboard.press('Escape');
    expect(await visit.outcome()).toMatch(/^error (?:oauth_user_denied|exited_link_flow)/);

    // If the provider creates wallets for its users, a user without one must create it before the connection.
    await makeWallets('users-without-wallets');
    const create = (window: Page) =>
      window.getByRole('button', { name: 'Create wallet', exact: true }).click();
    expect(await visit.request('Link it', 'Allow', create)).toBe('done');
    const address = await visit.address();
    expect(address).toMatch(/^0x/);
    const user = () => page.evaluate(() => window.crossAppHost.latchkey.user?.linkedAccounts);
    expect((await user())?.map(({ type }) => type)).toEqual(['email', 'cross_app']);
    // A second account of the same app is refused before the popup goes to that app.
    await visit.press('Link it');
    await page.getByText('User already has an account of type cross_app linked.').waitFor();
    await page.keyboard.press('Escape');

    // Another user of this app cannot link the same account and is told why.
    await page.evaluate(() => window.crossAppHost.latchkey.logout());
    await visit.logIn(page, newEmail());
    const second = await visit.openPopup('Link it');
    await visit.answer(second, 'Continue');
    await page.getByText('This account has already been linked to another user.').waitFor();
    await page.keyboard.press('Escape');
    expect((await user())?.map(({ type }) => type)).toEqual(['email']);
    await visit.close();
  });
});
