import { describe, expect, it } from 'vitest';
import { createApp, createGate, newNumber, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture({ app: { email_auth: false, sms_auth: true } });

const field = () => act.page.locator('input[type=tel]');
const submit = () => act.page.getByRole('button', { name: 'Submit' });
const country = () => act.page.getByRole('combobox', { name: 'Country' });
const seen = () => field().evaluate((input: HTMLInputElement) => [input.value, input.selectionStart]);
const caretTo = (at: number) =>
  field().evaluate((input: HTMLInputElement, place) => input.setSelectionRange(place, place), at);
/** Opens the landing and waits for the numbering plans. */
async function showPhone(): Promise<void> {
  await act.openLanding();
  await act.page.locator('select[aria-label=Country]:enabled').waitFor();
}
async function openPhone(options?: Parameters<typeof open>[0]): Promise<void> {
  await open(options);
  await showPhone();
}

describe('the phone input', () => {
  it('[LAND-15] [LAND-25] [LAND-27] [LAND-28] [LAND-29] the phone input has a list of countries, an example for the chosen country and Submit, and formats the number; it begins with the country of the settings, and another country clears the number', async () => {
    await openPhone();
    expect(await country().inputValue()).toBe('US');
    expect(await field().getAttribute('placeholder')).toBe('(201) 555-0123');
    expect(await field().evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)).toBe(
      'Phone number',
    );
    const names = await country().locator('option').allTextContents();
    expect(names.length).toBeGreaterThan(200);
    expect(names).toEqual(expect.arrayContaining(['United States (+1)', 'Germany (+49)', 'Japan (+81)']));
    expect(await submit().count()).toBe(1);
    await field().focus();
    for (const [digits, shown] of [
      ['201', '(201)'],
      ['55', '(201) 55'],
      ['5', '(201) 555'],
      ['0123', '(201) 555-0123'],
    ] as const) {
      await act.page.keyboard.type(digits);
      expect(await seen()).toEqual([shown, shown.length]);
    }
    await caretTo('(201) 5'.length);
    await act.page.keyboard.press('Backspace');
    expect(await seen()).toEqual(['(201) 550-123', '(201'.length]);
    await act.page.keyboard.type('7');
    expect(await seen()).toEqual(['(201) 755-0123', '(201) 7'.length]);
    // A character that is not a digit changes nothing.
    await act.page.keyboard.type('x');
    expect(await seen()).toEqual(['(201) 755-0123', '(201) 7'.length]);

    await act.visit({ config: { intl: { defaultCountry: 'DE' } } });
    await showPhone();
    expect(await country().inputValue()).toBe('DE');
    expect(await field().getAttribute('placeholder')).toBe('01512 3456789');
    await field().fill('015123456789');
    await country().selectOption('FR');
    expect(await field().inputValue()).toBe('');
    expect(await submit().isDisabled()).toBe(true);
    await field().fill('0612345678');
    await expect.poll(() => field().inputValue()).toBe('06 12 34 56 78');
    expect(await submit().isEnabled()).toBe(true);
    // A number that is pasted with its calling code selects its country.
    await field().selectText();
    await act.page.keyboard.insertText('+1 201 555-0123');
    expect(await country().inputValue()).toBe('US');
    expect(await field().inputValue()).toBe('(201) 555-0123');
    expect(await submit().isEnabled()).toBe(true);
  });

  it('[LAND-24] [LAND-26] the phone input keeps Submit disabled until the number is valid in its country, and while it submits; it sends no second code to the same number in another format', async () => {
    const held = createGate();
    await openPhone({
      prepare: (page) =>
        page.route('**/passwordless_sms/init', (route) => held.passed.then(() => route.continue())),
    });
    for (const text of ['', '201', '201555012', '20155501234', '1115550123']) {
      await field().fill(text);
      await expect.poll(() => submit().isDisabled(), { message: text }).toBe(true);
    }
    await act.page.keyboard.press('Enter');
    expect(await act.page.locator('.field[data-busy]').count()).toBe(0);
    const sends: unknown[] = [];
    act.page.on('request', (request) => {
      if (request.url().endsWith('/passwordless_sms/init')) sends.push(request.postDataJSON());
    });
    const number = newNumber();
    await field().fill(number);
    await submit().click();
    await act.page.locator('.field[data-busy]').waitFor();
    expect(await submit().isDisabled()).toBe(true);
    expect(await country().isDisabled()).toBe(true);
    held.open();
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    const code = await fixture.harness.inbox.nextCode(number);
    await act.page.getByRole('button', { name: 'Back' }).click();
    await act.page.locator('select[aria-label=Country]:enabled').waitFor();
    await field().fill(`${number.slice(2, 5)}.${number.slice(5, 8)} / ${number.slice(8)}`);
    await submit().click();
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    await act.succeed(() => act.page.keyboard.type(code));
    expect(sends).toEqual([expect.objectContaining({ phoneNumber: number })]);
  });
});

describe('a login by SMS', () => {
  it('[OTP-02] [OTP-04] [LAND-29] a login by SMS shows the number that the code went to, and Back restores the number in the input', {
    tags: 'story',
  }, async () => {
    await openPhone();
    const number = newNumber();
    const sent = act.page.waitForRequest('**/passwordless_sms/init');
    await field().fill(number);
    await act.page.keyboard.press('Enter');
    const qualified = `+1 ${number.slice(2)}`;
    expect((await sent).postDataJSON()).toMatchObject({ phoneNumber: `+1${number.slice(2)}` });
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    await act.page.getByText(qualified, { exact: true }).waitFor();
    await act.page.getByRole('button', { name: 'Back' }).click();
    await act.screen('LANDING').waitFor();
    await act.page.locator('input[type=tel]:not([value=""])').waitFor();
    expect(await country().inputValue()).toBe('US');
    expect((await field().inputValue()).replace(/\D/g, '')).toEqual(number.slice(2));
    await act.page.keyboard.press('Enter');
    await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
    const accepted = await fixture.harness.inbox.nextCode(number);
    await act.succeed(() => act.page.keyboard.type(accepted));
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    await expect.poll(() => act.told()).toEqual(['complete sms new']);
    await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.phone)).toEqual({ number });
  });
});

describe('several login methods', () => {
  const both = { email_auth: true, sms_auth: true } as const;
  const rows = () => act.page.locator('.entries > *').evaluateAll((all) => all.map((row) => row.tagName));
  const button = (name: string) => act.page.getByRole('button', { name, exact: true });

  it('[LAND-01] [LAND-14] [LAND-36] [ERR-10] the landing shows one input at a time and the other methods as buttons, in the host’s order; an error leads back to them if SMS is not available in a region', async () => {
    const appId = await createApp(fixture.harness, { ...both, sms_regions: ['DE'] });
    await open({ appId });
    await act.openLanding();
    await expect.poll(rows).toEqual(['FORM', 'BUTTON']);
    await button('Continue with SMS').click();
    await field().waitFor();
    await expect.poll(() => field().evaluate((input) => input.matches(':focus'))).toBe(true);
    await expect.poll(rows).toEqual(['BUTTON', 'FORM']);
    await act.page.locator('select[aria-label=Country]:enabled').waitFor();
    await field().fill(newNumber());
    await act.page.keyboard.press('Enter');
    await act.screen('ERROR_SCREEN').waitFor();
    await act.page.getByRole('heading', { name: 'This region is not supported', exact: true }).waitFor();
    const detail = 'SMS authentication from this region is not available';
    await act.page.getByText(detail, { exact: true }).waitFor();
    await button('Try another method').click();
    await act.screen('LANDING').waitFor();
    await button('Continue with Email').click();
    await act.page.locator('input[type=email]:focus').waitFor();
    await expect.poll(rows).toEqual(['FORM', 'BUTTON']);

    await act.visit({
      appId,
      config: {
        appearance: { hideDirectWeb2Inputs: true },
        loginMethodsAndOrder: { primary: ['sms', 'email'] },
      },
    });
    await act.openLanding();
    await expect.poll(rows).toEqual(['BUTTON', 'BUTTON']);
    expect(await act.page.locator('.entries').innerText()).toMatch(/SMS\s+Continue with Email/);
    await button('Continue with Email').click();
    await act.page.locator('input[type=email]:focus').waitFor();
  });

  it('[LAND-06] [OTP-01] [OTP-11] the landing marks the last used method after a log-out, even if it was used without the modal', async () => {
    const appId = await createApp(fixture.harness, both);
    await open({ appId });
    await act.page.locator('html[data-ready=true]').waitFor();
    const number = newNumber();
    await act.page.evaluate((to) => window.host.smsLogin.sendCode({ phoneNumber: to }), number);
    await expect
      .poll(() => act.page.evaluate(() => window.host.smsLogin.state.status))
      .toBe('awaiting-code-input');
    const code = await fixture.harness.inbox.nextCode(number);
    await act.page.evaluate((digits) => window.host.smsLogin.loginWithCode({ code: digits }), code);
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.page.evaluate(() => window.host.latchkey.logout());
    await act.page.locator('#state', { hasText: 'logged out' }).waitFor();
    const badges = () => act.page.locator('.badge').allTextContents();
    await act.openLanding();
    await expect.poll(badges).toEqual(['Recent']);
    expect(await act.page.locator('.entry:has(.badge)').textContent()).toContain('Continue with SMS');
    expect(
      await act.page.evaluate((id) => localStorage.getItem(`privy:${id}:recent-login-method`), appId),
    ).toBe('"sms"');
  });
});
