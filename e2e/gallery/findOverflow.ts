import type { Page } from 'playwright-core';

/** The modal's dialog, or the hosted page. */
export const shownParts = 'latchkey-modal dialog, .hosted';

/**
 * Returns the elements that are not fully visible: those wider than their place or outside the dialog or hosted page,
 * and actions of a dialog that must be scrolled to.
 */
export function findOverflow(page: Page): Promise<string[]> {
  return page.locator(shownParts).evaluate((shown) => {
    const box = shown.getBoundingClientRect();
    const name = (element: Element) => `${element.tagName} ${element.className}`;
    const parts = '*:not(.hidden, input, option, path)';
    const panel = shown.querySelector('latchkey-panel')?.shadowRoot;
    const wide = [
      ...shown.querySelectorAll<HTMLElement>(`.shell ${parts}, :scope:not(dialog) ${parts}`),
      ...(panel?.querySelectorAll<HTMLElement>(`.shell ${parts}`) ?? []),
    ]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (
          left < box.left - 0.5 || right > box.right + 0.5 || element.scrollWidth > element.clientWidth + 1
        );
      })
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline');
    const content = shown.querySelector('.content')?.getBoundingClientRect() ?? box;
    const actions = [...shown.querySelectorAll('.page-end :is(a, button)')].filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < content.top - 0.5 || bottom > content.bottom + 0.5;
    });
    return [...wide.map(name), ...actions.map((action) => `${name(action)} “${action.textContent}”`)];
  });
}
