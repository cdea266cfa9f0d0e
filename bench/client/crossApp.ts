import type { Page, Request } from 'playwright-core';
import { type RequesterVisit, startCrossAppFixture } from '../../e2e/cross-app/fixture.ts';
import type { BenchResult } from '../result.ts';

/**
 * The calls of the service that a browser makes while it does something, in all of its windows and frames: routes and
 * redirects. Preflights and files are none, nor is analytics, which nothing waits for.
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

/** Signs on a page of the provider's own that is opened for it, with the review that a hosted page shows too. */
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

/** What a signature of a wallet of another app costs beyond one at home, on a page that was just opened. */
export async function crossAppBench(): Promise<BenchResult> {
  const fixture = await startCrossAppFixture();
  let home: string[];
  let away: string[];
  let popups = 0;
  try {
    const visit = await fixture.open();
    await visit.connect('holder@latchkey.example');
    // The page's own frame is none of the signature's, and stands before it.
    await Promise.all([visit.page.waitForResponse(/\/frame\/context$/), visit.page.reload()]);
    await visit.address();
    visit.page.on('popup', () => {
      popups += 1;
    });
    away = await callsOf(visit, fixture.harness.url, async () => {
      const popup = await visit.openPopup('Sign a message');
      await visit.answer(popup, 'Sign');
      await visit.outcome();
    });
    const own = await fixture.openProvider(visit.profile);
    await visit.logIn(own, 'neighbour@latchkey.example');
    home = await callsOf(visit, fixture.harness.url, () => signAtHome(own));
    await visit.close();
  } finally {
    await fixture.close();
  }
  return {
    bench: 'crossApp',
    figures: [
      {
        name: 'calls of the service for a signature by another app, beyond those of one at home',
        value: away.length - home.length,
        unit: '',
        atMost: 2,
      },
      { name: 'calls for a signature by another app', value: away.length, unit: '' },
      { name: 'calls for one at home, on a page just opened', value: home.length, unit: '' },
      { name: 'popups of it', value: popups, unit: '', atMost: 1 },
    ],
  };
}
