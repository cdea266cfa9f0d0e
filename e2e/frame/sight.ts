import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

// Time as a page that watches its own visibility meets it: its clock stands, its frames are drawn.

/** Resolves when the browser has told a new observer in the frame how it is seen now. */
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

/** Time that passes in one step, in ms. The page is looked at once a step. */
const stepMs = 200;

/** Lets time pass in small steps, each as long as it takes the frame to be looked at. */
export async function passTime(page: Page, frame: Frame, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
    await page.clock.runFor(Math.min(leftMs, stepMs));
    await seenIn(frame);
  }
}

/** Lets time pass until something is so. @returns how long, in ms */
export async function untilSeen(page: Page, frame: Frame, isSo: () => Promise<boolean>): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    if (await isSo()) return waitedMs;
    expect(waitedMs).toBeLessThan(60_000);
    await passTime(page, frame, stepMs);
  }
}

/** Lays something over the page that hides nothing from the eye, or takes it away. */
export const cover = (page: Page, isThere: boolean) =>
  page.evaluate((given) => {
    document.getElementById('cover')?.remove();
    if (!given) return;
    const element = document.createElement('div');
    element.id = 'cover';
    // It lets presses through, as one would that is to catch them for the page below.
    element.style.cssText =
      'position: fixed; inset: 0; z-index: 9; background: white; opacity: .02; pointer-events: none';
    document.body.append(element);
  }, isThere);
