import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanQrCode, waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { factorPageObject } from './factorPageObject.ts';
import { type Act, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';
import { pageObject, walletPasskey } from './pageObject.ts';

const waitingMs = 7 * 24 * 3_600_000;
const { fixture } = shareFixture({
  app: {
    mfa_methods: ['totp'],
    mfa_removal_days: 7,
    embedded_wallet_config: {
      ...walletsOnLogin,
      user_owned_recovery_options: ['google-drive', 'user-passcode'],
    },
  },
});

let act: Act;
const { button, choosePassword, confirmLogin, end, field, heading, press, says } = pageObject(() => act);
const factor = factorPageObject(() => act, fixture);

const signOnce = () =>
  act.page.evaluate(() => {
    Object.assign(window, { settled: null });
    window.host.signMessage({ message: 'Ahoy' }).then(
      (signature) => Object.assign(window, { settled: signature }),
      (error) => Object.assign(window, { settled: error.code }),
    );
  });
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);

/** Goes from a screen that asks for the lost factor to the alternatives. */
async function lose(): Promise<void> {
  await act.screen('MFA_VERIFICATION_CODE_SCREEN').waitFor();
  await press("Can't verify?");
}
async function remove(): Promise<void> {
  await button('Delete Authenticator App').click();
  await press('Yes, remove');
}
async function replace(email: string): Promise<void> {
  await says('How would you like to verify your identity? You can change this later.');
  expect(await factor.enrolled()).toEqual([]);
  await act.page.getByText('Authenticator App').click();
  await confirmLogin(() => fixture.harness.inbox.nextCode(email));
  const code = act.page.getByRole('img', { name: 'QR code for an authenticator app' });
  const authenticator = await scanQrCode(code);
  await press('Continue');
  await heading('Enter enrollment code').waitFor();
  await factor.type(authenticator.code(fixture.harness.service.now()));
  await press('Done');
  await press("I've saved them");
  await end();
  expect(await factor.enrolled()).toEqual(['totp']);
}

describe('an owner who lost the authenticator app', () => {
  const email = newEmail();
  const password = 'gravel-lantern-oblige-thimble';
  const usePasskey = walletPasskey(() => act);
  beforeAll(async () => {
    act = await fixture.open();
    await act.logIn(email);
    await act.leaveWithWallet();
    await act.page.evaluate(() => window.showDevices());
    await waitInPage(act.page, () => window.passkeys?.passkeys?.length === 0);
    const managed = act.page.evaluate(() => window.passkeys.manage());
    await usePasskey('Add a passkey', 'Add a passkey to your wallet');
    await says('Remove');
    await act.page.keyboard.press('Escape');
    await managed;
    await end();
    const set = act.page.evaluate(() => window.host.recovery.setWalletRecovery());
    await press('Password');
    await choosePassword(password);
    await set;
    await end();
    await factor.enrolApp();
  });
  afterAll(() => act?.close());

  it('a user who lost the authenticator app replaces it with the help of the wallet’s recovery password', async () => {
    await factor.comeBackLater();
    await signOnce();
    await button('Sign').click();
    await lose();
    await press('Recovery password');
    await field().fill('gravel-lanterns');
    await press('Continue');
    await says('Invalid recovery password, please try again.');
    await field().fill(password);
    await press('Continue');
    await remove();
    await replace(email);
  });

  it('a user who lost the authenticator app replaces it with the help of the wallet’s passkey, from the screen that asks for the app’s code', async () => {
    await factor.comeBackLater();
    await factor.showFactors();
    await remove();
    await lose();
    await usePasskey('Wallet passkey', 'Open your wallet with a passkey');
    await replace(email);
  });
});

it('a removal of all second factors that was requested on a phone can be cancelled in an older session; once a removal is done, the authenticator app can be replaced', async () => {
  const email = newEmail();
  act = await fixture.open();
  const older = act;
  await act.logIn(email);
  await act.leaveWithWallet();
  await factor.enrolApp();

  await factor.advance(30_000);
  act = await fixture.open({ screen: 'phone' });
  const phone = act;
  await act.logIn(email);
  await end();
  const pending = (date: string) => `All your verification methods will be removed on ${date}.`;
  const removesOn = () =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(fixture.harness.service.now() + waitingMs);
  async function request(): Promise<void> {
    await signOnce();
    await button('Sign').click();
    await lose();
    await press('Ask to remove all methods');
    await heading('Removal requested').waitFor();
    await act.page.getByText(pending(removesOn())).waitFor();
    await press('Close');
    await end();
  }
  await request();
  expect(await settled()).toBe('user_rejected_request');

  act = older;
  await act.page.reload();
  await waitInPage(act.page, () => window.host?.wallets.length > 0);
  await factor.showFactors();
  await act.page.getByText(pending(removesOn())).waitFor();
  await press('Cancel removal');
  await act.page.getByText(pending(removesOn())).waitFor({ state: 'detached' });
  expect(await factor.enrolled()).toEqual(['totp']);
  await act.close();

  act = phone;
  await request();
  await factor.advance(waitingMs);
  await fixture.harness.service.doJob('mfa-removals');
  await act.page.reload();
  await expect.poll(() => factor.enrolled()).toEqual([]);
  await signOnce();
  await button('Sign').click();
  await confirmLogin(() => fixture.harness.inbox.nextCode(email));
  await expect.poll(settled).toMatch(/^0x/);
  const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
  expect(signerOfMessage('Ahoy', (await settled()) ?? '')).toBe(address);
  await end();
  await factor.showFactors();
  await press('Continue');
  // The confirmation was valid only to open the wallet, so another code is due, which the service sends only after a
  // while.
  await factor.advance(30_000);
  await replace(email);
  await act.close();
});
