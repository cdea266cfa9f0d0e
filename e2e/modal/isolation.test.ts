import { expect, it } from 'vitest';
import { newEmail, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture();

const forget = () => act.page.evaluate(() => window.heard.splice(0));
const heard = () => act.page.evaluate(() => window.heard);
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

it('while a user enters an email address and part of a code, no key, press, input, paste or submit in the modal reaches the page or the elements above the provider', async () => {
  await open({ screen: 'phone' });
  await act.page.locator('html[data-ready=true]').waitFor();
  await act.page.locator('#login').click();
  expect(await heard()).toContain('React click');
  await act.screen('LANDING').waitFor();
  await forget();
  const email = newEmail();
  await act.page.locator('input[type=email]').tap();
  await act.page.keyboard.type(email);
  await act.page.keyboard.press('Tab');
  await act.page.keyboard.press('Enter');
  await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  await act.page.mouse.wheel(0, 40);
  await act.page.getByRole('button', { name: 'Back' }).click();
  await act.page.getByRole('button', { name: 'Submit' }).click();
  await act.page.locator('input[name=code]').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '12');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
    );
  });
  await act.page.locator('[data-box="1"][data-filled]').waitFor();
  await act.page.keyboard.press('Escape');
  await gone();
  // Only focus events are left, because the focus returns to the host's own button.
  expect((await heard()).filter((event) => !event.endsWith(' focusin'))).toEqual([]);
});

it('the modal keeps keys from the host when the focus is lost to the body and while a held key closes the modal, and leaves the next press to the host if the key was released in another window', async () => {
  await open();
  await act.openLanding();
  await forget();
  await act.page.evaluate(() => {
    const field = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement;
    if (field instanceof HTMLElement) field.blur();
  });
  await act.page.keyboard.press('k');
  expect(await heard()).toEqual([]);
  await expect.poll(() => act.page.evaluate(() => document.activeElement?.localName)).toBe('latchkey-modal');
  await act.page.keyboard.press('Escape');
  await gone();

  await act.openLanding();
  await act.page.getByRole('button', { name: 'Close', exact: true }).focus();
  await act.page.keyboard.down('Enter');
  await gone();
  await forget();
  await act.page.keyboard.down('Enter');
  await act.page.keyboard.up('Enter');
  expect(await heard()).toEqual([]);
  expect(await act.page.locator('latchkey-modal').count()).toBe(0);

  await act.visit();
  // Stands in for a popup that has the focus when the key is released.
  await act.page.evaluate(() =>
    window.addEventListener('keyup', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await act.openLanding();
  await act.page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await gone();
  await act.page.locator('#login').press('Enter');
  await act.screen('LANDING').waitFor();
});

it("the modal works over a host's own dialog that traps the focus, locks the body, hides unknown elements and closes on outside presses", async () => {
  const trap = `
    <div id="root"></div>
    <div id="trap" role="dialog" tabindex="-1" style="position: fixed; inset: 40px; z-index: 2147483647; background: #ddd">
      <button id="inside" type="button">Inside</button>
    </div>
    <script type="module">
      const trap = document.getElementById('trap');
      const inside = document.getElementById('inside');
      document.body.style.pointerEvents = 'none';
      trap.style.pointerEvents = 'auto';
      trap.append(document.getElementById('root'));
      document.addEventListener('focusin', (event) => { if (!trap.contains(event.target)) inside.focus(); });
      document.addEventListener('focusout', (event) => {
        if (event.relatedTarget && !trap.contains(event.relatedTarget)) inside.focus();
      });
      document.addEventListener('pointerdown', (event) => { if (!trap.contains(event.target)) trap.dataset.closed = ''; });
      document.addEventListener('keydown', (event) => { if (event.key === 'Escape') trap.dataset.closed = ''; }, true);
      // As React Aria does: hides every added element, and sees presses first. It closes on presses outside, except on
      // elements with its mark.
      const isItsOwn = (node) => trap.contains(node) || node.closest('[data-react-aria-top-layer]');
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLElement) Object.assign(node, { inert: true, ariaHidden: 'true' });
      }).observe(document.body, { childList: true });
      document.addEventListener('pointerdown', ({ target }) => { if (!isItsOwn(target)) trap.dataset.closed = ''; }, true);
    </script>`;
  await open({ body: trap });
  await act.openLanding();
  await act.page.getByRole('dialog', { name: 'Log in or sign up' }).waitFor();
  const email = newEmail();
  await act.page.locator('input[type=email]').click();
  await act.page.keyboard.type(email);
  await expect.poll(() => act.page.locator('input[type=email]').inputValue()).toBe(email);
  await act.page.keyboard.press('Enter');
  await act.screen('AWAITING_PASSWORDLESS_CODE').waitFor();
  const accepted = await fixture.harness.inbox.nextCode(email);
  await act.succeed(() => act.page.keyboard.type(accepted));
  await act.page.keyboard.press('Escape');
  await gone();
  expect(await act.page.locator('#trap').getAttribute('data-closed')).toBeNull();
});

it("the modal keeps its appearance under extreme styles of a host, uses the host's tokens, and follows the host's theme while it is open, without losing the input", async () => {
  const styles = `<style>
    html { font-size: 40px } * { color: red !important; letter-spacing: 4px; text-transform: uppercase }
    body > * { opacity: .2; display: block; transform: scale(3); pointer-events: none; visibility: hidden; zoom: 2 }
    #root, #root * { visibility: visible; pointer-events: auto; opacity: 1; transform: none }
    h2, input, button, dialog { font: 60px cursive !important; border: 9px solid lime !important }
    latchkey-modal { --latchkey-radius-dialog: 4px }
  </style>`;
  const look = () =>
    act.page.locator('dialog h2').evaluate((title) => {
      const { color, font, letterSpacing, textTransform, visibility, borderTopWidth } =
        getComputedStyle(title);
      const { width, height } = title.getBoundingClientRect();
      return { color, font, letterSpacing, textTransform, visibility, borderTopWidth, width, height };
    });
  await open();
  await act.openLanding();
  const calm = await look();
  await act.visit({ body: `${styles}<div id="root"></div>` });
  await act.openLanding();
  expect(await look()).toEqual(calm);
  expect(
    await act.page.locator('dialog .shell').evaluate((it) => getComputedStyle(it).borderTopLeftRadius),
  ).toBe('4px');

  await act.visit({ config: { appearance: { theme: 'light' } } });
  await act.openLanding();
  const colours = () =>
    act.page.locator('dialog .shell').evaluate((shell) => {
      const submit = shell.querySelector('.field-submit');
      return [getComputedStyle(shell).backgroundColor, submit && getComputedStyle(submit).backgroundColor];
    });
  await act.page.locator('input[type=email]').fill('ada@host.example');
  expect((await colours())[0]).toBe('rgb(255, 255, 255)');
  await act.page.evaluate(() => window.setConfig({ appearance: { theme: 'dark', accentColor: '#ffea00' } }));
  await expect.poll(colours).toEqual(['rgb(23, 24, 27)', 'rgb(255, 234, 0)']);
  await expect.poll(() => act.page.locator('input[type=email]').inputValue()).toBe('ada@host.example');
});

it('the modal works under a Content-Security-Policy without unsafe-*', { tags: 'story' }, async () => {
  const problems: string[] = [];
  await open({
    strictPolicy: true,
    prepare: async (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
    },
  });
  await act.logIn(newEmail());
  await gone();
  await expect.poll(() => act.told()).toEqual(['complete email new']);
  expect(problems).toEqual([]);
});
