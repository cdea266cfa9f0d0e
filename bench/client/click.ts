import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { everyRow, startPageFixture } from './fixture.ts';
import { trafficOf } from './traffic.ts';

const runs = 9;
const throttle = 4;

/** One opening of a dialog, by the page's own clock. */
interface Opening {
  /** From the click to the focused e-mail input, in ms. */
  elapsed: number;
  /** The longest task from the click until the dialog has come to rest, in ms: 50 or more, else 0. */
  longestTask: number;
  /** What was painted and then moved (Cumulative Layout Shift). */
  shift: number;
}

/** Runs in the page, as text: a compiled function would drag the compiler's helpers with it. */
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

/** Opening the modal on a machine four times slower, against a bare lazily loaded React dialog, turn about. */
export async function clickBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { latchkey: './hosts/latchkey.tsx', bare: './hosts/bare.tsx' },
    { app: everyRow },
  );
  const browser = await launchBrowser(withMotion);
  const page = await browser.newPage();
  const cdp = await browser.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const ours: Opening[] = [];
  const bare: Opening[] = [];
  try {
    for (let run = -1; run < runs; run += 1) {
      const baseline = await open(page, `${fixture.origin}/bare.html`, cdp);
      const modal = await open(page, `${fixture.origin}/latchkey.html`, cdp);
      if (run < 0) continue; // the first of each warms the browser up
      bare.push(baseline);
      ours.push(modal);
    }
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'click',
    figures: [
      {
        name: 'click to focused e-mail input, against a bare lazy dialog (4× throttle)',
        value: median(ours.map(({ elapsed }, run) => elapsed / (bare[run]?.elapsed ?? 1))),
        unit: '×',
        atMost: 1.5,
      },
      { name: 'Latchkey', value: median(ours.map(({ elapsed }) => elapsed)), unit: 'ms' },
      { name: 'bare dialog', value: median(bare.map(({ elapsed }) => elapsed)), unit: 'ms' },
      {
        name: 'longest task of opening the modal, 0 where none is over 50 ms (4× throttle)',
        value: median(ours.map(({ longestTask }) => longestTask)),
        unit: 'ms',
        atMost: 50,
      },
      {
        name: 'the same of the bare dialog',
        value: median(bare.map(({ longestTask }) => longestTask)),
        unit: 'ms',
      },
      {
        name: 'layout shift of opening the modal',
        value: Math.max(...ours.map(({ shift }) => shift)),
        unit: '',
        atMost: 0,
      },
    ],
  };
}
