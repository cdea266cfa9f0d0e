import type { HostConfig } from '@latchkey/react';
import type { AppInput } from '@latchkey/wire';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAuthenticator, type Screen, scanQrCode } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { type Act, type ModalFixture, newEmail, startFixture } from '../modal/fixture.ts';
import { fundingOf } from '../modal/fundingPageObject.ts';
import { forgetParts } from '../modal/pageObject.ts';
import { type Driver, keyboard, pointerOn } from './drivers.ts';
import { isWide, spread } from './spread.ts';

// A user's operations in the modal, from the login to a second factor, with one kind of input only.

type Case = readonly [screen: Screen, by: string, driver: Driver];
const cases: readonly Case[] = [
  ['desktop', 'keyboard', keyboard],
  ['phone', 'pointer', pointerOn('phone')],
  ...(isWide
    ? ([
        ['desktop', 'pointer', pointerOn('desktop')],
        ['phone', 'keyboard', keyboard],
      ] as const)
    : []),
];

const app: Partial<AppInput> = {
  passkey_auth: true,
  require_users_accept_terms: true,
  terms_and_conditions_url: 'https://tidewater.example/terms',
  mfa_methods: ['totp'],
  embedded_wallet_config: {
    create_on_login: 'off',
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: true,
    require_user_password_on_create: false,
  },
  funding_config: fundingOf({ methods: ['external'], cross_chain_bridging_enabled: false }),
};
const password = 'gravel-lantern-oblige-thimble';
const ether = 10n ** 18n;

describe.each(spread(cases))('on the %s database', (database, journeys) => {
  let fixture: ModalFixture;
  beforeAll(async () => {
    fixture = await startFixture({ app, database });
  });
  afterAll(() => fixture?.close());

  it.each(journeys)(
    '[SDK-04] on a %s, with the %s alone, a user logs in, creates a wallet, links a passkey, recovers, exports, adds funds and adds a second factor',
    async (screen, _, driver) => {
      const { chainUrl } = fixture.harness;
      const devnet = { id: 31_337, name: 'Devnet', rpcUrls: { default: { http: [chainUrl] } } };
      const config: HostConfig = { chains: [devnet] };
      const act = await fixture.open({ screen, config, prepare: (page) => addAuthenticator(page) });
      const journey = onPage(fixture, act, driver);
      await journey.logInAndAccept();
      await journey.createWallet();
      await journey.linkAndUnlink();
      await journey.recover();
      await journey.exportKey();
      await journey.fund();
      await journey.enrol();
      await act.close();
    },
    600_000,
  );
});

function onPage(fixture: ModalFixture, act: Act, driver: Driver) {
  const { page } = act;
  const button = (name: string): Locator =>
    act.dialog.locator('button', { has: page.getByText(name, { exact: true }) });
  const named = (name: string) => act.dialog.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const gone = () => page.locator('latchkey-modal').waitFor({ state: 'detached' });
  const field = () => page.locator('input[name=password]');
  const address = () => page.evaluate(() => window.host.wallets[0]?.address ?? '');
  const lastTold = (line: string) => expect.poll(async () => (await act.told()).at(-1)).toBe(line);
  const frame = () => page.frames().find((one) => one.url().includes('/embedded-wallets'));

  return {
    async logInAndAccept() {
      const email = newEmail();
      await page.locator('html[data-ready=true]').waitFor();
      await driver.press(page.locator('#login'));
      await act.screen('LANDING').waitFor();
      await driver.write(page.locator('input[type=email]'), email);
      await driver.press(page.locator('.field-submit'));
      await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
      await driver.write(page.locator('input[name=code]'), await fixture.harness.inbox.nextCode(email));
      await act.screen('AFFIRMATIVE_CONSENT_SCREEN').waitFor();
      await driver.press(named('Accept'));
      await gone();
      await lastTold('complete email new');
    },

    async createWallet() {
      const made = page.evaluate(() => window.host.createWallet());
      await act.screen('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN').waitFor();
      await driver.write(field(), password);
      await driver.press(button('Continue'));
      await heading('Save your password');
      await driver.press(button('Continue'));
      await heading('Confirm your password');
      await driver.write(field(), password);
      await driver.press(button('Continue'));
      await driver.tick(act.dialog.getByRole('checkbox'));
      await driver.press(button('Set Password'));
      await driver.press(button('Done'));
      expect((await made).address).toMatch(/^0x/);
      await gone();
    },

    async linkAndUnlink() {
      const types = () =>
        page.evaluate(() => window.host.latchkey.user?.linkedAccounts.map(({ type }) => type));
      await page.evaluate(() => window.host.accounts.linkPasskey());
      await driver.press(button('Add a passkey'));
      await gone();
      await lastTold('linked passkey passkey');
      expect(await types()).toContain('passkey');
      await page.evaluate(() => window.host.accounts.linkPasskey());
      await driver.press(named('Remove: Chrome on Linux'));
      await driver.press(named('Yes, remove: Chrome on Linux'));
      await expect.poll(types).not.toContain('passkey');
      await driver.leave(page);
      await gone();
    },

    async recover() {
      await frame()?.evaluate(forgetParts);
      await page.reload();
      await page.locator('#state', { hasText: 'logged in' }).waitFor();
      const signed = page.evaluate(() => window.host.signMessage({ message: 'It is mine' }));
      await driver.press(named('Sign'));
      await act.screen('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN').waitFor();
      await driver.write(field(), password);
      await driver.press(button('Recover'));
      expect(signerOfMessage('It is mine', await signed)).toBe(await address());
      await gone();
    },

    async exportKey() {
      const exported = page.evaluate(() => window.host.exportWallet());
      const screen = act.screen('EMBEDDED_WALLET_KEY_EXPORT_SCREEN');
      await driver.press(button('I understand, continue'));
      const shown = screen.locator('.export[data-shown] iframe');
      await shown.waitFor();
      const inside: Frame | null = (await (await shown.elementHandle())?.contentFrame()) ?? null;
      if (!inside) throw new Error('there is no export page');
      await driver.press(inside.getByRole('button', { name: 'Show private key', exact: true }));
      // The button shows a warning first, and can be pressed again once the warning can have been read.
      await driver.press(inside.locator('button.warned.ready'));
      await expect.poll(() => inside.locator('output').textContent()).toMatch(/^0x[0-9a-f]{64}$/);
      await driver.press(named('Done'));
      await exported;
      await gone();
    },

    async fund() {
      const to = await address();
      const funded = page.evaluate(
        (wallet) => window.host.fundWallet(wallet, { amount: '1.5' }).then(({ status }) => status),
        to,
      );
      await act.screen('FUNDING_METHOD_SELECTION').waitFor();
      await driver.press(button('Receive funds'));
      await page.getByText(to, { exact: true }).waitFor();
      // An arrival is recognised as an increase of the balance that the page has read.
      await page.locator('.fund-holds', { hasText: /\d/ }).waitFor();
      await fixture.harness.chain.fund(to, 2n * ether);
      await driver.press(page.locator('.page-end').getByRole('button', { name: 'Close', exact: true }));
      expect(await funded).toBe('completed');
      await gone();
    },

    async enrol() {
      await page.evaluate(() => window.host.mfa.showMfaEnrollmentModal());
      await driver.press(button('Continue'));
      await driver.press(act.dialog.locator('button', { hasText: 'Authenticator App' }));
      const code = page.getByRole('img', { name: 'QR code for an authenticator app' });
      const authenticator = await scanQrCode(code);
      await driver.press(button('Continue'));
      await heading('Enter enrollment code');
      await driver.write(page.locator('input[name=code]'), authenticator.code(fixture.harness.service.now()));
      await heading('Authenticator App verification added');
      await driver.press(button('Done'));
      await heading('Save your backup codes');
      await page.locator('.codes > li').last().waitFor();
      await driver.press(button("I've saved them"));
      await gone();
      expect(await page.evaluate(() => window.host.latchkey.user?.mfaMethods)).toEqual(['totp']);
    },
  };
}
