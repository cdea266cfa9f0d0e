import type { Locator, Page } from 'playwright-core';

/** Locates a screen of the modal once its code has loaded. Until then a placeholder bears the screen's name. */
export function screenOf(page: Page, name: string): Locator {
  return page.locator(`.shell[data-screen=${name}]:not(:has(> .content > .placeholder))`);
}
