import type { Page } from 'playwright-core';

/**
 * Returns the elements that are not fully visible: those wider than their place or outside the dialog, and actions
 * that must be scrolled to.
 */
export function findOverflow(page: Page): Promise<string[]> {
  return page.locator('latchkey-modal dialog').evaluate((dialog) => {
    const box = dialog.getBoundingClientRect();
    const name = (element: Element) => `${element.tagName} ${element.className}`;
    const wide = [...dialog.querySelectorAll<HTMLElement>('.shell *:not(.hidden, input, option)')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (
          left < box.left - 0.5 || right > box.right + 0.5 || element.scrollWidth > element.clientWidth + 1
        );
      })
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline');
    const content = dialog.querySelector('.content')?.getBoundingClientRect() ?? box;
    const actions = [...dialog.querySelectorAll('.page-end :is(a, button)')].filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < content.top - 0.5 || bottom > content.bottom + 0.5;
    });
    return [...wide.map(name), ...actions.map((action) => `${name(action)} “${action.textContent}”`)];
  });
}
