import type { Page } from 'playwright-core';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { everyRow, startPageFixture } from './fixture.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const runs = 7;
const wallets = 100;

/** Runs in the page before its scripts: wallets as extensions announce them (EIP-6963), each with an icon of its own. */
const announce = `(() => {
  const icon = (at) => 'data:image/svg+xml,' + encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="hsl(' + at * 3 + ' 60% 40%)"/></svg>');
  const details = Array.from({ length: ${wallets} }, (_, at) => Object.freeze({
    info: Object.freeze({ uuid: '00000000-0000-4000-8000-' + String(at).padStart(12, '0'), name: 'Wallet ' + at,
      rdns: 'example.wallet' + at, icon: icon(at) }),
    provider: { request: () => new Promise(() => {}), on() {}, removeListener() {} },
  }));
  const tell = () => details.forEach((detail) =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
  window.addEventListener('eip6963:requestProvider', tell);
  tell();
})()`;

/**
 * Runs in the page, as text: presses the entry of wallets, and looks at every frame until all rows have stood for half a
 * second.
 *
 * @returns the longest time between two frames, in ms
 */
const openList = (rows: number) => `new Promise((resolve) => {
  const shell = () => document.querySelector('latchkey-modal').shadowRoot;
  const entry = [...shell().querySelectorAll('button')].find((one) => one.textContent.includes('Continue with a wallet'));
  let [longest, last, shownAt] = [0, performance.now(), null];
  const look = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    if (shownAt === null && shell().querySelectorAll('.wallet-row').length >= ${rows}) shownAt = now;
    if (shownAt !== null && now - shownAt > 500) return resolve(longest);
    requestAnimationFrame(look);
  };
  requestAnimationFrame((now) => { last = now; entry.click(); requestAnimationFrame(look); });
})`;

/** Opens the modal, up to a quiet landing. */
async function openLanding(page: Page, url: string): Promise<void> {
  await trafficOf(page, async () => {
    await page.goto(url);
    await page.locator('#open').click();
    await page.locator('input[type=email]').waitFor();
  });
}

/** What the list of wallets costs a person who has the modal open, and what a hundred wallets cost the page. */
export async function walletsBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ latchkey: './hosts/latchkey.tsx' }, { app: everyRow });
  const url = `${fixture.origin}/latchkey.html`;
  const frames: number[] = [];
  let list: Traffic;
  const browser = await launchBrowser(withMotion);
  try {
    const page = await browser.newPage();
    await openLanding(page, url);
    list = await trafficOf(page, async () => {
      await page.getByText('Continue with a wallet', { exact: true }).click();
      await page.locator('.wallet-row').first().waitFor();
    });
    await page.addInitScript(announce);
    for (let run = -1; run < runs; run += 1) {
      await openLanding(page, url);
      const longest = await page.evaluate<number>(openList(wallets));
      if (run >= 0) frames.push(longest); // the first warms the browser up
    }
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'wallets',
    figures: [
      {
        name: 'the list of wallets, from an open landing to a quiet page: every request of it, gzip',
        value: list.kb,
        unit: 'kB',
        atMost: 45,
      },
      { name: 'requests of it, preflights included', value: list.visits.length, unit: '' },
      {
        name: `longest frame while ${wallets} announced wallets appear (two at 60 Hz are 33 ms)`,
        value: median(frames),
        unit: 'ms',
        atMost: 33,
      },
    ],
  };
}
