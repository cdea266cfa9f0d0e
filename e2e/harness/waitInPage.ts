import type { Page } from 'playwright-core';

/** The interval at which a page is polled, in ms. Playwright's default, once per frame, takes eight times the CPU time. */
const everyMs = 50;

/**
 * Waits until a function gives something truthy in a page. Take a locator where one can wait for the same.
 *
 * @param look runs in the page; sees nothing of the test but `arg`
 */
export async function waitInPage(page: Page, look: () => unknown): Promise<void>;
export async function waitInPage<Arg>(page: Page, look: (arg: Arg) => unknown, arg: Arg): Promise<void>;
export async function waitInPage(page: Page, look: (arg: unknown) => unknown, arg?: unknown) {
  await page.waitForFunction(look, arg, { polling: everyMs });
}
