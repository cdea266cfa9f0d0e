import { describe, expect, it } from 'vitest';
import { stopClock } from '../rig/index.ts';
import { createApp, createGate, newEmail, shareStage } from './stage.ts';

const { stage, act, open } = shareStage();

const termsUrl = 'https://tidewater.example/terms';

const field = () => act.page.locator('input[type=email]');
const submit = () => act.page.getByRole('button', { name: 'Submit' });
const boxes = () => act.page.locator('[data-box]').allTextContents();
const code = () => act.page.locator('input[name=code]');
const paste = (text: string) =>
  code().evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, text);
/** Counts the requests that try a code. */
function countTries(): { count: number } {
  const tries = { count: 0 };
  act.page.on('request', (request) => {
    if (request.url().endsWith('/passwordless/authenticate')) tries.count++;
  });
  return tries;
}

describe('the landing', () => {
  it('[LAND-02] shows the header and the message of the settings', async () => {
    await open({
      config: { appearance: { landingHeader: 'Come aboard', loginMessage: 'It takes a minute.' } },
    });
    await act.openLanding();
    await act.page.getByRole('heading', { name: 'Come aboard' }).waitFor();
    await act.page.getByText('It takes a minute.').waitFor();
    expect(await act.page.getByRole('dialog', { name: 'Come aboard' }).count()).toBe(1);
  });

  it.each([
    ['wide', 600, 100, 180, 30],
    ['high', 100, 300, 30, 90],
    ['small', 40, 20, 40, 20],
  ])('[LAND-03] shows a %s logo at most 180 × 90 px', async (_, width, height, shownWidth, shownHeight) => {
    const logo = `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`,
    )}`;
    await open({ config: { appearance: { logo } } });
    await act.openLanding();
    const image = act.page.getByRole('img', { name: 'Tidewater logo' });
    await image.waitFor();
    // Its size in the layout, because the dialog may still be moving into place.
    const sizeOf = (it: HTMLImageElement) => [it.clientWidth, it.clientHeight];
    expect(await image.evaluate(sizeOf)).toEqual([shownWidth, shownHeight]);
  });

  it('[LAND-13] has an example address and Submit, and Enter submits', async () => {
    await open();
    await act.openLanding();
    expect(await field().getAttribute('placeholder')).toBe('your@email.example');
    expect(await submit().count()).toBe(1);
    await field().fill(newEmail());
    await act.page.keyboard.press('Enter');
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  });

  it('[LAND-24] keeps Submit disabled until the address is one, and while it submits', async () => {
    const held = createGate();
    await open({
      prepare: (page) =>
        page.route('**/passwordless/init', (route) => held.passed.then(() => route.continue())),
    });
    await act.openLanding();
    for (const text of ['', 'ada', 'ada@', 'ada@host', 'ada b@host.example']) {
      await field().fill(text);
      await expect.poll(() => submit().isDisabled(), { message: text }).toBe(true);
    }
    await act.page.keyboard.press('Enter');
    expect(await act.screen('LANDING').count()).toBe(1);
    await field().fill(newEmail());
    await expect.poll(() => submit().isDisabled()).toBe(false);
    await submit().click();
    await act.page.locator('.field[data-busy]').waitFor();
    expect(await submit().isDisabled()).toBe(true);
    held.open();
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  });

  it('[LAND-30] shows the legal footer where there is something to read and nothing to accept', async () => {
    await open({ appId: await createApp(stage.rig, { terms_and_conditions_url: termsUrl }) });
    await act.openLanding();
    const note = act.page.getByText('By logging in I agree to the Terms & Privacy Policy');
    expect(await note.count()).toBe(1);
    expect(await act.page.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(termsUrl);
    expect(await act.page.getByRole('link', { name: 'Privacy Policy' }).count()).toBe(0);
  });

  it.each([
    ['terms must be accepted', { terms_and_conditions_url: termsUrl, require_users_accept_terms: true }],
    ['there is no address', {}],
  ])('[LAND-30] shows no legal footer where %s', async (_, settings) => {
    await open({ appId: await createApp(stage.rig, settings) });
    await act.openLanding();
    expect(await act.page.getByText('By logging in').count()).toBe(0);
  });

  it("[LAND-31] says 'Protected by Latchkey'", async () => {
    await open();
    await act.openLanding();
    expect(await act.page.locator('.foot').textContent()).toBe('Protected by Latchkey');
  });

  it('[LAND-34] offers the methods that the app enables and no other', async () => {
    await open();
    await act.openLanding();
    expect(await act.page.locator('.entries > *').count()).toBe(1);
    await act.close();
    await open({
      prepare: (page) =>
        page.route('**/api/v1/apps/*', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), email_auth: false } });
        }),
    });
    await act.page.locator('#state', { hasText: 'no_login_method' }).waitFor();
    await act.page.locator('#login').click();
    await act.page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await field().count()).toBe(0);
  });

  it('[OTP-03] [ERR-15] [ERR-11] goes to the error screen when the start fails, and from there back to itself', {
    tags: 'story',
  }, async () => {
    await open();
    const email = newEmail();
    // The same address asked for a code a moment ago, from the same network: the service refuses the next one.
    await act.page.evaluate(
      ({ url, appId, to }) =>
        fetch(`${url}/api/v1/passwordless/init`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'privy-app-id': appId },
          body: JSON.stringify({ email: to }),
        }),
      { url: stage.rig.url, appId: stage.rig.appId, to: email },
    );
    await act.openLanding();
    await field().fill(email);
    await act.page.keyboard.press('Enter');
    await act.screen('ERROR_SCREEN').waitFor();
    await act.page.getByRole('heading', { name: 'Request failed' }).waitFor();
    await act.page.getByText('Too many attempts.').waitFor();
    await act.page.getByRole('button', { name: 'Try again later' }).click();
    await act.screen('LANDING').waitFor();
  });
});

describe('the code screen', () => {
  it('[OTP-02] [OTP-04] [CODE-01] follows the address, with six boxes, the address and Resend', async () => {
    await open();
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    expect(await act.page.locator('[data-box]').count()).toBe(6);
    await act.page.getByText(email).waitFor();
    expect(await act.page.getByRole('button', { name: /^Resend code/ }).count()).toBe(1);
    await act.page.keyboard.type('123');
    expect(await boxes()).toEqual(['1', '2', '3', '', '', '']);
  });

  it("[CODE-03] says 'Code should be numeric' in place of the component's text", async () => {
    await open();
    await act.openLanding();
    await act.sendCode(newEmail());
    const tries = countTries();
    await act.page.keyboard.type('12a');
    await act.page.getByText('Code should be numeric').waitFor();
    expect(await act.page.getByText('Passcode can only be numbers').count()).toBe(0);
    expect(await boxes()).toEqual(['1', '2', '', '', '', '']);
    await paste('12345b');
    await act.page.getByText('Code should be numeric').waitFor();
    await act.page.keyboard.type('3');
    expect(await act.page.getByText('Code should be numeric').count()).toBe(0);
    expect(tries.count).toBe(0);
  });

  it('[CODE-04] [CODE-05] fills the boxes from more than six digits, says so and submits nothing', async () => {
    await open();
    await act.openLanding();
    await act.sendCode(newEmail());
    const tries = countTries();
    await act.page.keyboard.type('9');
    await paste('1234567');
    await act.page.getByText('Passcode must be exactly 6 numbers').waitFor();
    expect(await boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
    await act.page.keyboard.press('End');
    await act.page.keyboard.type('8');
    await act.page.getByText('Passcode must be exactly 6 numbers').waitFor();
    expect(tries.count).toBe(0);
  });

  it('[CODE-05] [CODE-08] [OTP-06] submits six pasted digits, trimmed, and says Success!', async () => {
    await open();
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    const sent = act.page.waitForRequest('**/passwordless/authenticate');
    const digits = await stage.rig.inbox.nextCode(email);
    await act.succeed(() => paste(`  ${digits.slice(0, 3)} ${digits.slice(3)}\n`));
    expect((await sent).postDataJSON()).toMatchObject({ code: digits });
  });

  it('[CODE-05] takes a code that the browser fills in', async () => {
    await open();
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    expect(await code().getAttribute('autocomplete')).toBe('one-time-code');
    const sent = await stage.rig.inbox.nextCode(email);
    await act.succeed(() => code().fill(sent));
  });

  it('[CODE-06] clears a box with Backspace and moves back', async () => {
    await open();
    await act.openLanding();
    await act.sendCode(newEmail());
    const active = () => act.page.locator('[data-active]').getAttribute('data-box');
    await act.page.keyboard.type('123');
    expect(await active()).toBe('3');
    await act.page.keyboard.press('Backspace');
    expect([await boxes(), await active()]).toEqual([['1', '2', '', '', '', ''], '2']);
    await act.page.locator('[data-box="1"]').click({ force: true });
    expect(await active()).toBe('1');
    await act.page.keyboard.press('Backspace');
    expect([await boxes(), await active()]).toEqual([['1', '', '', '', '', ''], '0']);
    await act.page.keyboard.type('7');
    expect(await boxes()).toEqual(['7', '', '', '', '', '']);
  });

  it('[CODE-07] [OTP-06] submits without a button as soon as the sixth digit is typed', async () => {
    await open();
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    const tries = countTries();
    const digits = await stage.rig.inbox.nextCode(email);
    await act.page.keyboard.type(digits.slice(0, 5));
    await act.page.keyboard.press('Enter');
    expect([tries.count, await boxes()]).toEqual([0, [...digits.slice(0, 5), '']]);
    await act.succeed(() => act.page.keyboard.type(digits.slice(5)));
    expect(tries.count).toBe(1);
  });

  it('[ERR-16] says that a code is wrong, empties the boxes and takes the right one', async () => {
    await open();
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    const digits = await stage.rig.inbox.nextCode(email);
    const top = () => code().evaluate((input) => input.getBoundingClientRect().top);
    const before = await top();
    await act.page.keyboard.type(digits === '000000' ? '111111' : '000000');
    await act.page.getByText('Invalid or expired verification code').waitFor();
    expect(await top()).toBe(before);
    expect(await boxes()).toEqual(['', '', '', '', '', '']);
    await act.succeed(() => act.page.keyboard.type(digits));
  });

  it('[OTP-05] keeps Resend disabled for 30 s, counting down, then sends another code', async () => {
    await open({ clock: true });
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    await stage.rig.inbox.nextCode(email);
    await stopClock(act.page);
    const resend = act.page.getByRole('button', { name: /^Resend code/ });
    expect(await resend.isDisabled()).toBe(true);
    const seconds = async () => Number(/in (\d+) s/.exec((await resend.textContent()) ?? '')?.[1]);
    const first = await seconds();
    await act.page.clock.runFor(10_000);
    expect(await seconds()).toBe(first - 10);
    await act.page.clock.runFor(first * 1000 - 10_000 - 1500);
    expect(await resend.isDisabled()).toBe(true);
    await act.page.clock.runFor(2000);
    expect([await resend.textContent(), await resend.isDisabled()]).toEqual(['Resend code', false]);
    await stage.rig.service.advance(31_000);
    await act.page.clock.resume();
    await resend.click();
    await act.page.getByText('We sent a new code.').waitFor();
    const accepted = await stage.rig.inbox.nextCode(email);
    await act.succeed(() => act.page.keyboard.type(accepted));
  });

  it('[OTP-09] [TERMS-04] closes 1400 ms after success when neither terms nor anything else is due', async () => {
    await open({ clock: true });
    await act.logInWithStoppedClock(newEmail());
    await act.page.clock.runFor(1399);
    expect(await act.told()).toEqual([]);
    await act.page.clock.runFor(1);
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    expect(await act.dialog.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
  });
});

describe('useLoginWithEmail', () => {
  it('[OTP-01] goes through the states of a login by code without the modal', async () => {
    await open();
    await act.page.locator('html[data-ready=true]').waitFor();
    const status = () => act.page.evaluate(() => window.host.emailLogin.state.status);
    const email = newEmail();
    await expect.poll(status).toBe('initial');
    const sending = act.page.evaluate((to) => {
      const sent = window.host.emailLogin.sendCode({ email: to });
      return new Promise((seen) => setTimeout(() => seen(window.host.emailLogin.state.status))).then(
        (during) => sent.then(() => during),
      );
    }, email);
    expect(await sending).toBe('sending-code');
    await expect.poll(status).toBe('awaiting-code-input');
    const failed = act.page.evaluate(() =>
      window.host.emailLogin.loginWithCode({ code: '12345' }).catch(() => 'refused'),
    );
    expect(await failed).toBe('refused');
    await expect.poll(status).toBe('error');
    const digits = await stage.rig.inbox.nextCode(email);
    const submitting = act.page.evaluate((typed) => {
      const done = window.host.emailLogin.loginWithCode({ code: typed });
      return new Promise((seen) => setTimeout(() => seen(window.host.emailLogin.state.status))).then(
        (during) => done.then(() => during),
      );
    }, digits);
    expect(await submitting).toBe('submitting-code');
    await expect.poll(status).toBe('done');
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
  });
});
