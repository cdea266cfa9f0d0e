import type { Page } from 'playwright-core';
import { addAuthenticator, keepPopup } from '../harness/index.ts';
import type { Act } from './fixture.ts';

/** Actions in the modal of `act`, which find controls by the texts that a user reads. */
export function pageObject(act: () => Act) {
  const page = () => act().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const heading = (name: string) => page().getByRole('heading', { name, exact: true });
  const field = () => page().locator('input[name=password]');
  async function press(name: string): Promise<void> {
    await page()
      .locator('button:enabled', { has: page().getByText(name, { exact: true }) })
      .click();
  }
  async function setPassword(password: string): Promise<void> {
    await field().fill(password);
    await press('Continue');
    await heading('Save your password').waitFor();
    await press('Continue');
    await heading('Confirm your password').waitFor();
    await field().fill(password);
    await press('Continue');
    await page().getByRole('checkbox').check();
    await press('Set Password');
  }
  return {
    button,
    screen: (name: string) => act().screen(`EMBEDDED_WALLET_${name}_SCREEN`),
    heading,
    says: (text: string) => page().getByText(text, { exact: true }).waitFor(),
    field,
    press,
    /** Goes through the wizard for a wallet's password, up to the press that sets it. */
    setPassword,
    /** Goes through the wizard for a wallet's password, to its end. */
    async choosePassword(password: string) {
      await setPassword(password);
      await heading('Your password is set').waitFor();
      await press('Done');
    },
    async confirmLogin(nextCode: () => Promise<string>) {
      await act().screen('CONFIRM_LOGIN_SCREEN').waitFor();
      await page().locator('.entry:enabled').click();
      await act().screen('AWAITING_ACCOUNT_CODE').waitFor();
      await page()
        .locator('input[name=code]')
        .fill(await nextCode());
    },
    async end() {
      await page().locator('latchkey-modal').waitFor({ state: 'detached' });
    },
    /** Runs the page's own clock until a condition is true, never faster than real time. */
    async runUntil(shows: () => Promise<boolean>) {
      while (!(await shows())) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await page().clock.runFor(20);
      }
    },
  };
}

/**
 * Uses a passkey in the wallet's own window. The window stays open over all uses, because a virtual authenticator
 * ends with its window.
 *
 * @returns a function that presses the button of this name in the modal, and continues in the window with this
 *   heading
 */
export function walletPasskey(act: () => Act): (name: string, heading: string) => Promise<void> {
  let popup: Page | undefined;
  return async (name, heading) => {
    const { page } = act();
    const button = page.locator('button:enabled', { has: page.getByText(name, { exact: true }) });
    if (popup) await button.click();
    else {
      await page.addInitScript(keepPopup);
      await page.evaluate(keepPopup);
      [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
      await addAuthenticator(popup);
    }
    await popup.getByRole('heading', { name: heading }).waitFor();
    await popup.evaluate(() => {
      window.close = () => document.documentElement.setAttribute('data-closed', '');
    });
    await popup.getByRole('button', { name: 'Continue' }).click();
    await popup.locator('html[data-closed]').waitFor();
    await page.evaluate(() => Object.assign(window, { hasClosed: true }));
  };
}

/** Deletes this browser's parts of the wallet's key, as Safari may after a week without a visit. Runs in the frame. */
export async function forgetParts(): Promise<void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise((resolve) => {
    const transaction = database.transaction('devices', 'readwrite');
    transaction.objectStore('devices').clear();
    transaction.oncomplete = resolve;
  });
  database.close();
}
