import { readFile } from 'node:fs/promises';
import { recoveryPasskeyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pressAndClose, stopClock, waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { type Act, createApp, createGate, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';
import { forgetParts, pageObject, walletPasskey } from './pageObject.ts';

const { fixture } = shareFixture({
  app: {
    embedded_wallet_config: {
      ...walletsOnLogin,
      user_owned_recovery_options: ['google-drive', 'icloud', 'user-passcode'],
    },
  },
});
const password = 'gravel-lantern-oblige-thimble';
const stillWorking = 'Still working. On a slow device this can take a minute. Keep this page open.';

describe('a wallet whose app requires a recovery password', () => {
  let act: Act;
  const { button, screen, heading, says, field, press, end, runUntil } = pageObject(() => act);
  beforeAll(async () => {
    const appId = await createApp(fixture.harness, {
      embedded_wallet_config: {
        ...walletsOnLogin,
        user_owned_recovery_options: ['user-passcode'],
        require_user_owned_recovery_on_create: true,
      },
    });
    act = await fixture.open({ appId, clock: true });
    await act.logIn(newEmail());
    await screen('PASSWORD_CREATE').waitFor();
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => act?.close());

  it('[RECO-14] [RECO-16] [RECO-17] the password wizard checks the recovery password while the user types it', async () => {
    await expect.poll(() => button('Continue').isDisabled()).toBe(true);
    await field().fill('abcde');
    await says('Password must be at least 6 characters');
    expect(await button('Continue').isDisabled()).toBe(true);
    await field().fill('tide & ebb=flood');
    await says('Invalid characters used ( SPACE = )');
    expect(await button('Continue').isDisabled()).toBe(true);
    await field().fill('');
    expect(await button('Continue').isDisabled()).toBe(true);
  });

  it('[RECO-15] [RECO-20] [RECO-21] the password wizard rates the recovery password, accepts letters, digits and the allowed signs, and suggests a password', async () => {
    const rated = (word: string | RegExp) => act.page.locator('.strength', { hasText: word }).waitFor();
    await field().fill('abcdef');
    await rated('Weak');
    await field().fill('abcdEF12ghij');
    await rated('Medium');
    await field().fill('azAZ09!@#$%^&*()-_+.azAZ');
    await rated('Strong');
    expect(await button('Continue').isEnabled()).toBe(true);
    await press('Suggest a password');
    await expect.poll(() => field().inputValue()).toMatch(/^([a-z]{4,8}-){3}[a-z]{4,8}$/);
    await rated(/Medium|Strong/);
    expect(await field().getAttribute('type')).toBe('text');
  });

  it('[RECO-13] [EMBW-10] [MODAL-11] a password wizard that the app began has no button to leave it, and stays after Escape', async () => {
    await act.page.keyboard.press('Escape');
    expect(await screen('PASSWORD_CREATE').count()).toBe(1);
    expect(await act.page.locator('dialog .bar button').count()).toBe(0);
  });

  it('[RECO-08] [RECO-09] [RECO-10] the recovery password can be copied or downloaded', async () => {
    const { page } = act;
    await field().fill(password);
    await page.keyboard.press('Enter');
    await heading('Save your password').waitFor();
    await stopClock(page);
    await press('Copy');
    await button('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.clock.runFor(1499);
    expect(await button('Copied').count()).toBe(1);
    await page.clock.runFor(1);
    await button('Copy').waitFor();
    const downloading = page.waitForEvent('download');
    await press('Download');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Tidewater-privy-wallet-recovery.txt');
    const text = await readFile(await download.path(), 'utf8');
    for (const part of [password, 'Latchkey', 'Tidewater']) expect(text).toContain(part);
    const link = page.locator('a[download]');
    await page.clock.runFor(4999);
    expect(await link.count()).toBe(1);
    await page.clock.runFor(1);
    expect(await link.count()).toBe(0);
    await page.clock.resume();
    await press('Continue');
  });

  it('[RECO-22] the user must type the same recovery password again', async () => {
    await heading('Confirm your password').waitFor();
    await field().fill('gravel-lanterns');
    await says('Passwords do not match');
    await act.page.keyboard.press('Enter');
    expect(await heading('Confirm your password').count()).toBe(1);
    await field().fill(password);
    await act.page.keyboard.press('Enter');
    await heading('Confirm you saved your password').waitFor();
  });

  it('[RECO-23] the recovery password can be set only once the user has confirmed that it is saved', async () => {
    expect(await button('Set Password').isDisabled()).toBe(true);
    await act.page
      .getByLabel(
        'I understand that if I lose my password and device, I will lose access to my account and my assets.',
      )
      .check();
    await expect.poll(() => button('Set Password').isEnabled()).toBe(true);
  });

  it('[RECO-07] [RECO-12] [EMBW-21] the wallet is created after all steps of the password wizard, which closes by itself', async () => {
    const { page } = act;
    await stopClock(page);
    await press('Set Password');
    await runUntil(async () => (await heading('Your wallet is ready').count()) === 1);
    await page.clock.runFor(1370);
    expect(await act.told()).toEqual([]);
    await page.clock.runFor(30);
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    await page.clock.resume();
    await end();
    await expect
      .poll(() => page.evaluate(() => window.host.wallets[0]?.recoveryMethod))
      .toBe('user-passcode');
  });
});

describe('a user who changes the recovery', { tags: 'story' }, () => {
  let act: Act;
  const email = newEmail();
  const { button, screen, heading, says, field, press, end, runUntil, confirmLogin, setPassword } =
    pageObject(() => act);
  beforeAll(async () => {
    act = await fixture.open({ clock: true });
    await act.logIn(email);
    await act.leaveWithWallet();
    await act.page.evaluate(() => window.told.splice(0));
  });
  afterAll(() => act?.close());

  const request = (input?: { method: 'privy' }) =>
    act.page.evaluate((wanted) => {
      window.told.length = 0;
      window.host.recovery.setWalletRecovery(wanted).catch(() => {});
    }, input);
  const told = (word: string) => expect.poll(() => act.told()).toEqual([word]);
  const choices = () => act.page.locator('.entry').allTextContents();

  it('[RECO-24] [RECO-05] [EMBW-10] leaving the selection of a recovery method ends with user_exited_set_password_flow', async () => {
    await request();
    await screen('RECOVERY_SELECTION').waitFor();
    await button('Google Drive').waitFor();
    await expect.poll(choices).toEqual(['Google Drive', 'Apple iCloud', 'Password']);
    await act.page.keyboard.press('Escape');
    await told('recovery user_exited_set_password_flow');
    await end();
  });

  it('[RECO-24] [RECO-03] [EMBW-10] leaving the first screen of a new recovery password ends with user_exited_set_password_flow', async () => {
    const asked = act.page.evaluate(() =>
      window.host.recovery.setWalletPassword().catch((error) => error.code),
    );
    await screen('PASSWORD_UPDATE_SPLASH').waitFor();
    await press('Not now');
    expect(await asked).toBe('user_exited_set_password_flow');
    await end();
  });

  it('[RECO-13] [EMBW-10] a password wizard that the user began has a Close button', async () => {
    await fixture.harness.service.advance(601_000);
    await request();
    await press('Password');
    await screen('PASSWORD_UPDATE').waitFor();
    expect(await button('Close').count()).toBe(1);
  });

  it('[RECO-34] [RECO-12] a recovery password is set once the user has confirmed an old login, and Done closes the wizard', async () => {
    await setPassword(password);
    await confirmLogin(() => fixture.harness.inbox.nextCode(email));
    await heading('Your password is set').waitFor();
    await act.page.clock.fastForward(60_000);
    await press('Done');
    await told('recovery user-passcode');
    await end();
    await expect
      .poll(() => act.page.evaluate(() => window.host.wallets[0]?.recoveryMethod))
      .toBe('user-passcode');
    await request();
    await button('Google Drive').waitFor();
    await expect.poll(choices).toEqual(['Google Drive', 'Apple iCloud']);
    await act.page.keyboard.press('Escape');
    await end();
  });

  let signing: Promise<unknown>;
  it('[RECO-25] [RECO-17] [RECO-04] in a browser without its part of the wallet’s key, the modal requires the recovery password before it signs', async () => {
    const frame = act.page.frames().find((one) => one.url().includes('/embedded-wallets'));
    await frame?.evaluate(forgetParts);
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    signing = act.page.evaluate(() => window.host.signMessage({ message: 'Ahoy' }));
    await screen('SIGN_REQUEST').waitFor();
    await press('Sign');
    await screen('PASSWORD_RECOVERY').waitFor();
    expect(await button('Recover').isDisabled()).toBe(true);
    await field().fill('gravel-lanterns');
    await press('Recover');
    await says('Invalid recovery password, please try again.');
    await act.page.route('**/api/v1/frame/**', (route) => route.abort());
    await press('Recover');
    await says('An error has occurred, please try again.');
    await act.page.unroute('**/api/v1/frame/**');
  });

  it('[RECO-11] [EMBW-10] the recovery screen shows for 2.5 s that the wallet’s address was copied', async () => {
    expect(await screen('PASSWORD_RECOVERY').count()).toBe(1);
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await stopClock(act.page);
    await button('Copy address').click();
    await button('Copied').waitFor();
    await act.page.clock.runFor(2499);
    expect(await button('Copied').count()).toBe(1);
    await act.page.clock.runFor(1);
    await button('Copy address').waitFor();
    await act.page.clock.resume();
  });

  it('[EMBW-14] [EMBW-10] the right recovery password opens the wallet and signs, without another press of Sign', async () => {
    const { page } = act;
    // On a slow device it takes long to derive a key from the password. That is no error.
    const [begun, slow] = [createGate(), createGate()];
    await page.route('**/frame/password-*.js', async (route) => {
      begun.open();
      await slow.passed;
      await route.fallback();
    });
    await field().fill(password);
    await stopClock(page);
    await press('Recover');
    const note = page.getByRole('status').filter({ hasText: /./ });
    await expect
      .poll(() => note.allTextContents())
      .toEqual(['Opening your wallet. This takes a few seconds.']);
    await page.clock.runFor(5_000);
    await expect.poll(() => note.allTextContents()).toEqual([stillWorking]);
    await begun.passed;
    await page.clock.runFor(40_000);
    expect(await note.allTextContents()).toEqual([stillWorking]);
    expect(await button('Recover').getAttribute('aria-busy')).toBe('true');
    await page.clock.resume();
    slow.open();
    const address = await page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy', String(await signing))).toBe(address);
    await end();
  });

  it('[RECO-01] [RECO-06] [EMBW-10] a change to automatic recovery shows Success for 1.4 s', async () => {
    await request({ method: 'privy' });
    await screen('SET_AUTOMATIC_RECOVERY').waitFor();
    // The screen's code may still be loading, and the screen shows only after a timer.
    await button('Confirm').waitFor();
    await stopClock(act.page);
    await press('Confirm');
    await runUntil(async () => (await heading('Success').count()) === 1);
    await act.page.clock.runFor(1370);
    expect(await act.told()).toEqual([]);
    await act.page.clock.runFor(30);
    await told('recovery privy');
    await act.page.clock.resume();
    await end();
    await expect.poll(() => act.page.evaluate(() => window.host.wallets[0]?.recoveryMethod)).toBe('privy');
  });
});

describe('a wallet with recovery in Google Drive', () => {
  let act: Act;
  const email = newEmail();
  const { screen, says, press, end } = pageObject(() => act);
  beforeAll(async () => {
    act = await fixture.open();
    await act.logIn(email);
    await act.leaveWithWallet();
  });
  afterAll(() => act?.close());

  const frame = () => act.page.frames().find((one) => one.url().includes('/embedded-wallets'));

  /** Opens Google's window with a press, and answers there. */
  async function answer(name: string, account: string | null): Promise<void> {
    const opening = act.page.waitForEvent('popup');
    await press(name);
    const popup = await opening;
    await popup.waitForURL(`${fixture.harness.sandboxUrl}/**`);
    if (account) await popup.getByRole('textbox', { name: 'Google account' }).fill(account);
    await pressAndClose(popup.getByRole('button', { name: account ? 'Allow' : 'Cancel' }));
  }

  it('[RECO-31] [EMBW-10] the modal says that a backup in Google Drive failed, and lets the user try again', async () => {
    const asked = act.page.evaluate(() => window.host.recovery.setWalletRecovery());
    await press('Google Drive');
    await screen('RECOVERY_OAUTH').waitFor();
    await answer('Continue with Google Drive', null);
    await says('Back up with Google Drive unsuccessful');
    await answer('Try again', 'ada@gmail.example');
    await asked;
    await end();
    await expect
      .poll(() => act.page.evaluate(() => window.host.wallets[0]?.recoveryMethod))
      .toBe('google-drive');
  });

  it('[RECO-31] [RECO-04] [EMBW-14] the modal says that the recovery from Google Drive failed, and signs after another try', async () => {
    await frame()?.evaluate(forgetParts);
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    const signing = act.page.evaluate(() => window.host.signMessage({ message: 'Ahoy' }));
    await screen('SIGN_REQUEST').waitFor();
    await press('Sign');
    await screen('RECOVERY_OAUTH').waitFor();
    await answer('Continue with Google Drive', null);
    await says('Recovery with Google Drive unsuccessful');
    await answer('Try again', 'ada@gmail.example');
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy', await signing)).toBe(address);
    await end();
  });

  const usePasskey = walletPasskey(() => act);
  const passkeys = () => act.page.locator('.document');
  const manage = () => act.page.evaluate(() => window.passkeys.manage());

  it('a user adds a passkey to the wallet', async () => {
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.passkeys?.passkeys?.length === 0);
    const managed = manage();
    await says('No passkeys yet.');
    await usePasskey('Add a passkey', 'Add a passkey to your wallet');
    await passkeys().waitFor();
    await act.page.keyboard.press('Escape');
    await managed;
    await waitInPage(act.page, () => window.passkeys.passkeys?.length === 1);
    await end();
  });

  it('a browser without its part of the key opens the wallet with a passkey instead of Google Drive', async () => {
    await frame()?.evaluate(forgetParts);
    await act.page.reload();
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    const signing = act.page.evaluate(() => window.host.signMessage({ message: 'Ahoy' }));
    await press('Sign');
    await screen('RECOVERY_OAUTH').waitFor();
    await usePasskey('Use a passkey instead', 'Open your wallet with a passkey');
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy', await signing)).toBe(address);
    await end();
  });

  it('a wallet’s passkey is removed after two presses; once an old login is confirmed, the removal continues by itself', async () => {
    await fixture.harness.service.advance(601_000);
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.passkeys?.passkeys?.length === 1);
    const managed = manage();
    await press('Remove');
    await press('Yes, remove');
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await act.page.locator('.entry:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    // The response to a request for the list, sent before the removal, arrives after the removal.
    const { list, remove } = recoveryPasskeyRoutes;
    const listed = createGate();
    await act.page.route(`**${list.path}`, async (route) => {
      const response = await route.fetch();
      listed.open();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.fulfill({ response });
    });
    await act.page.route(`**${remove.path.replace('{passkey_id}', '*')}`, async (route) => {
      await listed.passed;
      await route.continue();
    });
    await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
    await says('No passkeys yet.');
    await act.page.keyboard.press('Escape');
    await managed;
    await waitInPage(act.page, () => window.passkeys.passkeys?.length === 0);
  });
});
