import { createAuthenticator } from '@latchkey/testkit';
import { passkeyRoutes } from '@latchkey/wire';
import { expect, it } from 'vitest';
import type { Hand } from '../harness/authenticator.ts';
import { addAuthenticator, readPicture, settle, stopClock } from '../harness/index.ts';
import { callAsHost } from '../harness/signIn.ts';
import { changeApp, createApp, createGate, newEmail, shareFixture } from './fixture.ts';
import { pageObject } from './pageObject.ts';

// SMS adds a row, so the list on the landing continues under its fade.
const app = { passkey_auth: true, passkeys_for_signup_enabled: true, sms_auth: true };
// Built for development, where React's StrictMode mounts everything twice.
const { fixture, act, open } = shareFixture({ app, development: true, isWhole: true });
const { button, press, says, end, heading } = pageObject(() => act);

/** Time in ms within which the modal closes after a success, which shows for 1.4 s. */
const timeToLeave = 2_000;
const dialog = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE';
const isReady = () => act.page.locator('html[data-ready=true]').waitFor();
const signedIn = () => act.page.getByText(', logged in,').waitFor();
const passkeys = () =>
  act.page.evaluate(() =>
    window.host.latchkey.user?.linkedAccounts
      .filter((account) => account.type === 'passkey')
      .map(({ type, createdWithBrowser, createdWithOs }) => [type, createdWithBrowser, createdWithOs]),
  );
async function enterByCode(): Promise<void> {
  await act.page.locator('html[data-ready=true]').waitFor();
  const email = newEmail();
  await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
  const code = await fixture.harness.inbox.nextCode(email);
  await act.page.evaluate((given) => window.host.emailLogin.loginWithCode({ code: given }), code);
  await signedIn();
}
const linkPasskey = () => act.page.evaluate(() => window.host.accounts.linkPasskey());
const logOut = async () => {
  await act.page.evaluate(() => window.host.latchkey.logout());
  await act.page.getByText(', logged out,').waitFor();
};

async function becomeKnown(): Promise<string | undefined> {
  await isReady();
  await act.page.evaluate(() => window.host.passkey.signupWithPasskey());
  await signedIn();
  const id = await act.page.evaluate(() => window.host.latchkey.user?.id);
  await logOut();
  return id;
}

/** Records which passkey requests of the page are open. Runs in the page. */
function noteRequests(): void {
  const open: string[] = [];
  Object.assign(window, { openRequests: open });
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = async (options) => {
    const asked = options?.mediation ?? 'optional';
    open.push(asked);
    try {
      return await get(options);
    } finally {
      open.splice(open.indexOf(asked), 1);
    }
  };
}
const openRequests = () =>
  act.page.evaluate(() => (window as unknown as { openRequests: string[] }).openRequests);
/** Makes the browser report that it has no passkey autofill. Runs in the page. */
function offerNothing(): void {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false;
}

/** Links passkeys to the signed-in user from outside the page, which does not learn of them. */
async function linkElsewhere(count: number): Promise<void> {
  const token = (await act.page.evaluate(() => window.host.getAccessToken())) ?? '';
  const post = async (route: 'link' | 'startLink', body: object) => {
    const response = await callAsHost(fixture.harness, passkeyRoutes[route].path, body, token);
    expect(response.status).toBe(200);
    return response.json();
  };
  for (let made = 0; made < count; made += 1) {
    const { options } = await post('startLink', {});
    const flaws = { origin: fixture.harness.host.origin };
    await post('link', { authenticator_response: createAuthenticator().make(options, flaws) });
  }
}

/** Answers the next request as if the user dismissed the browser's dialog. Runs in the page. */
function dismissNextDialog(): void {
  const { credentials } = navigator;
  const [get, create] = [credentials.get.bind(credentials), credentials.create.bind(credentials)];
  const dismiss = async (): Promise<never> => {
    Object.assign(credentials, { get, create });
    throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
  };
  credentials.get = async (options) => (options?.mediation === 'conditional' ? get(options) : dismiss());
  credentials.create = dismiss;
}

/** Expects the focus ring of the passkey link to be visible above the link, where the list's fade ends, and below. */
async function seeFocusRing(): Promise<void> {
  const link = button('I have a passkey');
  await link.waitFor();
  const hasFocus = () => link.evaluate((it) => it.matches(':focus-visible'));
  for (let presses = 0; presses < 20 && !(await hasFocus()); presses += 1)
    await act.page.keyboard.press('Tab');
  await settle(act.page);
  const ring = await link.evaluate((it) => getComputedStyle(it).outlineColor.match(/\d+/g)?.map(Number));
  const { x, y, width, height } = (await link.boundingBox()) ?? expect.unreachable('no link');
  const hasRing = async (top: number) => {
    const clip = { x: x + width / 2, y: top, width: 1, height: 4 };
    const { points } = await readPicture(act.page, await act.page.screenshot({ clip }));
    return points.some((_, at) => at % 4 === 0 && ring?.every((value, part) => points[at + part] === value));
  };
  expect(await hasRing(y - 4)).toBe(true);
  expect(await hasRing(y + height)).toBe(true);
}

/** Logs in with a passkey, after the user has left one request and dismissed another. */
async function logInAtLast(hand: Hand): Promise<void> {
  await hand.touch(false);
  await act.openLanding();
  await seeFocusRing();
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
  await act.page.clock.resume();
  await end();
}

it('[LINK-14, PASS-01, PASS-02, PASS-03, PASS-08, PASS-09] LINK_PASSKEY_SCREEN explains passkeys and adds one, which logs the user in after refusals; then the screen lists and removes it', async () => {
  await open({ clock: true, strictMode: true });
  const hand = await addAuthenticator(act.page);
  await enterByCode();
  const userId = await act.page.evaluate(() => window.host.latchkey.user?.id);
  await linkPasskey();
  await act.screen('LINK_PASSKEY_SCREEN').waitFor();
  await heading('Log in with a passkey').waitFor();
  await says('Log in with Touch ID, Face ID or a security key');
  await says('More secure than a password');
  await act.page.getByText(/^Takes seconds/).waitFor();
  await press('Add a passkey');
  await end();
  await expect.poll(() => act.told()).toEqual(['linked passkey passkey']);
  await expect.poll(passkeys).toEqual([['passkey', 'Chrome', 'Linux']]);

  await logOut();
  await logInAtLast(hand);
  await expect.poll(() => act.told()).toEqual(['linked passkey passkey', 'complete passkey known']);
  await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.id)).toBe(userId);

  await linkPasskey();
  await heading('Your passkeys').waitFor();
  await says('Chrome on Linux');
  await act.page.getByText(/^Last used: \S/).waitFor();
  // The device has a passkey of the user, so no second one is created there.
  await press('Add a passkey');
  await says('This device already has a passkey for this account.');
  for (const name of ['Remove: Chrome on Linux', 'Yes, remove: Chrome on Linux']) await button(name).click();
  await says('Log in with Touch ID, Face ID or a security key');
  expect(await passkeys()).toEqual([]);

  // Without passkeys in the browser, the modal says so, and shows no button that could not help.
  await act.page.evaluate(() => Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }));
  await press('Add a passkey');
  await says("Passkeys aren't available here. Try another method.");
  expect(await button('Add a passkey').count()).toBe(0);
  await act.page.keyboard.press('Escape');
  await end();
  await logOut();
  await act.openLanding();
  await press('I have a passkey');
  await act.screen('ERROR_SCREEN').waitFor();
  await says("Passkeys aren't available here. Try another method.");
  expect(await act.page.locator('latchkey-modal .page-end button').allTextContents()).toEqual([
    'Try another method',
  ]);
  await press('Try another method');
  await button('I have a passkey').waitFor();
});

it('a visitor without an account signs up with a passkey on the landing, and logs in with it again', {
  tags: 'story',
}, async () => {
  await open({ strictMode: true, prepare: (page) => page.addInitScript(offerNothing) });
  await addAuthenticator(act.page);
  await act.openLanding();
  await press('Sign up with a passkey');
  await signedIn();
  await end();
  await expect.poll(() => act.told()).toEqual(['complete passkey new']);
  await expect.poll(passkeys).toEqual([['passkey', 'Chrome', 'Linux']]);
  const id = await act.page.evaluate(() => window.host.latchkey.user?.id);
  await logOut();
  await act.openLanding();
  await press('I have a passkey');
  await signedIn();
  await end();
  expect(await act.page.evaluate(() => window.host.latchkey.user?.id)).toBe(id);
});

const authentication = `**${passkeyRoutes.authenticate.path}`;
/** Answers a login as the service does for a passkey that it no longer knows. */
const forgetAccounts = () =>
  act.page.route(authentication, async (route) => {
    const json = { error: 'Invalid or expired verification code', code: 'invalid_credentials' };
    await route.fulfill({
      status: 422,
      json,
      headers: {
        'access-control-allow-origin': fixture.harness.host.origin,
        'access-control-allow-credentials': 'true',
      },
    });
  });

it('a login without a passkey, or with one of a deleted account, offers a sign-up, also by keyboard, unless the host or the app wants no new users', async () => {
  const appId = await createApp(fixture.harness, app);
  await open({ appId, prepare: (page) => page.addInitScript(offerNothing) });
  await addAuthenticator(act.page);
  const signUp = button('Sign up with a passkey');
  async function dismiss(step: () => Promise<void>): Promise<void> {
    await act.page.evaluate(dismissNextDialog);
    await step();
    await says('Passkey request timed out or rejected by user.');
  }
  await act.openLanding();
  await dismiss(() => press('I have a passkey'));
  await signUp.focus();
  await dismiss(() => act.page.keyboard.press('Enter'));
  // The dismissed request was a sign-up, so the screen offers no other sign-up.
  await signUp.waitFor({ state: 'detached' });
  await press('Retry');
  await signedIn();
  await end();
  expect((await act.told()).at(-1)).toBe('complete passkey new');
  await logOut();

  await forgetAccounts();
  await act.openLanding();
  await press('I have a passkey');
  await says('Something went wrong. Try again.');
  await signUp.waitFor();
  await act.page.unroute(authentication);
  await act.page.keyboard.press('Escape');
  await end();

  await act.page.evaluate(() => void window.host.latchkey.login({ disableSignup: true }));
  await act.screen('LANDING').waitFor();
  await button('I have a passkey').waitFor();
  expect(await signUp.count()).toBe(0);
  await dismiss(() => press('I have a passkey'));
  expect(await signUp.count()).toBe(0);

  await changeApp(fixture.harness, appId, { passkeys_for_signup_enabled: false });
  await act.page.reload();
  await act.openLanding();
  await button('I have a passkey').waitFor();
  expect(await signUp.count()).toBe(0);
});

it('in StrictMode a passkey logs in with the host’s own button and in the email field, and the request in the field ends with the landing', async () => {
  await open({ strictMode: true, prepare: (page) => page.addInitScript(noteRequests) });
  const hand = await addAuthenticator(act.page);
  const userId = await becomeKnown();
  const own = await act.page.evaluate(() => window.host.passkey.loginWithPasskey());
  expect(own.isNewUser).toBe(false);
  expect(own.user.id).toEqual(userId);
  await signedIn();
  await logOut();
  await act.page.locator('#login').click();
  await signedIn();
  await end();
  await expect.poll(() => act.told()).toEqual(['complete passkey known']);
  await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.id)).toBe(userId);
  await logOut();

  await hand.touch(false);
  await act.openLanding();
  await expect.poll(openRequests).toEqual(['conditional']);
  expect(await act.page.locator('input[type=email]').getAttribute('autocomplete')).toBe('email webauthn');
  await act.page.keyboard.press('Escape');
  await end();
  await expect.poll(openRequests).toEqual([]);
  // Another login method ends the request, and going back starts it again.
  await act.openLanding();
  await expect.poll(openRequests).toEqual(['conditional']);
  await act.sendCode(newEmail());
  await expect.poll(openRequests).toEqual([]);
  await button('Back').click();
  await expect.poll(openRequests).toEqual(['conditional']);
  // The browser's passkey dialog replaces the request in the email field.
  await press('I have a passkey');
  await act.screen(dialog).waitFor();
  await expect.poll(openRequests).toEqual(['optional']);
  await act.page.keyboard.press('Escape');
  await end();
  await expect.poll(openRequests).toEqual([]);
  await expect.poll(() => act.page.evaluate(() => window.host.latchkey.authenticated)).toBe(false);
});

it('[PASS-04] [PASS-08] [LINK-12] on a phone, the modal says why a passkey is not added or removed, allows five passkeys, and logs in with one', async () => {
  await open({ screen: 'phone', prepare: (page) => page.addInitScript(offerNothing) });
  await addAuthenticator(act.page);
  await isReady();
  await act.page.evaluate(() => window.host.passkey.signupWithPasskey());
  await signedIn();
  await linkPasskey();
  await heading('Your passkeys').waitFor();
  for (const name of ['Remove: Chrome on Linux', 'Yes, remove: Chrome on Linux']) await button(name).click();
  await says("You can't remove your only way to log in.");
  await act.page.evaluate(dismissNextDialog);
  await press('Add a passkey');
  await says('Passkey request timed out or rejected by user.');
  // Links four more passkeys from outside the page, while this screen shows one.
  await linkElsewhere(4);
  await press('Add a passkey');
  await says('Cannot link more passkeys to account.');
  await act.page.keyboard.press('Escape');
  await end();

  await act.page.reload();
  await signedIn();
  await linkPasskey();
  await says('Cannot link more passkeys to account.');
  const rows = act.page.getByText(/^Last used: /);
  expect(await rows.count()).toBe(2);
  expect(await button('Add a passkey').isDisabled()).toBe(true);
  await press('View all');
  await expect.poll(() => rows.count()).toBe(5);
  await button('Remove: Unknown device').first().click();
  await button('Yes, remove: Unknown device').click();
  await expect.poll(() => rows.count()).toBe(4);
  await button('Add a passkey').and(act.page.locator(':enabled')).waitFor();
  await act.page.keyboard.press('Escape');
  await end();

  await logOut();
  await act.openLanding();
  await press('I have a passkey');
  await signedIn();
  await end();
  expect((await act.told()).at(-1)).toBe('complete passkey known');
});

it('[CAPT-06] a login, a sign-up and a link with a passkey start with the captcha if the app has one', async () => {
  const appId = await createApp(fixture.harness, { ...app, captcha_enabled: true });
  await open({ appId });
  await addAuthenticator(act.page);
  await becomeKnown();
  const asked: string[] = [];
  act.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.includes('/passkeys/')) asked.push(pathname);
  });
  const gates = [createGate(), createGate(), createGate()];
  let challenges = 0;
  await act.page.route('**/captcha/challenge', async (route) => {
    await gates[challenges++]?.passed;
    await route.continue();
  });

  await act.openLanding();
  await press('Sign up with a passkey');
  await act.screen('CAPTCHA_SCREEN').waitFor();
  expect(asked).toEqual([]);
  gates[0]?.open();
  // The device already has a passkey of the app, and makes another one for another user.
  await signedIn();
  await end();
  await logOut();
  asked.length = 0;
  await act.openLanding();
  await press('I have a passkey');
  await act.screen('CAPTCHA_SCREEN').waitFor();
  expect(asked).toEqual([]);
  gates[1]?.open();
  await signedIn();
  await end();
  asked.length = 0;
  await linkPasskey();
  await act.screen('CAPTCHA_SCREEN').waitFor();
  gates[2]?.open();
  await act.screen('LINK_PASSKEY_SCREEN').waitFor();
  expect(asked).toEqual([]);
});
