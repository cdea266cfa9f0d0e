import { type TOTP, URI } from 'otpauth';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import { type BenchResult, median } from '../result.ts';
import { type PageFixture, startPageFixture } from './fixture.ts';
import type {} from './hosts/sign.ts';

const rounds = 61;
const batch = 40;
/** Messages that the protocol sends for one signature: the request, and one to spare. */
const roundTrips = 2;

/**
 * One signature with the entropy in memory, from the host page's call to its answer, against bare secp256k1 signing
 * plus two message round trips to a frame of another site, in the same page; and the same within the trusted time of a
 * second factor, against another person's who has none, in turn.
 */
export async function signBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { sign: './hosts/sign.ts', echo: './hosts/echo.ts' },
    { app: { mfa_methods: ['totp'] } },
  );
  const [browser, other] = await Promise.all([openBrowser(), openBrowser()]);
  const ours: number[] = [];
  const guarded: number[] = [];
  const baselines: number[] = [];
  const bares: number[] = [];
  const trips: number[] = [];
  try {
    const page = await signIn(fixture, browser, 'sign@latchkey.example');
    const protectedPage = await signIn(fixture, other, 'factor@latchkey.example');
    const totp = URI.parse(await protectedPage.evaluate(() => window.bench.beginFactor())) as TOTP;
    const enrolled = totp.generate({ timestamp: fixture.harness.service.now() });
    await protectedPage.evaluate((code) => window.bench.enrolFactor(code), enrolled);
    const sign = (at: Page) => at.evaluate((count) => window.bench.ours(count), batch);
    for (let round = -3; round < rounds; round += 1) {
      // Before the other one or behind it, so that neither has the busier machine.
      const before = round % 2 === 0 ? null : await sign(protectedPage);
      const bare = await page.evaluate((count) => window.bench.bare(count), batch);
      const trip = await page.evaluate((count) => window.bench.roundTrip(count), batch);
      const our = await sign(page);
      const theirs = before ?? (await sign(protectedPage));
      if (round < 0) continue; // compiles and warms up
      bares.push(bare);
      trips.push(trip);
      ours.push(our);
      guarded.push(theirs);
      baselines.push(bare + roundTrips * trip);
    }
  } finally {
    await Promise.all([browser.close(), other.close()]);
    await fixture.close();
  }
  return {
    bench: 'sign',
    figures: [
      {
        name: 'sign a message, against bare signing and two round trips',
        value: median(ours.map((ms, round) => ms / (baselines[round] ?? 1))),
        unit: '×',
        atMost: 1.3,
      },
      {
        name: 'the same within the trusted time of a second factor, against without one',
        value: median(guarded.map((ms, round) => ms / (ours[round] ?? 1))),
        unit: '×',
        atMost: 1.05,
      },
      { name: 'sign a message', value: median(ours), unit: 'ms' },
      { name: 'sign a message, with a second factor', value: median(guarded), unit: 'ms' },
      { name: 'bare @noble/curves signing', value: median(bares), unit: 'ms' },
      { name: 'message round trip to a frame of another site', value: median(trips), unit: 'ms' },
    ],
  };
}

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const openBrowser = () => launchBrowser({ ...withMotion, thirdPartyStorage: 'allowed' });

/** A page on another site than the service, with the echo frame, whose person is logged in and has an open wallet. */
async function signIn(fixture: PageFixture, browser: Browser, email: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${fixture.crossSiteOrigin}/sign.html`);
  await page.waitForFunction(() => window.bench !== undefined);
  await page.evaluate(async (to) => {
    await window.bench.start();
    await window.bench.sendCode(to);
  }, email);
  const code = await fixture.harness.inbox.nextCode(email);
  await page.evaluate((digits) => window.bench.logIn(digits), code);
  await page.evaluate((url) => window.bench.addEcho(url), `${fixture.origin}/echo.html`);
  return page;
}
