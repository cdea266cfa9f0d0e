import type { Page, Request } from 'playwright-core';
import {
  type CrossAppFixture,
  type RequesterVisit,
  startCrossAppFixture,
} from '../../e2e/cross-app/fixture.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';

const rounds = 5;

/**
 * Returns the calls to the service (routes and redirects) that a browser makes during an action, in all of its
 * windows and frames. Preflights, files and analytics, which nothing waits for, are left out.
 */
async function callsOf(
  visit: RequesterVisit,
  serviceUrl: string,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    const isCall = origin === serviceUrl && /^\/(api|oauth|cross-app)\//.test(pathname);
    if (isCall && request.method() !== 'OPTIONS' && !pathname.endsWith('/analytics_events'))
      calls.push(`${request.method()} ${pathname}`);
  };
  const context = visit.page.context();
  context.on('request', note);
  await act();
  context.off('request', note);
  return calls;
}

/** Signs a message in the provider's own page after a reload, with the same review as on a hosted page. */
async function signAtHome(page: Page): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => window.crossAppHost.wallets.length > 0);
  const signed = page.evaluate(async () => {
    const [wallet] = window.crossAppHost.wallets;
    const provider = await wallet?.getEthereumProvider();
    return provider?.request({ method: 'personal_sign', params: ['Hello from the market', wallet?.address] });
  });
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await signed;
}

/** Signs with a new user's wallet in another app, and with a second user's in the wallet's own app. */
async function measure(
  fixture: CrossAppFixture,
  round: number,
): Promise<Record<'home' | 'away' | 'popups', number>> {
  const { url } = fixture.harness;
  const visit = await fixture.open();
  try {
    await visit.connect(`holder-${round}@latchkey.example`);
    // The page's own frame is not part of the signature, and is loaded before it.
    await Promise.all([visit.page.waitForResponse(/\/frame\/context$/), visit.page.reload()]);
    await visit.address();
    let popups = 0;
    visit.page.on('popup', () => {
      popups += 1;
    });
    const away = await callsOf(visit, url, async () => {
      const popup = await visit.openPopup('Sign a message');
      await visit.answer(popup, 'Sign');
      await visit.outcome();
    });
    const own = await fixture.openProvider(visit.profile);
    await visit.logIn(own, `neighbour-${round}@latchkey.example`);
    const home = await callsOf(visit, url, () => signAtHome(own));
    return { home: home.length, away: away.length, popups };
  } finally {
    await visit.close();
  }
}

/**
 * Compares the calls for a signature by another app's wallet with those for a signature in the provider's own page,
 * each in a page that was just opened.
 */
export async function crossAppBench(): Promise<BenchResult> {
  const fixture = await startCrossAppFixture();
  const measured = await inRounds({ rounds }, (round) => measure(fixture, round)).finally(fixture.close);
  return {
    bench: 'crossApp',
    figures: [
      {
        name: 'calls of the service for a signature by another app, beyond those of one at home',
        unit: '',
        atMost: 2,
        ...overRounds(measured, ({ away, home }) => away - home),
      },
      {
        name: 'calls for a signature by another app',
        unit: '',
        ...overRounds(measured, ({ away }) => away),
      },
      {
        name: 'calls for one at home, on a page just opened',
        unit: '',
        ...overRounds(measured, ({ home }) => home),
      },
      { name: 'popups of it', unit: '', atMost: 1, ...overRounds(measured, ({ popups }) => popups) },
    ],
  };
}
