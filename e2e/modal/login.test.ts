import { describe, expect, it } from 'vitest';
import { stopClock } from '../harness/index.ts';
import { createApp, createGate, newEmail, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture();

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
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
async function openCode(email = newEmail()): Promise<string> {
  await open();
  await act.openLanding();
  await act.sendCode(email);
  return email;
}
function countTries(): { count: number } {
  const tries = { count: 0 };
  act.page.on('request', (request) => {
    if (request.url().endsWith('/passwordless/authenticate')) tries.count++;
  });
  return tries;
}

describe('the landing', () => {
  it('[LAND-02] [LAND-03] the landing shows the header and message of the settings, and a wide, a high and a small logo at most 180 × 90 px', async () => {
    const withLogo = (width: number, height: number) => {
      const logo = `data:image/svg+xml,${encodeURIComponent(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`,
      )}`;
      return { appearance: { logo, landingHeader: 'Come aboard', loginMessage: 'It takes a minute.' } };
    };
    // Reads the size in the layout, which a motion of the dialog would not change.
    const sizeOf = (it: HTMLImageElement) => [it.clientWidth, it.clientHeight];
    async function readLogo(): Promise<number[]> {
      await act.openLanding();
      const image = act.page.getByRole('img', { name: 'Tidewater logo' });
      await image.waitFor();
      return image.evaluate(sizeOf);
    }
    await open({ config: withLogo(600, 100) });
    expect(await readLogo()).toEqual([180, 30]);
    await act.page.getByRole('heading', { name: 'Come aboard' }).waitFor();
    await act.page.getByText('It takes a minute.').waitFor();
    expect(await act.page.getByRole('dialog', { name: 'Come aboard' }).count()).toBe(1);
    await act.visit({ config: withLogo(100, 300) });
    expect(await readLogo()).toEqual([30, 90]);
    await act.visit({ config: withLogo(40, 20) });
    expect(await readLogo()).toEqual([40, 20]);
  });

  it("[LAND-13] [LAND-24] [LAND-31] the landing has an example address, 'Protected by Latchkey' and Submit, which is disabled until the address is valid and while it submits; Enter submits", async () => {
    const held = createGate();
    await open({
      prepare: (page) =>
        page.route('**/passwordless/init', (route) => held.passed.then(() => route.continue())),
    });
    await act.openLanding();
    expect(await field().getAttribute('placeholder')).toBe('your@email.example');
    expect(await submit().count()).toBe(1);
    expect(await act.page.locator('.foot').textContent()).toBe('Protected by Latchkey');
    for (const text of ['', 'ada', 'ada@', 'ada@host', 'ada b@host.example']) {
      await field().fill(text);
      await expect.poll(() => submit().isDisabled(), { message: text }).toBe(true);
    }
    const problem = act.page.locator('.entries .field-error');
    expect(await problem.textContent()).toBe('');
    await act.page.keyboard.press('Enter');
    await expect.poll(() => problem.textContent()).toBe("An email address can't contain “ ”");
    expect(await act.screen('LANDING').count()).toBe(1);
    await field().fill('ada@host');
    await expect
      .poll(() => problem.textContent())
      .toBe('Enter a full email address, such as your@email.example');
    await field().fill('ada@host.example');
    await expect.poll(() => problem.textContent()).toBe('');
    await act.visit();
    await act.openLanding();
    await field().fill('ada');
    expect(await problem.textContent()).toBe('');
    await submit().click({ force: true });
    await expect.poll(() => problem.textContent()).toMatch(/^Enter a full/);
    await field().fill(newEmail());
    await expect.poll(() => submit().isDisabled()).toBe(false);
    await submit().click();
    await act.page.locator('.field[data-busy]').waitFor();
    expect(await submit().isDisabled()).toBe(true);
    held.open();
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    await act.page.getByRole('button', { name: 'Back' }).click();
    // Fills in an address as a Japanese keyboard types it, with an invisible character. Then pastes a code with the
    // sentence around it.
    const email = newEmail();
    const wide = email.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
    await field().fill(`\u200b${wide.replaceAll('．', '。')}\u3000`);
    await act.page.keyboard.press('Enter');
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    await act.page.getByText(email).waitFor();
    await paste(`Your code is ${await fixture.harness.inbox.nextCode(email)}\u200b, good for 10 minutes.`);
    await gone();
  });

  it('[LAND-30] [LAND-34] the landing offers only the methods that the app enables, and has the legal footer if there is a document to read but no duty to accept it', async () => {
    await open();
    await act.openLanding();
    expect(await act.page.locator('.entries > *').count()).toBe(1);
    const footer = act.page.getByText('By logging in');
    expect(await footer.count(), 'no address').toBe(0);

    await act.visit({ appId: await createApp(fixture.harness, { terms_and_conditions_url: termsUrl }) });
    await act.openLanding();
    const note = act.page.getByText('By logging in I agree to the Terms & Privacy Policy');
    expect(await note.count()).toBe(1);
    expect(await act.page.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(termsUrl);
    expect(await act.page.getByRole('link', { name: 'Privacy Policy' }).count()).toBe(0);

    const toAccept = { terms_and_conditions_url: termsUrl, require_users_accept_terms: true };
    await act.visit({ appId: await createApp(fixture.harness, toAccept) });
    await act.openLanding();
    expect(await footer.count(), 'terms must be accepted').toBe(0);

    await act.page.route('**/api/v1/apps/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), email_auth: false } });
    });
    await act.visit();
    await act.page.locator('#state', { hasText: 'no_login_method' }).waitFor();
    await act.page.locator('#login').click();
    await act.page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await field().count()).toBe(0);
  });

  it('[OTP-03] [ERR-15] [ERR-11] if the service sends no code, the error screen says why and leads back to the landing', {
    tags: 'story',
  }, async () => {
    await open();
    const email = newEmail();
    // A code was requested for the same address a moment ago, so the service refuses the next one.
    await act.page.evaluate(
      ({ url, appId, to }) =>
        fetch(`${url}/api/v1/passwordless/init`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'privy-app-id': appId },
          body: JSON.stringify({ email: to }),
        }),
      { url: fixture.harness.url, appId: fixture.harness.appId, to: email },
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
  it('[OTP-02] [OTP-04] [CODE-01] [CODE-06] the code screen follows the email address, and has six boxes, the address and Resend; Backspace clears a box and moves back', async () => {
    const email = await openCode();
    expect(await act.page.locator('[data-box]').count()).toBe(6);
    await act.page.getByText(email).waitFor();
    expect(await act.page.getByRole('button', { name: /^Resend code/ }).count()).toBe(1);
    const active = () => act.page.locator('[data-active]').getAttribute('data-box');
    await act.page.keyboard.type('123');
    expect(await boxes()).toEqual(['1', '2', '3', '', '', '']);
    expect(await active()).toBe('3');
    await act.page.keyboard.press('Backspace');
    expect(await boxes()).toEqual(['1', '2', '', '', '', '']);
    expect(await active()).toBe('2');
    await act.page.locator('[data-box="1"]').click({ force: true });
    expect(await active()).toBe('1');
    await act.page.keyboard.press('Backspace');
    expect(await boxes()).toEqual(['1', '', '', '', '', '']);
    expect(await active()).toBe('0');
    await act.page.keyboard.type('7');
    expect(await boxes()).toEqual(['7', '', '', '', '', '']);
  });

  it("[CODE-03] [CODE-04] [CODE-05] the code screen says 'Code should be numeric' instead of the component's text, fills the boxes from more than six digits and says so, and submits neither", async () => {
    await openCode();
    const tries = countTries();
    await act.page.keyboard.type('12a');
    await act.page.getByText('Code should be numeric').waitFor();
    expect(await act.page.getByText('Passcode can only be numbers').count()).toBe(0);
    expect(await boxes()).toEqual(['1', '2', '', '', '', '']);
    await paste('12345b');
    await act.page.getByText('Code should be numeric').waitFor();
    await act.page.keyboard.type('3');
    expect(await act.page.getByText('Code should be numeric').count()).toBe(0);

    await act.page.getByRole('button', { name: 'Back' }).click();
    await act.sendCode(newEmail());
    await act.page.keyboard.type('9');
    await paste('1234567');
    await act.page.getByText('Passcode must be exactly 6 numbers').waitFor();
    expect(await boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
    await act.page.keyboard.press('End');
    await act.page.keyboard.type('8');
    await act.page.getByText('Passcode must be exactly 6 numbers').waitFor();
    expect(tries.count).toBe(0);
  });

  it('[CODE-05] [CODE-08] [OTP-06] the code screen submits six pasted digits without their spaces, or a code that the browser fills in, and says Success!', async () => {
    const first = await openCode();
    const sent = act.page.waitForRequest('**/passwordless/authenticate');
    const digits = await fixture.harness.inbox.nextCode(first);
    await act.succeed(() => paste(`  ${digits.slice(0, 3)} ${digits.slice(3)}\n`));
    expect((await sent).postDataJSON()).toMatchObject({ code: digits });
    await gone();
    await act.page.evaluate(() => window.host.latchkey.logout());

    await act.openLanding();
    const second = newEmail();
    await act.sendCode(second);
    expect(await code().getAttribute('autocomplete')).toBe('one-time-code');
    const filled = await fixture.harness.inbox.nextCode(second);
    await act.succeed(() => code().fill(filled));
  });

  it('[CODE-07] [OTP-06] [ERR-16] the code screen says that a code is wrong, empties the boxes, and accepts the right one at the sixth digit, without a button', async () => {
    const email = await openCode();
    const tries = countTries();
    const digits = await fixture.harness.inbox.nextCode(email);
    const top = () => code().evaluate((input) => input.getBoundingClientRect().top);
    const before = await top();
    await act.page.keyboard.type(digits === '000000' ? '111111' : '000000');
    await act.page.getByText('Invalid or expired verification code').waitFor();
    expect(await top()).toBe(before);
    expect(await boxes()).toEqual(['', '', '', '', '', '']);
    await act.page.keyboard.type(digits.slice(0, 5));
    await act.page.keyboard.press('Enter');
    expect(tries.count).toBe(1);
    expect(await boxes()).toEqual([...digits.slice(0, 5), '']);
    await act.succeed(() => act.page.keyboard.type(digits.slice(5)));
    expect(tries.count).toBe(2);
  });

  it('[OTP-05] [OTP-09] [TERMS-04] the code screen keeps Resend disabled for 30 s, counting down, then sends another code; the modal closes 1400 ms after success if nothing else is due', async () => {
    await open({ clock: true });
    await act.openLanding();
    const email = newEmail();
    await act.sendCode(email);
    await fixture.harness.inbox.nextCode(email);
    await stopClock(act.page);
    const resend = act.page.getByRole('button', { name: /^Resend code/ });
    expect(await resend.isDisabled()).toBe(true);
    const seconds = async () => Number(/in (\d+) s/.exec((await resend.textContent()) ?? '')?.[1]);
    const first = await seconds();
    await act.page.clock.runFor(10_000);
    expect(await seconds()).toBe(first - 10);
    // The device's clock is set back by an hour.
    await act.page.clock.setSystemTime((await act.page.evaluate(() => Date.now())) - 60 * 60_000);
    await act.page.clock.runFor(first * 1000 - 10_000 - 1500);
    expect(await resend.isDisabled()).toBe(true);
    await act.page.clock.runFor(2000);
    expect(await resend.textContent()).toBe('Resend code');
    expect(await resend.isDisabled()).toBe(false);
    await fixture.harness.service.advance(31_000);
    await act.page.clock.resume();
    await resend.click();
    await act.page.getByText('We sent a new code.').waitFor();

    const accepted = await fixture.harness.inbox.nextCode(email);
    await act.page.keyboard.type(accepted.slice(0, 5));
    await stopClock(act.page);
    await act.page.keyboard.type(accepted.slice(5));
    await act.page.getByText('Success!').waitFor();
    await act.page.clock.runFor(1399);
    expect(await act.told()).toEqual([]);
    await act.page.clock.runFor(1);
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    expect(await act.dialog.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
  });
});

describe('useLoginWithEmail', () => {
  it('[OTP-01] useLoginWithEmail goes through the states of a login by code, without the modal', async () => {
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
    const digits = await fixture.harness.inbox.nextCode(email);
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
