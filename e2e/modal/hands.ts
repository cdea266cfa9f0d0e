import type { Act } from './stage.ts';

/** What is done in the modal of an act, by what a person reads there. */
export function hands(act: () => Act) {
  const page = () => act().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  return {
    button,
    screen: (name: string) => act().screen(`EMBEDDED_WALLET_${name}_SCREEN`),
    heading: (name: string) => page().getByRole('heading', { name, exact: true }),
    says: (text: string) => page().getByText(text, { exact: true }).waitFor(),
    field: () => page().locator('input[name=password]'),
    async press(name: string) {
      await page()
        .locator('button:enabled', { has: page().getByText(name, { exact: true }) })
        .click();
    },
    async end() {
      await page().locator('latchkey-modal').waitFor({ state: 'detached' });
    },
    /** Lets the page's own time pass until something shows, never faster than time passes outside. */
    async runUntil(shows: () => Promise<boolean>) {
      while (!(await shows())) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await page().clock.runFor(20);
      }
    },
  };
}

/** Loses what this browser holds of the wallet's key, as Safari does after a week. Runs in the frame. */
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
