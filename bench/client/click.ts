import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/rig/index.ts';
import { type BenchResult, median } from '../result.ts';
import { startStage } from './stage.ts';

const runs = 9;
const throttle = 4;

/** Runs in the page, as text: a compiled function would drag the compiler's helpers with it. */
const clickAndWait = `new Promise((resolve) => {
  const deepest = (element) => (element && element.shadowRoot ? deepest(element.shadowRoot.activeElement) : element);
  const started = performance.now();
  const look = () => {
    if (deepest(document.activeElement)?.tagName === 'INPUT') resolve(performance.now() - started);
    else requestAnimationFrame(look);
  };
  document.querySelector('#open').click();
  look();
})`;

/** Milliseconds from the click to the focused e-mail input, by the page's own clock. */
async function clickToFocus(page: Page, url: string, cdp: CDPSession): Promise<number> {
  await page.goto(url);
  await page.locator('#open').waitFor();
  await page.waitForLoadState('networkidle');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const elapsed = await page.evaluate<number>(clickAndWait);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return elapsed;
}

/** Opening the modal on a machine four times slower, against a bare lazily loaded React dialog, turn about. */
export async function clickBench(): Promise<BenchResult> {
  const stage = await startStage({ latchkey: './hosts/latchkey.tsx', bare: './hosts/bare.tsx' });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const cdp = await browser.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let run = -1; run < runs; run += 1) {
      const floor = await clickToFocus(page, `${stage.origin}/bare.html`, cdp);
      const modal = await clickToFocus(page, `${stage.origin}/latchkey.html`, cdp);
      if (run < 0) continue; // the first of each warms the browser up
      bare.push(floor);
      ours.push(modal);
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  return {
    bench: 'click',
    figures: [
      {
        name: 'click to focused e-mail input, against a bare lazy dialog (4× throttle)',
        value: median(ours.map((ms, run) => ms / (bare[run] ?? 1))),
        unit: '×',
        atMost: 1.5,
      },
      { name: 'Latchkey', value: median(ours), unit: 'ms' },
      { name: 'bare dialog', value: median(bare), unit: 'ms' },
    ],
  };
}
