import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

// Passes time for a page that watches its own visibility. Its clock is stopped, but its frames are drawn.

/** Asks a new observer in the frame if the frame is visible now. */
export const seenIn = (frame: Frame) =>
  frame.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const options: object = { trackVisibility: true, delay: 100 };
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry as unknown as { isVisible: boolean }).isVisible);
        }, options);
        observer.observe(document.querySelector('main') as Element);
      }),
  );

/** Length of a step in ms. The page is observed once per step. */
const stepMs = 200;

/** Lets time pass in small steps, and waits after each step until the frame was observed. */
export async function passTime(page: Page, frame: Frame, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
    await page.clock.runFor(Math.min(leftMs, stepMs));
    await seenIn(frame);
  }
}

export async function untilSeen(page: Page, frame: Frame, isSo: () => Promise<boolean>): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    if (await isSo()) return waitedMs;
    expect(waitedMs).toBeLessThan(60_000);
    await passTime(page, frame, stepMs);
  }
}

/** Covers the page with an almost transparent element, or removes that element. */
export const cover = (page: Page, isThere: boolean) =>
  page.evaluate((given) => {
    document.getElementById('cover')?.remove();
    if (!given) return;
    const element = document.createElement('div');
    element.id = 'cover';
    // Lets presses through, as a cover would that lures the user to press the page below.
    element.style.cssText =
      'position: fixed; inset: 0; z-index: 9; background: white; opacity: .02; pointer-events: none';
    document.body.append(element);
  }, isThere);
