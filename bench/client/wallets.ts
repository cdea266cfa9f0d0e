import type { Page } from 'playwright-core';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { everyRow, onFirstVisit, startPageFixture } from './fixture.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const rounds = 7;
const wallets = 100;

/** Runs in the page before its scripts: wallets as extensions announce them (EIP-6963), each with its own icon. */
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
 * Runs in the page, as text: presses the entry for wallets, and measures every frame until all rows have been there
 * for half a second.
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

/** Opens the modal, and waits for a quiet landing screen. */
async function openLanding(page: Page, url: string): Promise<void> {
  await trafficOf(page, async () => {
    await page.goto(url);
    await page.locator('#open').click();
    await page.locator('input[type=email]').waitFor();
  });
}

/**
 * Measures the cost of the wallet list for a user who has the modal open, and the cost of a hundred wallets for the
 * page.
 */
export async function walletsBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ latchkey: './hosts/latchkey.tsx' }, { app: everyRow });
  const url = `${fixture.origin}/latchkey.html`;
  const measured = await onFirstVisit(async (page) => {
    await page.addInitScript(announce);
    return inRounds({ rounds, warmUp: 1 }, async () => {
      const list = await onFirstVisit((visit) => listOf(visit, url));
      await openLanding(page, url);
      return { list, frame: await page.evaluate<number>(openList(wallets)) };
    });
  }).finally(fixture.close);
  return {
    bench: 'wallets',
    figures: [
      {
        name: 'the list of wallets, from an open landing to a quiet page: every request of it, gzip',
        unit: 'kB',
        atMost: 27.2,
        ...overRounds(measured, ({ list }) => list.kb),
      },
      {
        name: 'requests of it, preflights included',
        unit: '',
        ...overRounds(measured, ({ list }) => list.visits.length),
      },
      {
        name: `longest frame while ${wallets} announced wallets appear (one at 60 Hz is 16.7 ms)`,
        unit: 'ms',
        atMost: 17.7,
        ...overRounds(measured, ({ frame }) => frame),
      },
    ],
  };
}

async function listOf(page: Page, url: string): Promise<Traffic> {
  await openLanding(page, url);
  return trafficOf(page, async () => {
    await page.getByText('Continue with a wallet', { exact: true }).click();
    await page.locator('.wallet-row').first().waitFor();
  });
}
