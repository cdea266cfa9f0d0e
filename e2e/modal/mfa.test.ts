import { expect, it } from 'vitest';
import { type AuthenticatorApp, addAuthenticator, scanQrCode, screenshot } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { factorPageObject } from './factorPageObject.ts';
import { createApp, newEmail, newNumber, shareFixture, walletsOnLogin } from './fixture.ts';
import { pageObject } from './pageObject.ts';

const app = {
  passkey_auth: true,
  mfa_methods: ['totp', 'sms', 'passkey'] as ('passkey' | 'sms' | 'totp')[],
  embedded_wallet_config: walletsOnLogin,
};
const { fixture, act, open, openWithWallet } = shareFixture({ app });
const { button, press, says, heading, end } = pageObject(() => act);

const { advance, comeBackLater, enrolApp, enrolled, nextCode, showFactors, type } = factorPageObject(
  () => act,
  fixture,
);

const message = 'Welcome to Tidewater.';
const verifying = 'MFA_VERIFICATION_CODE_SCREEN';
/** Dismisses the browser's next passkey dialog, as a user would. Runs in the host page. */
function dismissNextDialog(): void {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = () => {
    credentials.get = get;
    return Promise.reject(new DOMException('The operation was not allowed.', 'NotAllowedError'));
  };
}
const close = async () => {
  await act.page.keyboard.press('Escape');
  await end();
};

async function request(what: 'export' | 'signature'): Promise<void> {
  await act.page.evaluate(
    ([asked, text]) => {
      Object.assign(window, { settled: null });
      const work: Promise<unknown> =
        asked === 'export' ? window.host.exportWallet() : window.host.signMessage({ message: text });
      work.then(
        (result) => Object.assign(window, { settled: result ?? 'done' }),
        (error) => Object.assign(window, { settled: `${error.code}: ${error.message}` }),
      );
    },
    [what, message] as const,
  );
}
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);

async function pressSign(): Promise<void> {
  await request('signature');
  await button('Sign').and(act.page.locator(':enabled')).click();
}
async function expectSigned(): Promise<void> {
  await expect.poll(settled).toMatch(/^0x/);
  const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
  expect(signerOfMessage(message, (await settled()) ?? '')).toBe(address);
  await end();
}

/** Enrols an authenticator app from the introduction to its backup codes. */
async function enrollApp(): Promise<{ authenticator: AuthenticatorApp; codes: string[] }> {
  await showFactors();
  await press('Continue');
  await act.page.getByText('Authenticator App').click();
  const authenticator = await scanQrCode(
    act.page.getByRole('img', { name: 'QR code for an authenticator app' }),
  );
  await press('Continue');
  await heading('Enter enrollment code').waitFor();
  await type(authenticator.code(fixture.harness.service.now()));
  await heading('Authenticator App verification added').waitFor();
  await press('Done');
  await heading('Save your backup codes').waitFor();
  await act.page.locator('.codes > li').last().waitFor();
  const codes = await act.page.locator('.codes > li').allTextContents();
  await press("I've saved them");
  await end();
  return { authenticator, codes };
}

/** Enrols an authenticator app, checks the texts on the way, and enters one wrong code. */
async function enrollAndRead(): Promise<{ authenticator: AuthenticatorApp; codes: string[] }> {
  await showFactors();
  await heading('Transaction Protection').waitFor();
  await says('Enable 2-step verification for your wallet');
  await says("You'll be prompted to authenticate to complete transactions");
  await press('Not now');
  await end();
  await showFactors();
  await press('Continue');
  await heading('Choose a verification method').waitFor();
  await says('How would you like to verify your identity? You can change this later.');
  await act.page.getByText('Authenticator App').click();
  const shown = act.page.locator('[data-secret]');
  const authenticator = await scanQrCode(
    act.page.getByRole('img', { name: 'QR code for an authenticator app' }),
  );
  expect(authenticator.issuer).toBe('Tidewater');
  expect((await shown.textContent())?.replaceAll(' ', '')).toBe(authenticator.secret);
  await screenshot(act.page, 'mfa-totp');
  await press('Continue');
  const code = authenticator.code(fixture.harness.service.now());
  await type(code === '123456' ? '123457' : '123456');
  await says('The code you entered is not valid');
  await type(code);
  await heading('Authenticator App verification added').waitFor();
  expect(await enrolled()).toEqual(['totp']);
  await press('Done');
  await heading('Save your backup codes').waitFor();
  await expect.poll(() => act.page.locator('.codes > li').count()).toBe(10);
  const codes = await act.page.locator('.codes > li').allTextContents();
  await act.page.keyboard.press('Escape'); // The codes show only once, so Escape must not leave them.
  await screenshot(act.page, 'mfa-backup-codes');
  await press("I've saved them");
  await end();
  return { authenticator, codes };
}

it('[MFA-18, MFA-36, EXPO-03] a user enters a code of the authenticator app once for two signatures, and again to export the key', {
  tags: 'story',
}, async () => {
  await openWithWallet({ screen: 'phone' });
  const { authenticator } = await enrollApp();
  await comeBackLater();
  await pressSign();
  await act.screen(verifying).waitFor();
  await heading('Enter verification code').waitFor();
  await type(await nextCode(authenticator));
  await expectSigned();
  await pressSign();
  await expectSigned();

  await request('export');
  await press('I understand, continue');
  await act.screen(verifying).waitFor();
  await type(await nextCode(authenticator));
  await act.page.locator('.export[data-shown] iframe').waitFor();
  await press('Done');
  await end();
  await expect.poll(settled).toBe('done');
});

it("[MFA-07, MFA-15, MFA-26, CODE-02, CODE-03] a user enrols an authenticator app from its QR code, signs after a backup code, and removes the app after its code; a letter in the code is refused with the component's own text", async () => {
  await openWithWallet();
  const { authenticator, codes } = await enrollAndRead();
  await comeBackLater();
  await pressSign();
  await press("Can't verify?");
  await press('Backup code');
  await type(codes[3]?.toLowerCase() ?? '', 'text');
  await act.page.keyboard.press('Enter');
  await expectSigned();

  await showFactors();
  await says('Verification is required to add or delete methods.');
  await says('Added');
  await says('9 left');
  await act.page.getByText(/^Added \w/).waitFor();
  await button('Delete Authenticator App').click();
  await heading('Remove Authenticator App verification?').waitFor();
  await says('Make sure to keep other verification methods to secure your account.');
  await press('Yes, remove');
  await act.screen(verifying).waitFor();
  await type('12a');
  await says('Passcode can only be numbers');
  expect(await act.page.getByText('Code should be numeric').count()).toBe(0);
  await act.page.keyboard.press('ControlOrMeta+a');
  await type(await nextCode(authenticator));
  await says('How would you like to verify your identity? You can change this later.');
  expect(await enrolled()).toEqual([]);
  await close();
});

it('[MFA-24, MFA-25, MFA-27] the screen for a second factor takes no code after four wrong ones, and says after five minutes that the time is over; the user can close it and try again', async () => {
  await openWithWallet({ clock: true });
  const authenticator = await enrolApp();
  await comeBackLater();
  await pressSign();
  await act.screen(verifying).waitFor();
  const right = await nextCode(authenticator);
  const wrong = right === '123456' ? '123457' : '123456';
  for (let tries = 0; tries < 3; tries += 1) {
    await type(wrong);
    await says('The code you entered is not valid');
    await act.page.locator('.code[data-state=error]').waitFor();
  }
  const tooMany =
    'You have exceeded the maximum number of attempts. Please close this window and try again in 10 seconds.';
  await type(wrong);
  await says(tooMany);
  expect(await act.page.locator('input[name=code]').isEditable()).toBe(false);
  await close();
  await expect
    .poll(settled)
    .toBe('mfa_verification_max_attempts_reached: Max MFA verification attempts reached');

  await advance(10_000);
  await pressSign();
  await type(await nextCode(authenticator));
  await expectSigned();

  // The user enters no code for five minutes.
  await comeBackLater();
  await pressSign();
  await act.screen(verifying).waitFor();
  await act.page.locator('input[name=code]:focus').waitFor();
  await act.page.clock.fastForward(5 * 60_000);
  await says('You have exceeded the time limit for code entry. Please try again in 30 seconds.');
  await close();
  await expect.poll(settled).toBe('mfa_timeout: Timed out waiting for MFA code');
  await pressSign();
  await act.screen(verifying).waitFor();
  await close();
  await expect.poll(settled).toBe('user_rejected_request: MFA canceled');
  await showFactors();
  await heading('Choose a verification method').waitFor();
  await act.page.evaluate(() => window.host.mfa.closeMfaEnrollmentModal());
  await end();
});

it('[MFA-08, MFA-09, MFA-35] on a phone, a user enrols a phone number as a second factor, verifies with it and removes it', async () => {
  await openWithWallet({ screen: 'phone', colorScheme: 'dark' });
  const number = newNumber();
  await showFactors();
  await press('Continue');
  await act.page.getByText('SMS', { exact: true }).click();
  await heading('Set up SMS verification').waitFor();
  await says(
    'By providing your mobile number, you agree to receive text messages from Tidewater. Some carrier charges may apply',
  );
  await act.page.locator('select[aria-label=Country]:enabled').waitFor();
  await act.page.locator('input[type=tel]').fill(number.slice(2));
  await button('Submit').click();
  await heading('Enter enrollment code').waitFor();
  await says(`+1•••••••${number.slice(-2)}`);
  await act.page.getByRole('button', { name: /^Resend code in (30|29|28) s$/ }).waitFor();
  await type(await fixture.harness.inbox.nextCode(number));
  await heading('SMS verification added').waitFor();
  await press('Done');
  await press("I've saved them");
  await end();
  expect(await enrolled()).toEqual(['sms']);

  await comeBackLater();
  await pressSign();
  await says('We sent a six-digit code to your phone.');
  await type(await fixture.harness.inbox.nextCode(number));
  await expectSigned();

  await advance(31_000);
  await showFactors();
  await button('Delete SMS').click();
  await heading('Remove SMS verification?').waitFor();
  await press('Yes, remove');
  await act.screen(verifying).waitFor();
  await type(await fixture.harness.inbox.nextCode(number));
  await says('How would you like to verify your identity? You can change this later.');
  expect(await enrolled()).toEqual([]);
});

/** Adds a passkey and enables it. Each step fails once, and the user returns to it. */
async function enrollPasskey(): Promise<void> {
  async function failAndGoBack(path: string, name: string, step: string): Promise<void> {
    await act.page.route(path, (route) => route.abort());
    await press(name);
    await act.screen('ERROR_SCREEN').waitFor();
    await press('Try again');
    await heading(step).waitFor();
    await act.page.unroute(path);
  }
  await showFactors();
  await press('Continue');
  await act.page.getByText('Passkey', { exact: true }).click();
  await heading('Set up passkey verification').waitFor();
  await failAndGoBack('**/passkeys/link', 'Add a new passkey', 'Set up passkey verification');
  await press('Add a new passkey');
  const enabling = 'Enable your passkeys for verification';
  await heading(enabling).waitFor();
  await says('Chrome on Linux');
  await button('Add new passkey').waitFor();
  await failAndGoBack('**/mfa/passkeys/enrollment', 'Enable passkeys', enabling);
  expect(await enrolled()).toEqual([]);
  await press('Enable passkeys');
  await heading('Passkey verification added').waitFor();
  expect(await enrolled()).toEqual(['passkey']);
  await press('Done');
  await press("I've saved them");
  await end();
}

/** Fails to verify with the passkey in four ways, and gives up. */
async function failToVerify(): Promise<void> {
  await act.page.evaluate(dismissNextDialog);
  await pressSign();
  await says('Verification canceled');
  const begins = '**/mfa/passkeys/init';
  await act.page.route(begins, (route) => route.abort());
  await press('Try again');
  // The text is the title of every failure, and here also the detail.
  await expect.poll(() => act.page.getByText('Something went wrong.', { exact: true }).count()).toBe(2);
  for (const [status, code, error, told] of [
    [500, 'internal_error', 'Out of order', 'Unknown error'],
    [400, 'invalid_data', 'Unsupported MFA method', 'Unsupported MFA method'],
  ] as const) {
    await act.page.unroute(begins);
    await act.page.route(begins, (route) => route.fulfill({ status, json: { error, code } }));
    await press('Try again');
    await says(told);
  }
  await act.page.unroute(begins);
  await close();
  await expect.poll(settled).toBe('user_rejected_request: MFA canceled');
}

it('[MFA-10, MFA-12, MFA-18, MFA-28, MFA-29, LINK-20] a user adds a passkey as a second factor, enables it and verifies, and sees each error on the way; the passkey cannot be unlinked while it is a second factor', async () => {
  await openWithWallet();
  await addAuthenticator(act.page);
  await enrollPasskey();
  await act.page.evaluate(() => window.host.accounts.linkPasskey());
  for (const name of ['Remove: Chrome on Linux', 'Yes, remove: Chrome on Linux']) await button(name).click();
  await says('Cannot unlink a passkey enrolled in MFA');
  await close();

  await comeBackLater();
  await failToVerify();
  await act.page.evaluate(() => window.host.mfa.promptMfa());
  await end();
  await pressSign();
  await expectSigned();
  await showFactors();
  await button('Delete Passkey').click();
  await heading('Are you sure you want to remove passkey verification?').waitFor();
  await press('Yes, remove');
  await says('How would you like to verify your identity? You can change this later.');
  expect(await enrolled()).toEqual([]);
});

it('if the app requires a second factor at login, a user who does not verify it is not logged in', async () => {
  const appId = await createApp(fixture.harness, { ...app, mfa_at_login: true });
  const email = newEmail();
  const state = () => act.page.locator('#state').textContent();
  await open({ appId });
  await act.logIn(email);
  await act.leaveWithWallet();
  const authenticator = await enrolApp();
  const logOut = async () => {
    await act.page.evaluate(() => window.host.latchkey.logout());
    await advance(60_000);
  };

  await logOut();
  await act.logIn(email);
  await act.screen(verifying).waitFor();
  expect(await state()).toBe('ready, logged out, modal open');
  expect(await act.told()).toEqual(['complete email new']);
  await type(await nextCode(authenticator));
  await end();
  expect(await state()).toBe('ready, logged in, modal closed');
  expect((await act.told()).at(-1)).toBe('complete email known');

  await logOut();
  await act.page.evaluate(() => window.host.connections.connectOrCreateWallet());
  await act.screen('CONNECT_OR_CREATE').waitFor();
  await act.sendCode(email);
  const sent = await fixture.harness.inbox.nextCode(email);
  await act.succeed(() => act.page.keyboard.type(sent));
  await act.screen(verifying).waitFor();
  await type(await nextCode(authenticator));
  await end();
  expect(await state()).toBe('ready, logged in, modal closed');

  await logOut();
  await act.logIn(email);
  await act.screen(verifying).waitFor();
  await close();
  expect((await act.told()).at(-1)).toBe('error exited_auth_flow');
  await act.page.reload();
  await act.page.locator('html[data-ready=true]').waitFor();
  expect(await state()).toBe('ready, logged out, modal closed');

  await advance(60_000);
  await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
  const code = await fixture.harness.inbox.nextCode(email);
  await act.page.evaluate((given) => void window.host.emailLogin.loginWithCode({ code: given }), code);
  await act.screen(verifying).waitFor();
  await act.page.reload();
  await act.screen(verifying).waitFor();
  await type(await nextCode(authenticator));
  await end();
  expect(await state()).toBe('ready, logged in, modal closed');
  await pressSign();
  await expectSigned();
});

it('[MFA-05] the modal says that an app has no verification methods', async () => {
  const appId = await createApp(fixture.harness, { ...app, mfa_methods: [] });
  await open({ appId });
  await act.enterByCode(newEmail());
  await showFactors();
  await heading('Add more security').waitFor();
  await says('Tidewater has no verification methods enabled.');
  await press('Close');
  await end();
});

it('[MFA-20] with noPromptOnMfaRequired the modal shows no prompt for the second factor, and the host submits the code itself', async () => {
  await openWithWallet({ config: { mfa: { noPromptOnMfaRequired: true } } });
  const authenticator = await enrolApp();
  await comeBackLater();
  await pressSign();
  await expect.poll(() => act.told()).toContain('mfa totp');
  expect(await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').count()).toBe(1);
  const right = await nextCode(authenticator);
  const submit = (code: string) =>
    act.page.evaluate(
      (given) =>
        window.host.mfa.submit('totp', given).then(
          () => 'right',
          (error) => error.code,
        ),
      code,
    );
  expect(await submit(right === '123456' ? '123457' : '123456')).toBe('missing_or_invalid_mfa');
  expect(await submit(right)).toBe('right');
  await expectSigned();
});
