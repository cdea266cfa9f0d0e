import { expect, it } from 'vitest';
import { addAuthenticator, stopClock } from '../rig/index.ts';
import { hands } from './hands.ts';
import { newEmail, shareStage } from './stage.ts';

const { stage, act, open } = shareStage({
  app: { passkey_auth: true, passkeys_for_signup_enabled: true },
});
const { button, press, says, end, heading } = hands(() => act);

/** The success shows for 1.4 s, and what fades for 0.2 s more. */
const timeToLeave = 2_000;
const dialog = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE';
const signedIn = () => act.page.getByText(', logged in,').waitFor();
const passkeys = () =>
  act.page.evaluate(() =>
    window.host.latchkey.user?.linkedAccounts
      .filter((account) => account.type === 'passkey')
      .map(({ type, createdWithBrowser, createdWithOs }) => [type, createdWithBrowser, createdWithOs]),
  );
/** Signs in without the modal, which is not what is shown here. */
async function enterByCode(): Promise<void> {
  await act.page.locator('html[data-ready=true]').waitFor();
  const email = newEmail();
  await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
  const code = await stage.rig.inbox.nextCode(email);
  await act.page.evaluate((given) => window.host.emailLogin.loginWithCode({ code: given }), code);
  await signedIn();
}
const linkPasskey = () => act.page.evaluate(() => window.host.accounts.linkPasskey());
const logOut = async () => {
  await act.page.evaluate(() => window.host.latchkey.logout());
  await act.page.getByText(', logged out,').waitFor();
};

/** Answers the next request as a browser does whose dialog the person dismisses. Runs in the page. */
function dismissNextDialog(): void {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = async (options) => {
    if (options?.mediation === 'conditional') return get(options);
    credentials.get = get;
    throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
  };
}

it('[LINK-14] [PASS-08] [PASS-09] LINK_PASSKEY_SCREEN says what passkeys are good for, adds them, and lists and removes them', async () => {
  await open();
  await addAuthenticator(act.page);
  await enterByCode();
  await linkPasskey();
  await act.screen('LINK_PASSKEY_SCREEN').waitFor();
  await heading('Log in with a passkey').waitFor();
  await says('Log in with Touch ID, Face ID or a security key');
  await says('More secure than a password');
  await act.page.getByText(/^Takes seconds/).waitFor();
  await press('Add a passkey');
  await end();
  expect(await act.told()).toEqual(['linked passkey passkey']);
  expect(await passkeys()).toEqual([['passkey', 'Chrome', 'Linux']]);

  await linkPasskey();
  await heading('Your passkeys').waitFor();
  await says('Chrome on Linux');
  await act.page.getByText(/^Last used: \S/).waitFor();
  // The device holds one of theirs: no second one is made there.
  await press('Add a passkey');
  await says('This device holds a passkey of this account already.');
  for (const name of ['Remove: Chrome on Linux', 'Really remove: Chrome on Linux'])
    await button(name).click();
  await says('Log in with Touch ID, Face ID or a security key');
  expect(await passkeys()).toEqual([]);
});

it('[PASS-01] [PASS-02] [PASS-03] a login by passkey waits at the dialog, tells of a refusal with Retry, and succeeds', async () => {
  await open({ clock: true });
  const hand = await addAuthenticator(act.page);
  await act.page.locator('html[data-ready=true]').waitFor();
  await act.page.evaluate(() => window.host.passkey.signupWithPasskey());
  await signedIn();
  const userId = await act.page.evaluate(() => window.host.latchkey.user?.id);
  await logOut();

  await hand.touch(false);
  await act.openLanding();
  await press('I have a passkey');
  await act.screen(dialog).waitFor();
  await says('Waiting for your passkey');
  await act.page.getByRole('button', { name: 'Back' }).click();
  await act.screen('LANDING').waitFor();
  await act.page.evaluate(dismissNextDialog);
  await press('I have a passkey');
  await says('Passkey request timed out or rejected by user.');
  await hand.touch(true);
  await stopClock(act.page);
  await press('Retry');
  await says('Success!');
  await act.page.clock.runFor(timeToLeave);
  await end();
  expect(await act.told()).toEqual(['complete passkey known']);
  expect(await act.page.evaluate(() => window.host.latchkey.user?.id)).toBe(userId);
});
