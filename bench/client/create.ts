import type { Page, Request } from 'playwright-core';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { type PageFixture, startPageFixture } from './fixture.ts';
import type {} from './hosts/create.ts';

const rounds = 7;
const batch = 20;

/**
 * Compares the creation of a wallet, from the host page's call to its answer, with the sum of its parts: the calls to
 * the service as the browser timed them, and two splits and one derivation with the same libraries in the same page.
 * Each round has a new user whose frame is loaded.
 */
export async function createBench(): Promise<BenchResult> {
  const fixture = await startPageFixture({ create: './hosts/create.ts' });
  const browser = await launchBrowser({ ...withMotion, thirdPartyStorage: 'allowed' });
  let measured: Measured[];
  try {
    const page = await browser.newPage();
    await page.goto(`${fixture.crossSiteOrigin}/create.html`);
    await page.waitForFunction(() => window.createBench !== undefined);
    await page.evaluate(() => window.createBench.start());
    // The warm-up also creates the app's keys.
    measured = await inRounds({ rounds, warmUp: 1 }, (round) =>
      measureOne(fixture, page, `create-${round + 1}@latchkey.example`),
    );
  } finally {
    await browser.close();
    await fixture.close();
  }
  return {
    bench: 'create',
    figures: [
      {
        name: 'create a wallet, against its calls, two splits and one derivation',
        unit: '×',
        atMost: 1.5,
        ...overRounds(measured, ({ ours, calls, bare }) => ours / (calls + bare)),
      },
      { name: 'create a wallet', unit: 'ms', ...overRounds(measured, ({ ours }) => ours) },
      { name: 'calls of the service', unit: 'ms', ...overRounds(measured, ({ calls }) => calls) },
      { name: 'two splits and one derivation', unit: 'ms', ...overRounds(measured, ({ bare }) => bare) },
    ],
  };
}

/** Times in ms. */
type Measured = Record<'ours' | 'calls' | 'bare', number>;

async function measureOne({ harness }: PageFixture, page: Page, email: string): Promise<Measured> {
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
