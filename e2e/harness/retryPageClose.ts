import type { BrowserContext, Page } from 'playwright-core';

/** Time between two requests to close a page, in ms. */
const retryMs = 500;

/**
 * Makes `page.close()` end even if the page is navigating. If a navigation commits first, Chromium drops the request to
 * close the page, which Playwright sends only once, so this repeats it.
 *
 * @returns a function that stops doing so for pages that open later
 */
export function retryPageClose(context: BrowserContext): () => void {
  context.pages().forEach(follow);
  context.on('page', follow);
  return () => void context.off('page', follow);

  function follow(page: Page): void {
    const close = page.close.bind(page);
    page.close = async (options) => {
      const asking = setInterval(() => void closeAgain(page), retryMs);
      await close(options).finally(() => clearInterval(asking));
    };
  }

  async function closeAgain(page: Page): Promise<void> {
    try {
      const session = await context.newCDPSession(page);
      await session.send('Page.close');
    } catch {}
  }
}
