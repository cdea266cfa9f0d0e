import { launchBrowser, withMotion } from '../../e2e/rig/index.ts';
import { type BenchResult, median } from '../result.ts';
import type {} from './hosts/sign.ts';
import { startStage } from './stage.ts';

const rounds = 7;
const batch = 40;
/** Messages that the protocol sends for one signature: the request, and one to spare. */
const roundTrips = 2;

/**
 * One signature with the entropy in memory, from the host page's call to its answer, against bare secp256k1 signing
 * plus two message round trips to a frame of another site, in the same page.
 */
export async function signBench(): Promise<BenchResult> {
  const stage = await startStage({ sign: './hosts/sign.ts', echo: './hosts/echo.ts' });
  const browser = await launchBrowser({ ...withMotion, thirdPartyStorage: 'allowed' });
  const ours: number[] = [];
  const floors: number[] = [];
  const bares: number[] = [];
  const trips: number[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(`${stage.crossSiteOrigin}/sign.html`);
    await page.waitForFunction(() => window.bench !== undefined);
    const email = 'sign@latchkey.example';
    await page.evaluate(async (to) => {
      await window.bench.start();
      await window.bench.sendCode(to);
    }, email);
    const code = await stage.rig.inbox.nextCode(email);
    await page.evaluate((digits) => window.bench.logIn(digits), code);
    await page.evaluate((url) => window.bench.addEcho(url), `${stage.origin}/echo.html`);
    for (let round = -1; round < rounds; round += 1) {
      const bare = await page.evaluate((count) => window.bench.bare(count), batch);
      const trip = await page.evaluate((count) => window.bench.roundTrip(count), batch);
      const our = await page.evaluate((count) => window.bench.ours(count), batch);
      if (round < 0) continue; // compiles and warms up
      bares.push(bare);
      trips.push(trip);
      ours.push(our);
      floors.push(bare + roundTrips * trip);
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  return {
    bench: 'sign',
    figures: [
      {
        name: 'sign a message, against bare signing and two round trips',
        value: median(ours.map((ms, round) => ms / (floors[round] ?? 1))),
        unit: '×',
        atMost: 1.3,
      },
      { name: 'sign a message', value: median(ours), unit: 'ms' },
      { name: 'bare @noble/curves signing', value: median(bares), unit: 'ms' },
      { name: 'message round trip to a frame of another site', value: median(trips), unit: 'ms' },
    ],
  };
}
