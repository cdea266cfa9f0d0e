import { describe, expect, it } from 'vitest';
import { stopClock, withMotion } from '../harness/index.ts';
import { createGate, newEmail, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture();

const isOpen = () => act.dialog.evaluate((dialog: HTMLDialogElement) => dialog.open);
const state = () => act.page.locator('#state').textContent();
const box = async () => {
  const found = await act.dialog.boundingBox();
  if (!found) throw new Error('the dialog is not on the page');
  return found;
};
/** Waits until the dialog has stopped moving, then measures it. */
const restingBox = async () => {
  await act.dialog.evaluate((dialog) =>
    Promise.all(dialog.getAnimations({ subtree: false }).map((it) => it.finished)),
  );
  return box();
};

const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
async function pressLogin(): Promise<void> {
  await act.page.locator('#login').click();
  await act.dialog.waitFor({ state: 'attached' });
  expect(await isOpen()).toBe(false);
}

describe('the shell', () => {
  it("[MODAL-01] [MODAL-12] the modal changes screens without changing the page's URL; the landing has a Close button, the code screen Back and Close", async () => {
    await open();
    const before = [act.page.url(), await act.page.evaluate(() => history.length)];
    await act.openLanding();
    const buttons = () =>
      act.page.locator('dialog .bar button').evaluateAll((all) => all.map((it) => it.ariaLabel));
    expect(await buttons()).toEqual(['Close']);
    await act.sendCode(newEmail());
    expect(await buttons()).toEqual(['Back', 'Close']);
    expect([act.page.url(), await act.page.evaluate(() => history.length)]).toEqual(before);
    await act.page.getByRole('button', { name: 'Back' }).click();
    await act.screen('LANDING').waitFor();
  });

  it('[MODAL-02] [MODAL-03] [MODAL-04] the modal is a compact dialog, a drawer up to a width of 440 px, and at most as high as the viewport less 48 px', async () => {
    await open(withMotion);
    for (const [width, height, expected] of [
      [1280, 800, { x: 460, y: 160, width: 360, height: 480 }],
      [441, 900, { x: 40.5, y: 210, width: 360, height: 480 }],
      [440, 900, { x: 0, y: 420, width: 440, height: 480 }],
      [390, 844, { x: 0, y: 364, width: 390, height: 480 }],
      [1280, 420, { height: 420 - 48 }],
      [390, 420, { height: 420 - 48 }],
    ] as const) {
      await act.page.setViewportSize({ width, height });
      await act.openLanding();
      expect(await restingBox(), `${width} × ${height}`).toMatchObject(expected);
      await act.page.keyboard.press('Escape');
      await gone();
    }
  });

  it('[MODAL-06] [MODAL-07] the modal opens 15 ms after its screen is set, or not at all if Escape comes first; it is gone 200 ms after closing, and then starts anew', async () => {
    await open({ clock: true });
    await act.page.locator('html[data-ready=true]').waitFor();
    await stopClock(act.page);
    await pressLogin();
    await act.page.keyboard.press('Escape');
    await act.page.clock.runFor(200);
    await gone();
    expect(await act.told()).toEqual(['error exited_auth_flow']);

    await pressLogin();
    await act.page.clock.runFor(14);
    expect(await isOpen()).toBe(false);
    await act.page.clock.runFor(1);
    expect(await isOpen()).toBe(true);

    await act.page.clock.resume();
    await act.screen('LANDING').waitFor();
    await act.sendCode(newEmail());
    await stopClock(act.page);
    await act.page.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    await act.page.clock.runFor(199);
    expect(await act.screen('AWAITING_PASSWORDLESS_CODE').count()).toBe(1);
    await act.page.clock.runFor(1);
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.page.clock.resume();
    await act.openLanding();
  });

  it('[MODAL-08] [MODAL-15] the modal shows a placeholder until the app configuration has loaded; the host learns whether Latchkey is ready, a user is logged in and the modal is open', async () => {
    const held = createGate();
    await open({
      prepare: (page) => page.route('**/api/v1/apps/*', (route) => held.passed.then(() => route.continue())),
    });
    await expect.poll(state).toBe('starting, logged out, modal closed');
    await act.page.locator('#login').click();
    await act.screen('LOADING').waitFor();
    expect(await act.page.locator('input[type=email]').count()).toBe(0);
    held.open();
    await act.screen('LANDING').waitFor();
    expect(await act.page.locator('input[type=email]').evaluate((field) => field.matches(':focus'))).toBe(
      true,
    );
    await expect.poll(state).toBe('ready, logged out, modal open');
    const email = newEmail();
    await act.sendCode(email);
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.page.locator('#state', { hasText: 'ready, logged in, modal closed' }).waitFor();
  });

  it('if the configuration does not load, the modal offers Try again, and continues when it loads', async () => {
    let down = true;
    await open({
      prepare: (page) => page.route('**/api/v1/apps/*', (route) => (down ? route.abort() : route.continue())),
    });
    await act.page.locator('#login').click();
    const retry = act.page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    down = false;
    await retry.click();
    await act.screen('LANDING').waitFor();
  });

  it("[MODAL-10] the modal closes on an outside press, Escape and the close button, after the screen's own close handler, but not on a press that begins inside", async () => {
    await open();
    await act.openLanding();
    await act.page.mouse.move(640, 330);
    await act.page.mouse.down();
    await act.page.mouse.move(20, 20, { steps: 4 });
    await act.page.mouse.up();
    expect(await isOpen()).toBe(true);
    const told: string[] = [];
    for (const [way, close] of [
      ['an outside press', () => act.page.mouse.click(20, 20)],
      ['Escape', () => act.page.keyboard.press('Escape')],
      ['the close button', () => act.page.getByRole('button', { name: 'Close' }).click()],
    ] as const) {
      await act.sendCode(newEmail());
      await close();
      await gone();
      told.push('error exited_auth_flow');
      await expect.poll(() => act.told(), { message: way }).toEqual(told);
      // The code screen's handler discarded the login, so the landing no longer has the address.
      await act.openLanding();
      await expect.poll(() => act.page.locator('input[type=email]').inputValue(), { message: way }).toBe('');
    }
  });

  it('[MODAL-13] [MODAL-11] in standalone mode the panel renders in place and without a close button', async () => {
    await open({ config: { render: { standalone: true } } });
    await act.page.locator('latchkey-panel').locator(act.screen('LANDING')).waitFor();
    expect(await act.page.locator('dialog').count()).toBe(0);
    expect(await act.page.locator('latchkey-panel .bar button').count()).toBe(0);
    await act.page.locator('input[type=email]').click();
    const email = newEmail();
    await act.sendCode(email);
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
  });
});

describe('the focus', () => {
  it('the focus moves into the dialog when it opens, stays in it, and returns to the opener when it closes', async () => {
    await open();
    await act.openLanding();
    const focused = () => act.page.evaluate(() => document.activeElement?.localName);
    await expect.poll(focused).toBe('latchkey-modal');
    for (let presses = 0; presses < 8; presses++) {
      await act.page.keyboard.press('Tab');
      expect(['latchkey-modal', 'body']).toContain(await focused());
    }
    await act.page.keyboard.press('Escape');
    await gone();
    await expect.poll(() => act.page.evaluate(() => document.activeElement?.id)).toBe('login');
  });
});
