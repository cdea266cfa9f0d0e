import { afterEach, describe, expect, it } from 'vitest';
import { pressAndClose, stopClock } from '../harness/index.ts';
import { selection, shareFunding, walkedOn } from './fundingPageObject.ts';

const play = shareFunding();
const { act, begin, choose, follow, fund, heading, isBarrierFree, openProvider, ownAddress, says } = play;
const { leave, passUntil, settled, fixture } = play;

afterEach(() => fixture.harness.moonpay.fail(null));

const problem =
  'Something went wrong adding funds from Moonpay. Please try again or use another method to fund your wallet.';
const link = () => act.page.getByRole('link', { name: 'Continue to Moonpay', exact: true });
const signedUrl = async () => {
  await act.page.locator('a.button[href]').waitFor();
  return new URL((await link().getAttribute('href')) ?? '');
};
const reference = () => fixture.harness.moonpay.list()[0]?.externalTransactionId ?? '';
const press = (button: Parameters<typeof fixture.harness.moonpay.press>[1]) =>
  fixture.harness.moonpay.press(reference(), button);
/** Goes from the selection to the screen that follows a purchase, with MoonPay's page beside it. */
async function goToMoonpay() {
  await choose('Pay with card');
  await signedUrl();
  const page = await openProvider(() => link().click());
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await act.screen('MOONPAY_STATUS').waitFor();
  return page;
}

describe.each(walkedOn)('a purchase at MoonPay, on a %s', (screen) => {
  it('[MOON-01] [MOON-07] [MOON-08] a purchase at MoonPay is explained and opens in its own tab, and the modal shows each step', async () => {
    await begin({ clock: true, screen });
    await fund();
    await choose('Pay with card');
    await act.screen('MOONPAY_PROMPT').waitFor();
    await heading('Tidewater uses Moonpay to fund your account');
    for (const point of [
      'Buy with a payment method',
      'Debit card recommended',
      'MoonPay checks new accounts before the first purchase',
      'MoonPay does not sell your data',
      'By clicking continue, you will be taken to MoonPay in a new tab',
    ])
      await says(point);
    const url = await signedUrl();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      walletAddress: await ownAddress(),
      currencyCode: 'eth',
      quoteCurrencyAmount: '0.25',
      signature: expect.stringMatching(/=$/),
    });
    await isBarrierFree();
    expect(await link().getAttribute('rel')).toBe('noopener noreferrer');

    const page = await openProvider(() => link().click());
    await page.getByText(await ownAddress()).waitFor();
    await act.screen('MOONPAY_STATUS').waitFor();
    // MoonPay does not know a purchase until it is paid (404). That is not a failure.
    await heading('In progress');
    await isBarrierFree();
    await press('ask-authorization');
    await passUntil('Processing payment');
    await isBarrierFree();
    await press('complete');
    await passUntil("You've added funds");
    await says('Received 0.25 ETH');
    await isBarrierFree();
    await play.action('Close').click();
    await play.gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'moonpay', amount: '0.25' });
    expect(await act.told()).toContain(`funding left 31337 moonpay ${10n ** 18n / 4n}`);
  });
});

describe('the end of a purchase at MoonPay', () => {
  it('[MOON-10] [MOON-07] [MOON-09] the modal reports only in our own words that MoonPay’s page cannot be opened, that a purchase failed, or that its status names another wallet', async () => {
    await begin({ clock: true });
    await act.page.route('**/moonpay_on_ramp/sign', (route) => route.abort());
    await fund();
    await choose('Pay with card');
    await act.screen(selection).waitFor();
    await act.page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
    await isBarrierFree();
    await act.page.unroute('**/moonpay_on_ramp/sign');
    const page = await goToMoonpay();
    expect(await act.page.getByRole('alert').count()).toBe(0);
    await press('script');
    await passUntil('Payment failed');
    await says(problem);
    expect(await act.page.locator('latchkey-modal img[src=x]').count()).toBe(0);
    expect(await act.page.evaluate(() => 'isHurt' in window)).toBe(false);
    await isBarrierFree();
    await page.close();
    await choose('Use another method');
    await heading('Add funds to your Tidewater wallet');

    // MoonPay's page closes itself before the purchase fails.
    const second = await goToMoonpay();
    await pressAndClose(second.getByRole('button', { name: 'Decline after closing' }));
    await passUntil('Payment failed');
    expect(await leave()).toMatchObject({ status: 'cancelled', fundingMethod: 'moonpay' });

    // A status for another wallet counts as a failure of MoonPay.
    await fund();
    await goToMoonpay();
    await press('other-wallet');
    await passUntil("MoonPay can't be reached");
    expect(await act.page.getByText("You've added funds").count()).toBe(0);
    expect((await leave()).status).toBe('pending');
  });

  it('[MOON-06] [MOON-09] the modal polls MoonPay every 3 s, and gives up after three failures; a 404 does not count as one', async () => {
    await begin({ clock: true, followsFundings: false });
    await fund();
    await goToMoonpay();
    const { asked, isBusy } = follow(/moonpay\/v1\/transactions\/ext\/|\/api\/v1\/funding$/);
    const purchases = () => asked.filter(({ url }) => url.includes('/ext/'));
    await stopClock(act.page);
    await expect.poll(isBusy).toBe(false);
    // On a busy machine some polls happen before the clock stops.
    const first = purchases().length;
    const sinceStop = () => purchases().length - first;
    let nowMs = 0;
    /** Lets the page's time pass until this many polls were sent, but never while an answer is pending. */
    async function passUntilAsked(times: number): Promise<void> {
      await expect
        .poll(async () => {
          if (!isBusy() && sinceStop() < times) {
            await act.page.clock.runFor(250);
            nowMs += 250;
          }
          return sinceStop();
        })
        .toBe(times);
    }
    const times: number[] = [];
    for (const [place, fault] of ([null, null, 'broken', 'broken', 'unknown', 'junk'] as const).entries()) {
      expect(await act.page.getByText("MoonPay can't be reached").count(), String(place)).toBe(0);
      fixture.harness.moonpay.fail(fault);
      await passUntilAsked(place + 1);
      times.push(nowMs);
    }
    await passUntil("MoonPay can't be reached");
    for (const [place, at] of times.entries()) {
      if (place === 0) continue;
      const gapMs = at - (times[place - 1] ?? 0);
      expect(gapMs).toBeGreaterThanOrEqual(3_000);
      expect(gapMs).toBeLessThan(6_000);
    }
    await says(problem);
    await act.page.clock.runFor(30_000);
    expect(sinceStop()).toBe(times.length);
    await act.page.clock.resume();
    await isBarrierFree();
    expect(await leave()).toMatchObject({ status: 'pending', fundingMethod: 'moonpay' });
  });
});

describe('a purchase with the host’s own options', () => {
  it('[MOON-04] [CONF-22] [MOON-05] a host can open MoonPay’s screen at once, in test mode, with its own currency code and amount', async () => {
    await begin({ clock: true, config: { fundingMethodConfig: { moonpay: { useSandbox: true } } } });
    const config = { currencyCode: 'USDC_ETHEREUM', quoteCurrencyAmount: 30 };
    await fund({ defaultFundingMethod: 'card', config });
    await act.screen('MOONPAY_PROMPT').waitFor();
    const url = await signedUrl();
    expect(url.pathname).toBe('/moonpay/buy-sandbox');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      apiKey: 'pk_test_sandbox',
      currencyCode: 'usdc',
      quoteCurrencyAmount: '30',
    });
    const asked = act.page.waitForRequest(/moonpay\/v1\/transactions\/ext\//);
    await openProvider(() => link().click());
    expect(new URL((await asked).url()).searchParams.get('apiKey')).toBe('pk_test_sandbox');
    // Back leads to the selection, and does not open the same page again.
    await act.page.getByRole('button', { name: 'Back', exact: true }).click();
    await act.screen(selection).waitFor();
    await heading('Add funds to your Tidewater wallet');
  });
});
