import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenOf } from '../harness/index.ts';
import { newEmail } from '../modal/fixture.ts';
import { type Places, shareCrossApp, usual } from './fixture.ts';

// Two apps on two sites: a person comes into one by their account of the other.

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

  /** Turns the requester's terms, and its wallets for new users, on or off. */
  const setTerms = (isOn: boolean) =>
    fixture.change(fixture.requesterId, {
      require_users_accept_terms: isOn,
      terms_and_conditions_url: isOn ? 'https://market.example/terms' : null,
      embedded_wallet_config: { create_on_login: isOn ? 'users-without-wallets' : 'off' },
    });

  it('[XAPP-01] [XAPP-04] [XAPP-05] [EMBW-16] [TERMS-06] a new person and a returning one come in by the other app, to terms and a wallet of this one’s', async () => {
    const visit = await fixture.open();
    const { page } = visit;
    const email = newEmail();
    const popup = await visit.openPopup('Log in with it');
    expect(new URL(popup.url()).origin).not.toBe(fixture.origin);
    await visit.enter(popup, email);
    // Who asks, from where, and for what.
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

    // The token is kept, and goes with the log-out.
    const keys = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('cross-app')));
    expect((await keys()).join()).toContain(fixture.providerId);
    await page.evaluate(() => window.crossAppHost.latchkey.logout());
    await page.locator('#state', { hasText: 'logged out' }).waitFor();
    expect(await keys()).toEqual([]);

    // Again, by one press, because the person is logged in there and the connection lives.
    await setTerms(true);
    await page.reload();
    await page.locator('#state', { hasText: 'ready, logged out' }).waitFor();
    const again = await visit.openPopup('Log in with it');
    await visit.answer(again, 'Continue');
    // The steps of this app follow the login: terms, then a wallet of its own.
    await screenOf(page, 'AFFIRMATIVE_CONSENT_SCREEN').waitFor();
    expect(await page.evaluate(() => window.crossAppHost.wallets.length)).toBe(0);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    // The wallet of the other app is none of this one's: the person has no wallet here yet.
    await screenOf(page, 'EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await page.locator('latchkey-modal').waitFor({ state: 'detached' });
    expect(await visit.outcome()).toBe('done');
    const own = await page.evaluate(() => window.crossAppHost.wallets.map((wallet) => wallet.address));
    expect(own).toHaveLength(1);
    expect(own[0]).not.toBe(address);
    const back = await page.evaluate(() => window.crossAppHost.latchkey.user);
    expect(back?.id).toBe(user?.id);
    await setTerms(false);

    // Another user of the requester's cannot have the same account, and hears so.
    await visit.press('Unlink it');
    expect(await visit.outcome()).toMatch(/^error cannot_unlink_sole_account/);
    expect(await visit.address()).toBe(address);
    await visit.close();
  });

  it('[XAPP-02] [XAPP-05] [XAPP-07] a user links one account of the other app, which no second user gets; a no is told', async () => {
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

    // Where the app makes wallets for its people, a person who has none is not connected without.
    await makeWallets('users-without-wallets');
    const create = (window: Page) =>
      window.getByRole('button', { name: 'Create wallet', exact: true }).click();
    expect(await visit.request('Link it', 'Allow', create)).toBe('done');
    const address = await visit.address();
    expect(address).toMatch(/^0x/);
    const user = () => page.evaluate(() => window.crossAppHost.latchkey.user?.linkedAccounts);
    expect((await user())?.map(({ type }) => type)).toEqual(['email', 'cross_app']);
    // A second one of the same app is refused before the person goes there.
    await visit.press('Link it');
    await page.getByText('User already has an account of type cross_app linked.').waitFor();
    await page.keyboard.press('Escape');

    // The same account, by another user of this app: it stays where it is, and the person reads why.
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
