import { type TOTP, URI } from 'otpauth';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { type PageFixture, startPageFixture } from './fixture.ts';
import type {} from './hosts/sign.ts';

const rounds = 61;
const batch = 40;
/** Round trips of the baseline: one for the request, and one to spare. */
const roundTrips = 2;

/**
 * Compares one signature with the entropy in memory, from the host page's call to its answer, with bare secp256k1
 * signing plus two message round trips to a frame on another site, in the same page. Also compares a signature within
 * the trusted time of a second factor with that of another user without one, in turn.
 */
export async function signBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { sign: './hosts/sign.ts', echo: './hosts/echo.ts' },
    { app: { mfa_methods: ['totp'] } },
  );
  const [browser, other] = await Promise.all([openBrowser(), openBrowser()]);
  let measured: Measured[];
  try {
    const page = await signIn(fixture, browser, 'sign@latchkey.example');
    const protectedPage = await signIn(fixture, other, 'factor@latchkey.example');
    const totp = URI.parse(await protectedPage.evaluate(() => window.bench.beginFactor())) as TOTP;
    const enrolled = totp.generate({ timestamp: fixture.harness.service.now() });
    await protectedPage.evaluate((code) => window.bench.enrolFactor(code), enrolled);
    measured = await inRounds({ rounds, warmUp: 3 }, (round) => measure(page, protectedPage, round));
  } finally {
    await Promise.all([browser.close(), other.close()]);
    await fixture.close();
  }
  return {
    bench: 'sign',
    figures: [
      {
        name: 'sign a message, against bare signing and two round trips',
        unit: '×',
        atMost: 1.15,
        ...overRounds(measured, ({ ours, bare, trip }) => ours / (bare + roundTrips * trip)),
      },
      {
        name: 'the same within the trusted time of a second factor, against without one',
        unit: '×',
        atMost: 1.05,
        ...overRounds(measured, ({ guarded, ours }) => guarded / ours),
      },
      { name: 'sign a message', unit: 'ms', ...overRounds(measured, ({ ours }) => ours) },
      {
        name: 'sign a message, with a second factor',
        unit: 'ms',
        ...overRounds(measured, (one) => one.guarded),
      },
      { name: 'bare @noble/curves signing', unit: 'ms', ...overRounds(measured, ({ bare }) => bare) },
      {
        name: 'message round trip to a frame of another site',
        unit: 'ms',
        ...overRounds(measured, ({ trip }) => trip),
      },
    ],
  };
}

/** Times in ms. */
type Measured = Record<'ours' | 'guarded' | 'bare' | 'trip', number>;

async function measure(page: Page, protectedPage: Page, round: number): Promise<Measured> {
  const sign = (at: Page) => at.evaluate((count) => window.bench.ours(count), batch);
  // The order of the two users alternates, so both meet the same load of the machine.
  const before = round % 2 === 0 ? null : await sign(protectedPage);
  const bare = await page.evaluate((count) => window.bench.bare(count), batch);
  const trip = await page.evaluate((count) => window.bench.roundTrip(count), batch);
  const ours = await sign(page);
  return { ours, guarded: before ?? (await sign(protectedPage)), bare, trip };
}

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const openBrowser = () => launchBrowser({ ...withMotion, thirdPartyStorage: 'allowed', hasFastCode: true });

/** Opens a page on another site than the service, with the echo frame. Its user is logged in and has an open wallet. */
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
