import type { Locator, Page } from 'playwright-core';

/** A screen of the modal, once its code has come. Until then a placeholder stands under its name. */
export function screenOf(page: Page, name: string): Locator {
  return page.locator(`.shell[data-screen=${name}]:not(:has(> .content > .placeholder))`);
}
