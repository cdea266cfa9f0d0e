import type { Page } from 'playwright-core';

/** Stops the page's clock; from here on only `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // The moment has to lie ahead when the browser is told of it, however busy the machine is.
  for (let aheadMs = 50; ; aheadMs *= 2) {
    const at = (await page.evaluate(() => Date.now())) + aheadMs;
    try {
      return await page.clock.pauseAt(at);
    } catch (error) {
      if (aheadMs > 500 || !/past/.test(String(error))) throw error;
    }
  }
}
