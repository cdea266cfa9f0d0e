import { emailRoutes, smsRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { stopClock } from '../harness/index.ts';
import { callAsHost, signIn } from '../harness/signIn.ts';
import { createApp, type FixtureOptions, newEmail, newNumber, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture({ app: { sms_auth: true } });

type Act = 'linkEmail' | 'linkPhone' | 'updateEmail' | 'updatePhone';

async function openSignedIn(options?: FixtureOptions): Promise<string> {
  await open(options);
  return enter();
}
async function enter(): Promise<string> {
  const email = newEmail();
  await act.enterByCode(email);
  await act.page.getByText(', logged in,').waitFor();
  return email;
}
const press = (what: Act) => act.page.evaluate((name) => window.host.accounts[name](), what);
const field = (type: 'email' | 'tel') => act.page.locator(`input[type=${type}]`);
const code = () => act.page.locator('input[name=code]');
const accounts = () =>
  act.page.evaluate(() => {
    const { email, phone } = window.host.latchkey.user ?? {};
    return [email?.address ?? null, phone?.number ?? null];
  });
/** Enters an email address or a phone number with its calling code, and waits for the code screen. */
async function give(to: string): Promise<void> {
  const input = field(to.startsWith('+') ? 'tel' : 'email');
  if (to.startsWith('+')) await act.page.locator('select[aria-label=Country]:enabled').waitFor();
  await input.fill(to);
  await act.page.locator('.field-submit:enabled').click();
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
}

const giveCode = async (to: string) => code().fill(await fixture.harness.inbox.nextCode(to));
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const ownToken = () => act.page.evaluate(() => window.host.latchkey.getAccessToken());
/**
 * Sends a code to a phone number from outside the page, for the user of a token.
 *
 * @returns a function that links the number
 */
async function startLinkElsewhere(
  number: string,
  token: string | null,
  appId = fixture.harness.appId,
): Promise<() => Promise<void>> {
  const call = async (path: string, body: object) => {
    const response = await callAsHost({ ...fixture.harness, appId }, path, body, token ?? '');
    expect(await response.json(), path).not.toHaveProperty('code');
  };
  await call(smsRoutes.sendCode.path, { phoneNumber: number });
  const sent = await fixture.harness.inbox.nextCode(number);
  return () => call(smsRoutes.link.path, { phoneNumber: number, code: sent });
}
async function linkElsewhere(number: string, given?: string, appId?: string): Promise<void> {
  const link = await startLinkElsewhere(number, given ?? (await ownToken()), appId);
  await link();
}

async function readError(): Promise<(string | null)[]> {
  await act.screen('ERROR_SCREEN').waitFor();
  return [
    await act.page.locator('dialog h2').textContent(),
    await act.page.locator('.status-words p').textContent(),
  ];
}

describe('linking an account', () => {
  it('[LINK-14] [LINK-18] [LINK-19] LINK_PHONE_SCREEN links a phone number, and then only the callback of useLinkAccount is called', {
    tags: 'story',
  }, async () => {
    await open();
    const [email, number] = [newEmail(), newNumber()];
    await act.logIn(email);
    await gone();
    await press('linkPhone');
    await act.screen('LINK_PHONE_SCREEN').waitFor();
    await act.page.getByRole('dialog', { name: 'Add your phone number' }).waitFor();
    await give(number);
    expect(await accounts()).toEqual([email, null]);
    await giveCode(number);
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new', 'linked sms phone']);
    expect(await accounts()).toEqual([email, number]);
  });

  it('[LINK-14] LINK_EMAIL_SCREEN links an email address to a user who signed in by phone', async () => {
    await open();
    const [number, email] = [newNumber(), newEmail()];
    await act.page.locator('html[data-ready=true]').waitFor();
    await act.page.evaluate((to) => window.host.smsLogin.sendCode({ phoneNumber: to }), number);
    const sent = await fixture.harness.inbox.nextCode(number);
    await act.page.evaluate((given) => window.host.smsLogin.loginWithCode({ code: given }), sent);
    await act.page.getByText(', logged in,').waitFor();
    await press('linkEmail');
    await act.screen('LINK_EMAIL_SCREEN').waitFor();
    await give(email);
    await giveCode(email);
    await gone();
    await expect.poll(() => act.told()).toEqual(['linked email email']);
    expect(await accounts()).toEqual([email, number]);
  });

  it('[LINK-02] [LINK-03] [LINK-17] before the login, linking or updating an account sends nothing and is refused; after it, no screen opens if the type is already linked or there is none to update', async () => {
    await open();
    await act.page.locator('html[data-ready=true]').waitFor();
    const paths: string[] = [];
    act.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await press('linkEmail');
    await press('updateEmail');
    await expect
      .poll(act.told)
      .toEqual(['link email must_be_authenticated', 'update email must_be_authenticated']);
    expect(paths.filter((path) => path.startsWith('/api/'))).toEqual([]);

    await enter();
    await press('linkEmail');
    await press('updatePhone');
    await expect
      .poll(async () => (await act.told()).slice(2))
      .toEqual(['link email cannot_link_more_of_type', 'update sms not_found']);
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
  });

  it('[LINK-05] [ERR-09] [ERR-26] the modal says that a phone number belongs to another user, and leads back to the input', async () => {
    const taken = newNumber();
    const other = await signIn(fixture.harness, newEmail());
    await linkElsewhere(taken, other.privyAccessToken);
    await fixture.harness.service.advance(30_000);
    const email = await openSignedIn();
    await press('linkPhone');
    await give(taken);
    await giveCode(taken);
    expect(await readError()).toEqual([
      'Authentication failed',
      'This account has already been linked to another user.',
    ]);
    await act.page.getByRole('button', { name: 'Try again' }).click();
    await act.screen('LINK_PHONE_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual(['link sms exited_link_flow']);
    expect(await accounts()).toEqual([email, null]);
  });

  it('[LINK-03] [ERR-17] [ERR-26] if the user has meanwhile linked another phone number elsewhere, the modal shows an error and reports cannot_link_more_of_type', async () => {
    // The second phone number in a day needs a captcha, which the client solves by itself.
    const appId = await createApp(fixture.harness, { sms_auth: true, captcha_enabled: true });
    await openSignedIn({ appId });
    const [number, elsewhere] = [newNumber(), newNumber()];
    const link = await startLinkElsewhere(elsewhere, await ownToken(), appId);
    await press('linkPhone');
    await give(number);
    await link();
    await giveCode(number);
    expect(await readError()).toEqual([
      'Something went wrong',
      'User already has an account of type phone linked.',
    ]);
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual(['link sms cannot_link_more_of_type']);
  });

  it('[LINK-19] [LINK-22] [ERR-24] [ERR-26] a link screen shows as soon as its code has loaded, even with a stopped clock; the code screen leads back to the input; leaving reports exited_link_flow, and an unknown error failed_to_link_account', async () => {
    await openSignedIn({ clock: true });
    await stopClock(act.page);
    await press('linkPhone');
    await field('tel').waitFor({ state: 'attached' });
    await act.page.clock.resume();
    await act.screen('LINK_PHONE_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    await press('linkPhone');
    await give(newNumber());
    await act.page.getByRole('button', { name: 'Back' }).click();
    await act.screen('LINK_PHONE_SCREEN').waitFor();
    await expect.poll(() => field('tel').inputValue()).toMatch(/^\(201\) 555-/);
    await act.page.getByRole('button', { name: 'Close' }).click();
    await gone();
    const told = ['link sms exited_link_flow', 'link sms exited_link_flow'];
    await expect.poll(() => act.told()).toEqual(told);

    await act.page.route(`**${emailRoutes.update.path}`, (route) =>
      route.fulfill({
        status: 500,
        headers: {
          'access-control-allow-origin': fixture.harness.host.origin,
          'access-control-allow-credentials': 'true',
        },
        json: { error: 'Oh', code: 'internal_error' },
      }),
    );
    const email = newEmail();
    await press('updateEmail');
    await give(email);
    await giveCode(email);
    expect(await readError()).toEqual(['Something went wrong', 'Try again later']);
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.told()).toEqual([...told, 'update email failed_to_link_account']);
  });
});

describe('updating an account', () => {
  it('[LINK-15] [LINK-16] an email address or a phone number is replaced only after a code sent to the new one; leaving reports exited_update_flow', async () => {
    // The second phone number in a day needs a captcha, which the client solves by itself.
    const appId = await createApp(fixture.harness, { sms_auth: true, captcha_enabled: true });
    const oldEmail = await openSignedIn({ appId });
    const oldNumber = newNumber();
    await linkElsewhere(oldNumber, undefined, appId);
    await press('updateEmail');
    await act.screen('UPDATE_EMAIL_SCREEN').waitFor();
    await act.page.getByText(oldEmail).waitFor();
    const email = newEmail();
    await give(email);
    expect(await accounts()).toEqual([oldEmail, null]);
    await giveCode(email);
    await gone();
    // The change of the email address loaded the user again, with the phone number that was linked elsewhere.
    expect(await accounts()).toEqual([email, oldNumber]);

    await press('updatePhone');
    await act.screen('UPDATE_PHONE_SCREEN').waitFor();
    const number = newNumber();
    await give(number);
    expect(await accounts()).toEqual([email, oldNumber]);
    await giveCode(number);
    await gone();
    expect(await accounts()).toEqual([email, number]);

    await press('updateEmail');
    await act.screen('UPDATE_EMAIL_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    await gone();
    await expect
      .poll(() => act.told())
      .toEqual(['updated email email', 'updated sms phone', 'update email exited_update_flow']);
  });
});

describe('a login that is too old', () => {
  it('an old login is confirmed by a code before an account is linked, which keeps the entered number, and before one is unlinked, which fails if the user leaves', async () => {
    const email = await openSignedIn();
    await fixture.harness.service.advance(601_000);
    const number = newNumber();
    async function confirm(): Promise<void> {
      await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
      await act.page.getByRole('button', { name: email }).click();
      await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
      await giveCode(email);
    }
    await press('linkPhone');
    await act.page.locator('select[aria-label=Country]:enabled').waitFor();
    await field('tel').fill(number);
    await act.page.locator('.field-submit:enabled').click();
    await confirm();
    await act.screen('LINK_PHONE_SCREEN').waitFor();
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    await giveCode(number);
    await gone();
    await expect.poll(() => act.told()).toEqual(['linked sms phone']);

    await fixture.harness.service.advance(601_000);
    const unlink = () =>
      act.page.evaluate(
        (address) =>
          window.host.latchkey.unlinkEmail(address).then(
            (user) => [user.email, user.phone?.number],
            (error) => error.code,
          ),
        email,
      );
    const refused = unlink();
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await act.page.keyboard.press('Escape');
    expect(await refused).toBe('recent_login_required');
    await gone();

    const done = unlink();
    await confirm();
    expect(await done).toEqual([null, number]);
  });
});
