import type { Page, Request } from 'playwright-core';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { type PageFixture, startPageFixture } from './fixture.ts';
import type {} from './hosts/create.ts';

const rounds = 7;
const batch = 20;

/**
 * A wallet, from the host page's call to its answer, against the sum of its parts: the calls of the service that it took,
 * as the browser timed them, two splits and one derivation by the same libraries in the same page. Each round is a new
 * person whose frame is loaded.
 */
export async function createBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ create: './hosts/create.ts' });
  const browser = await launchBrowser({ ...withMotion, thirdPartyStorage: 'allowed' });
  const measured: { ours: number; calls: number; bare: number }[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(`${fixture.crossSiteOrigin}/create.html`);
    await page.waitForFunction(() => window.createBench !== undefined);
    await page.evaluate(() => window.createBench.start());
    // Compiles, warms up, and makes the app's keys.
    await measureOne(fixture, page, 'first@latchkey.example');
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measureOne(fixture, page, `create-${round}@latchkey.example`));
    }
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'create',
    figures: [
      {
        name: 'create a wallet, against its calls, two splits and one derivation',
        value: median(measured.map(({ ours, calls, bare }) => ours / (calls + bare))),
        unit: '×',
        atMost: 1.5,
      },
      { name: 'create a wallet', value: median(measured.map(({ ours }) => ours)), unit: 'ms' },
      { name: 'calls of the service', value: median(measured.map(({ calls }) => calls)), unit: 'ms' },
      { name: 'two splits and one derivation', value: median(measured.map(({ bare }) => bare)), unit: 'ms' },
    ],
  };
}

async function measureOne({ harness }: PageFixture, page: Page, email: string) {
  await page.evaluate((to) => window.createBench.sendCode(to), email);
  const code = await harness.inbox.nextCode(email);
  await page.evaluate((digits) => window.createBench.logIn(digits), code);
  await page.waitForFunction(() => window.createBench.isFrameReady());
  const bare = await page.evaluate((count) => window.createBench.bare(count), batch);
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('requestfinished', note);
  const { from, ms: ours } = await page.evaluate(() => window.createBench.create());
  await Promise.all(requests.map((request) => request.response()));
  page.off('requestfinished', note);
  const times = requests
    .filter((request) => request.url().startsWith(`${harness.url}/api/`) && request.method() !== 'OPTIONS')
    .map((request) => request.timing())
    .filter(({ startTime }) => startTime >= from && startTime <= from + ours);
  const calls = times.reduce((sum, { responseEnd }) => sum + responseEnd, 0);
  await page.evaluate(() => window.createBench.logOut());
  return { ours, calls, bare };
}
