import type { Page } from 'playwright-core';

/** Elements of the modal that are wider than their place, or stand outside of the dialog. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.locator('latchkey-modal dialog').evaluate((dialog) => {
    const box = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll<HTMLElement>('.shell *:not(.hidden, input, option)')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (
          left < box.left - 0.5 || right > box.right + 0.5 || element.scrollWidth > element.clientWidth + 1
        );
      })
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      .map((element) => `${element.tagName} ${element.className}`);
  });
}
