import type { CDPSession, Page } from 'playwright-core';
import type { BenchResult } from '../result.ts';
import { inAllRounds, inRounds, overRounds } from '../rounds.ts';
import { everyRow, onFirstVisit, startPageFixture } from './fixture.ts';
import { trafficOf } from './traffic.ts';

const rounds = 9;
const throttle = 4;

/** One opening of a dialog, measured with the page's clock. */
interface Opening {
  /** From the click to the focused email input, in ms. */
  elapsed: number;
  /** Longest task from the click until half a second after the input has the focus, in ms: 50 or more, else 0. */
  longestTask: number;
  /** Shift of painted elements (Cumulative Layout Shift). */
  shift: number;
}

/** Runs in the page, as text, because a compiled function would need the compiler's helpers. */
const clickAndWait = `new Promise((resolve) => {
  const deepest = (element) => (element && element.shadowRoot ? deepest(element.shadowRoot.activeElement) : element);
  let [longestTask, shift] = [0, 0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift' });
  const started = performance.now();
  const look = () => {
    if (deepest(document.activeElement)?.tagName !== 'INPUT') return requestAnimationFrame(look);
    const elapsed = performance.now() - started;
    setTimeout(() => resolve({ elapsed, longestTask, shift }), 500);
  };
  document.querySelector('#open').click();
  look();
})`;

async function open(page: Page, url: string, cdp: CDPSession): Promise<Opening> {
  await trafficOf(page, async () => {
    await page.goto(url);
    await page.locator('#open').waitFor();
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const opening = await page.evaluate<Opening>(clickAndWait);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return opening;
}

/** Compares opening the modal with opening a bare lazily loaded React dialog, in turn, at a quarter of CPU speed. */
export async function clickBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { latchkey: './hosts/latchkey.tsx', bare: './hosts/bare.tsx' },
    { app: everyRow },
  );
  const measured = await onFirstVisit(async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    return inRounds({ rounds, warmUp: 1 }, async () => ({
      bare: await open(page, `${fixture.origin}/bare.html`, cdp),
      ours: await open(page, `${fixture.origin}/latchkey.html`, cdp),
    }));
  }).finally(fixture.close);
  return {
    bench: 'click',
    figures: [
      {
        name: 'click to focused e-mail input, against a bare lazy dialog (4× throttle)',
        unit: '×',
        atMost: 0.61,
        ...overRounds(measured, ({ ours, bare }) => ours.elapsed / bare.elapsed),
      },
      { name: 'Latchkey', unit: 'ms', ...overRounds(measured, ({ ours }) => ours.elapsed) },
      { name: 'bare dialog', unit: 'ms', ...overRounds(measured, ({ bare }) => bare.elapsed) },
      {
        name: 'longest task of opening the modal, 0 where none is over 50 ms (4× throttle)',
        unit: 'ms',
        atMost: 50,
        ...overRounds(measured, ({ ours }) => ours.longestTask),
      },
      {
        name: 'the same of the bare dialog',
        unit: 'ms',
        ...overRounds(measured, ({ bare }) => bare.longestTask),
      },
      {
        name: 'layout shift of opening the modal',
        value: inAllRounds(measured, ({ ours }) => ours.shift),
        unit: '',
        atMost: 0,
      },
    ],
  };
}
