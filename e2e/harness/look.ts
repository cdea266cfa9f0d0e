import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Returns the accessibility violations that axe finds in a page or frame, without its iframes, once all finite
 * animations have ended. (Text that fades in has too little contrast until then.)
 *
 * @param within - Selector of the part to check. By default the whole page.
 * @param rules - Names of axe's rules. By default all.
 */
export async function findBarriers(
  page: Page | Frame,
  within?: string,
  rules?: readonly string[],
): Promise<string[]> {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ selector, only }) => {
      const options = {
        ...(only ? { runOnly: [...only] } : {}),
        resultTypes: ['violations' as const],
        iframes: false,
        elementRef: false,
      };
      return (await window.axe?.run(selector ?? document, options))?.violations;
    },
    { selector: within, only: rules },
  );
  if (!violations) throw new Error('axe is not on the page');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Looks at a page in dark and in light mode, each once all finite animations have ended. */
export async function lookInBothSchemes(
  page: Page,
  look: (colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await look(colorScheme);
  }
}

/** Resolves when all finite animations in the page and in the modal have ended. */
export async function settle(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    const roots = [document, document.querySelector('latchkey-modal, latchkey-panel')?.shadowRoot];
    const moving = roots
      .flatMap((root) => root?.getAnimations() ?? [])
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
}
