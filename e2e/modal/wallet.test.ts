import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findBarriers, stopClock, waitInPage, withMotion } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { changeApp, createApp, createGate, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { fixture, act, openWithSharedWallet, open } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin },
});

const message = 'Welcome to Tidewater.\nNonce: 8f2c11';
const mail = {
  domain: { name: 'Tidewater', version: '1', chainId: 1 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Person: [{ name: 'name', type: 'string' }],
    Mail: [
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: [{ name: 'Bob' }, { name: 'Eve' }], contents: 'Hello' },
};

async function request(input: { message: string; uiOptions?: object }): Promise<void> {
  await act.page.evaluate((asked) => {
    Object.assign(window, { settled: null });
    window.host.signMessage(asked).then(
      (signature) => Object.assign(window, { settled: signature }),
      (error) => Object.assign(window, { settled: `${error.code}: ${error.message}` }),
    );
  }, input);
}
/** Returns the height in the layout, even while something moves. */
const heightOf = (place: Locator) => place.evaluate((element: HTMLElement) => element.offsetHeight);
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);
const signButton = (name = 'Sign') => act.page.getByRole('button', { name, exact: true });
const address = () => act.page.evaluate(() => window.host.wallets[0]?.address);
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
/** Runs the stopped clock until something is visible, at most one step further. */
async function runUntil(shown: Locator, stepMs: number, mostMs: number): Promise<void> {
  for (let waited = 0; (await shown.count()) === 0; waited += stepMs) {
    expect(waited).toBeLessThan(mostMs);
    await act.page.clock.runFor(stepMs);
  }
}

describe('the wallet after login', () => {
  it('[EMBW-16] [OTP-08] [EMBW-10] a wallet is created at login for a user without one, 900 ms after success, and only once', {
    tags: 'story',
  }, async () => {
    await open({ clock: true });
    const email = newEmail();
    await act.logInWithStoppedClock(email);
    await act.page.clock.runFor(899);
    expect(await act.screen('AWAITING_PASSWORDLESS_CODE').count()).toBe(1);
    await act.page.clock.runFor(1);
    expect(await act.screen('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN').count()).toBe(1);
    expect(await act.page.locator('dialog .bar button').count()).toBe(0);
    await act.page.clock.resume();
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new']);

    await act.page.evaluate(() => window.host.latchkey.logout());
    await fixture.harness.service.advance(31_000);
    await act.logIn(email);
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new', 'complete email known']);
  });

  it('[EMBW-11] [CONST-03] [CONST-06] [SIGN-04] the modal says for 2.5 s that the wallet is ready, for 1.5 s that its address was copied and for 1.4 s that it signed', async () => {
    await open({ clock: true });
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const email = newEmail();
    await act.openLanding();
    await act.sendCode(email);
    const digits = await fixture.harness.inbox.nextCode(email);
    // The clock is stopped before the screen appears, so all of its 2.5 s are counted.
    await stopClock(act.page);
    await act.page.keyboard.type(digits);
    await runUntil(act.screen('EMBEDDED_WALLET_CREATED_SCREEN'), 20, 30_000);
    await act.page.clock.runFor(2460);
    expect(await act.told()).toEqual([]);
    await act.page.clock.runFor(40);
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    await act.page.clock.resume();
    await gone();

    await request({ message });
    await act.page.locator('.button.primary:enabled').waitFor();
    await stopClock(act.page);
    const button = (name: string) => act.page.getByRole('button', { name, exact: true });
    await button('Copy address').click();
    await button('Copied').waitFor();
    await act.page.clock.runFor(1499);
    expect(await button('Copied').count()).toBe(1);
    await act.page.clock.runFor(1);
    await button('Copy address').waitFor();
    expect(await act.page.evaluate(() => navigator.clipboard.readText())).toBe(await address());

    await signButton().click();
    await runUntil(act.page.getByRole('heading', { name: 'Signed' }), 10, 15_000);
    await act.page.clock.runFor(1380);
    expect(await settled()).toBeNull();
    await act.page.clock.runFor(20);
    await expect.poll(settled).toMatch(/^0x/);
    expect(await act.dialog.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
  });

  it("[EMBW-17] a wallet is not created with createOnLogin 'off', nor if the user leaves its creation, which fails with exited_wallet_flow", async () => {
    const settings = { ...walletsOnLogin, user_owned_recovery_options: ['user-passcode' as const] };
    const appId = await createApp(fixture.harness, {
      embedded_wallet_config: { ...settings, require_user_owned_recovery_on_create: true },
    });
    await open({ appId, config: { embeddedWallets: { createOnLogin: 'off' } } });
    await act.logIn(newEmail());
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    expect(await address()).toBeUndefined();
    const left = act.page.evaluate(() =>
      window.host.createWallet().then(
        () => 'created',
        (error) => error.code,
      ),
    );
    await act.screen('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    expect(await left).toBe('exited_wallet_flow');
    expect(await address()).toBeUndefined();

    await changeApp(fixture.harness, appId, { embedded_wallet_config: settings });
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'ready, logged in' }).waitFor();
    const made = act.page.evaluate(() => window.host.createWallet());
    await act.screen('EMBEDDED_WALLET_CREATED_SCREEN').waitFor();
    expect((await made).address).toBe(await address());
  });
});

describe('the sign request', () => {
  it('[SIGN-02] [SIGN-01] the sign request shows the host’s title, description, button and icon, and the message', {
    tags: 'story',
  }, async () => {
    await openWithSharedWallet();
    const iconUrl = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/%3E';
    const uiOptions = {
      title: 'Board the ship',
      description: 'The captain asks.',
      buttonText: 'Aye',
      iconUrl,
    };
    await request({ message, uiOptions });
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    await act.page.getByRole('heading', { name: 'Board the ship' }).waitFor();
    await act.page.getByText('The captain asks.').waitFor();
    expect(await act.page.locator('.sign-icon').getAttribute('src')).toBe(iconUrl);
    expect(await act.page.locator('.sheet').textContent()).toBe(message);
    await signButton('Aye').click();
    await waitInPage(act.page, () => (window as unknown as { settled: unknown }).settled !== null);
    expect(signerOfMessage(message, (await settled()) ?? '')).toBe(await address());
    await gone();
  });

  it('[MODAL-12] the sign request has an explanation behind the info button', async () => {
    await openWithSharedWallet();
    await request({ message });
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    const info = act.page.getByRole('button', { name: 'More information', exact: true });
    const explanation = act.page.getByText('A signature proves that you own this wallet', { exact: false });
    expect(await info.getAttribute('aria-expanded')).toBe('false');
    expect(await explanation.count()).toBe(0);
    await info.click();
    await explanation.waitFor();
    expect(await info.getAttribute('aria-expanded')).toBe('true');
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await info.click();
    await explanation.waitFor({ state: 'detached' });
    await info.click();
    await signButton().click();
    // After the signature the modal closes, even while the explanation shows.
    await gone();
    expect(signerOfMessage(message, (await settled()) ?? '')).toBe(await address());
  });

  it('[SIGN-01] the sign request shows typed data by name and value, in the order of its types, and nothing that is not signed', async () => {
    await openWithSharedWallet();
    const lure = { gift: '500 USDC' };
    // Without a declared type, the domain has the fields that EIP-712 defines.
    const { EIP712Domain: _, ...types } = mail.types;
    const lured = {
      ...mail,
      ...lure,
      types,
      domain: { ...mail.domain, ...lure },
      message: { ...mail.message, ...lure },
    };
    const signing = act.page.evaluate(
      (typedData) => window.host.signTypedData({ typedData }).catch((error) => error.code),
      lured,
    );
    await act.page.locator('.sheet dt').first().waitFor();
    expect(await act.page.locator('.sheet dt').allTextContents()).toEqual([
      'to',
      'name',
      'name',
      'contents',
      'name',
      'version',
      'chainId',
    ]);
    expect(await act.page.locator('.sheet dd > span').allTextContents()).toEqual([
      'Bob',
      'Eve',
      'Hello',
      'Tidewater',
      '1',
      '1 (Ethereum)',
    ]);
    await signButton().click();
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/);
    await gone();
  });

  it('[SIGN-03] the sign request keeps the confirm button disabled until the wallet frame is ready', async () => {
    await openWithSharedWallet();
    const held = createGate();
    await act.page.route('**/apps/*/embedded-wallets*', (route) => held.passed.then(() => route.continue()));
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    await act.page.locator('iframe').waitFor({ state: 'attached' });
    await request({ message });
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    expect(await signButton().isDisabled()).toBe(true);
    held.open();
    await act.page.locator('.button.primary:enabled').waitFor();
    await signButton().click();
    await waitInPage(act.page, () => (window as unknown as { settled: unknown }).settled !== null);
    expect(signerOfMessage(message, (await settled()) ?? '')).toBe(await address());
    await act.page.unroute('**/apps/*/embedded-wallets*');
    await gone();
  });

  it('[SIGN-05] the sign request reports user rejection after closing and after Reject', async () => {
    await openWithSharedWallet();
    const requestByProvider = () =>
      act.page.evaluate(async () => {
        const provider = await window.host.wallets[0]?.getEthereumProvider();
        const accounts = await provider?.request({ method: 'eth_accounts' });
        const account = Array.isArray(accounts) ? accounts[0] : null;
        const asked = provider?.request({ method: 'personal_sign', params: ['0x48656c6c6f', account] });
        return asked?.catch((error: { code: number }) => error.code);
      });
    for (const [way, refuse] of [
      ['closing', () => act.page.keyboard.press('Escape')],
      ['Reject', () => act.page.getByRole('button', { name: 'Reject' }).click()],
    ] as const) {
      await request({ message });
      await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
      await refuse();
      await expect.poll(settled, { message: way }).toBe('user_rejected_request: User rejected request');
      await gone();
      const code = requestByProvider();
      await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
      expect(await act.page.locator('.sheet').textContent()).toBe('Hello');
      await refuse();
      expect(await code, way).toBe(4001);
      await gone();
    }
  });

  it('the sign request has no control focused at first, so a late key press signs nothing', async () => {
    await openWithSharedWallet();
    await request({ message });
    await act.page.locator('.button.primary:enabled').waitFor();
    await act.page.keyboard.press('Enter');
    await act.page.keyboard.press('Space');
    expect(await act.page.locator('.button[aria-busy]').count()).toBe(0);
    expect(await settled()).toBeNull();
    await act.page.keyboard.press('Escape');
    await gone();
  });

  it('[MODAL-05] [MODAL-03] the sign request is 620 px high, and the modal animates to the 480 px of the error screen in 150 ms', async () => {
    await openWithSharedWallet();
    await act.page.emulateMedia(withMotion);
    // After the reload the wallet is locked, so the signature connects to it first, which fails.
    const json = { error: 'There is no such wallet', code: 'embedded_wallet_not_found' };
    await act.page.route('**/api/v1/frame/wallets/connect', (route) => route.fulfill({ status: 404, json }));
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    const wrong = { ...mail, message: { to: 'nobody', contents: 7 } };
    const sign = (asked: object) =>
      act.page.evaluate(
        (typedData) =>
          window.host.signTypedData({ typedData: typedData as never }).catch((error) => error.code),
        asked,
      );
    // Data that does not match its types is refused before the user is prompted.
    expect(await sign(wrong)).toBe('invalid_data');
    const failed = sign(mail);
    const shell = act.page.locator('dialog .shell');
    await act.page.locator('.button.primary:enabled').waitFor();
    expect(await heightOf(shell)).toBe(620);
    const animated = shell.evaluate(
      (element) =>
        new Promise((seen) => {
          element.addEventListener('transitionend', (event) => {
            if (!(event instanceof TransitionEvent)) return;
            if (event.propertyName === 'height' && event.target === element) seen(event.elapsedTime);
          });
        }),
    );
    await signButton().click();
    await act.screen('ERROR_SCREEN').waitFor();
    expect(await animated).toBe(0.15);
    expect(await heightOf(shell)).toBe(480);
    await act.page.keyboard.press('Escape');
    expect(await failed).not.toBe('user_rejected_request');
    await act.page.unroute('**/api/v1/frame/wallets/connect');
    await act.page.emulateMedia({ reducedMotion: 'reduce' });
  });
});

describe('the browsers that hold a part of the wallet’s key', () => {
  it('browsers with a part of the wallet’s key are listed; a revocation with an old login needs a confirmation, and revoking the current browser logs out', async () => {
    const email = newEmail();
    await open();
    await act.enterByCode(email);
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.devices?.devices?.length === 1);
    const device = await act.page.evaluate(() => window.devices.devices?.[0]);
    expect(device).toMatchObject({ browser: 'Chrome', isCurrent: true });

    await fixture.harness.service.advance(601_000);
    const revoke = () =>
      act.page.evaluate(
        (id) =>
          window.devices.revoke({ id }).then(
            () => 'revoked',
            (error) => error.code,
          ),
        device?.id ?? '',
      );
    const refused = revoke();
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    expect(await refused).toBe('recent_login_required');
    await gone();

    const done = revoke();
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await act.page.getByRole('button', { name: email }).click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
    expect(await done).toBe('revoked');
    await act.page.getByText(', logged out,').waitFor();
    await expect.poll(() => act.page.evaluate(() => window.devices.devices)).toBeNull();
  });
});
