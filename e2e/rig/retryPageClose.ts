import type { BrowserContext, Page } from 'playwright-core';

/** How often the browser is asked again to close a page, in ms. */
const retryMs = 500;

/**
 * Makes `page.close()` of a context's pages end also while a page navigates.
 *
 * Chromium forgets that it was asked to close a page if a navigation commits before the page is closed. Playwright asks once, and
 * then waits for ever.
 *
 * @returns a function that leaves later pages alone
 */
export function retryPageClose(context: BrowserContext): () => void {
  context.pages().forEach(follow);
  context.on('page', follow);
  return () => void context.off('page', follow);

  function follow(page: Page): void {
    const close = page.close.bind(page);
    page.close = async (options) => {
      const asking = setInterval(() => void askAgain(page), retryMs);
      await close(options).finally(() => clearInterval(asking));
    };
  }

  async function askAgain(page: Page): Promise<void> {
    try {
      const session = await context.newCDPSession(page);
      await session.send('Page.close');
    } catch {
      // It has closed meanwhile.
    }
  }
}
