import type { Page } from 'playwright-core';

/** Interval at which a page is polled, in ms. Playwright's default, once per frame, takes more CPU time. */
const everyMs = 50;

/**
 * Waits until a function returns something truthy in a page. Prefer a locator if it can wait for the same.
 *
 * @param look function that runs in the page, where `arg` is the only value of the test that exists
 */
export async function waitInPage(page: Page, look: () => unknown): Promise<void>;
export async function waitInPage<Arg>(page: Page, look: (arg: Arg) => unknown, arg: Arg): Promise<void>;
export async function waitInPage(page: Page, look: (arg: unknown) => unknown, arg?: unknown) {
  await page.waitForFunction(look, arg, { polling: everyMs });
}
