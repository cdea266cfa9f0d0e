import { afterEach, describe, expect, it } from 'vitest';
import { stopClock } from '../harness/index.ts';
import { createGate } from './fixture.ts';
import { here, selection, shareFunding, walkedOn } from './fundingPageObject.ts';

const play = shareFunding();
const { act, begin, choose, follow, fund, heading, isBarrierFree, openProvider, says } = play;
const { leave, passUntil, settled, fixture } = play;

afterEach(() => fixture.harness.coinbaseOnRamp.fail(null));

const problem =
  'Something went wrong adding funds from Coinbase. Please try again or use another method to fund your wallet.';
const status = 'COINBASE_ONRAMP_STATUS';
const reference = () => fixture.harness.coinbaseOnRamp.list()[0]?.partnerUserRef ?? '';
const press = (button: Parameters<typeof fixture.harness.coinbaseOnRamp.press>[1]) =>
  fixture.harness.coinbaseOnRamp.press(reference(), button);
/** Goes from the selection to the screen that follows a purchase, with Coinbase's window beside it. */
async function goToCoinbase() {
  const popup = await openProvider(() => choose('Pay with Coinbase'));
  await popup.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await act.screen(status).waitFor();
  return popup;
}

describe.each(walkedOn)('a purchase at Coinbase, on a %s', (screen) => {
  it('[COIN-01] [COIN-02] [COIN-07] a purchase at Coinbase opens in a small window, and the modal shows its state until it has succeeded', async () => {
    await begin({
      clock: true,
      screen,
      prepare: (page) =>
        page.addInitScript(() => {
          const open = window.open.bind(window);
          window.open = (url, target, features) => {
            Object.assign(window, { features });
            return open(url, target, features);
          };
        }),
    });
    const init = act.page.waitForRequest(/coinbase_on_ramp\/init/);
    await fund();
    const popup = await goToCoinbase();
    expect(await act.page.evaluate(() => (window as unknown as { features: string }).features)).toBe(
      'popup,width=440,height=680',
    );
    const address = await play.ownAddress();
    expect((await init).postDataJSON()).toEqual({
      addresses: [{ address, blockchains: ['ethereum'] }],
      assets: ['ETH'],
    });
    await popup.getByText(address).waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await heading('In progress');
    await says('Finish your purchase at Coinbase.');
    await isBarrierFree();
    for (const name of ['Pay', 'Complete']) await popup.getByRole('button', { name, exact: true }).click();
    await passUntil("You've added funds");
    await says('Received 0.25 ETH');
    await isBarrierFree();
    await play.action('Close').click();
    await play.gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'coinbase-onramp' });
    expect(await act.told()).toContain(`funding left ${here.id} coinbase-onramp ${10n ** 18n / 4n}`);
  });
});

describe('the window of Coinbase', () => {
  it('the window of Coinbase opens at another press if the browser blocked it, and closes if Coinbase opens no session; the user can try again', async () => {
    await begin({
      prepare: (page) =>
        page.addInitScript(() => {
          const open = window.open.bind(window);
          window.open = (...how) => ('isBlocking' in window ? null : open(...how));
          Object.assign(window, { isBlocking: true });
        }),
    });
    await fund();
    await choose('Pay with Coinbase');
    await heading('Your browser blocked the window');
    await isBarrierFree();
    await choose('Open Coinbase');
    await heading('Your browser blocked the window');
    await act.page.evaluate(() => Reflect.deleteProperty(window, 'isBlocking'));
    const popup = await openProvider(() => choose('Open Coinbase'));
    await popup.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await heading('In progress');
    expect(await leave()).toMatchObject({ status: 'pending', fundingMethod: 'coinbase-onramp' });

    // The host requests Coinbase without a press of the user. Browsers would block the window, so the modal waits for
    // a press.
    await fund({ defaultFundingMethod: 'exchange' });
    await heading('Continue to Coinbase');
    await isBarrierFree();
    await act.page.getByRole('button', { name: 'Back', exact: true }).click();
    await act.screen(selection).waitFor();
    expect((await leave()).status).toBe('cancelled');

    await refuseSession();
    await goToCoinbase();
    await heading('In progress');
  });
});

/** Requests to fund the wallet while Coinbase opens no session: the window closes, and the selection says so. */
async function refuseSession(): Promise<void> {
  const gate = createGate();
  await act.page.route('**/coinbase_on_ramp/init', async (route) => {
    await gate.passed;
    await route.fallback();
  });
  fixture.harness.coinbaseOnRamp.fail('broken');
  await fund();
  const popup = await openProvider(() => choose('Pay with Coinbase'));
  await act.screen(status).waitFor();
  const closed = popup.waitForEvent('close');
  gate.open();
  await closed;
  await act.screen(selection).waitFor();
  await act.page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
  await isBarrierFree();
  fixture.harness.coinbaseOnRamp.fail(null);
}

describe('the end of a purchase at Coinbase', () => {
  it('[COIN-06] [COIN-08] a purchase at Coinbase is awaited a little longer after its window closed, and noticed after the modal closed; a failure is reported in our own words only', async () => {
    await begin({ clock: true });
    await fund();
    const popup = await goToCoinbase();
    await popup.getByRole('button', { name: 'Pay', exact: true }).click();
    await popup.getByRole('status').getByText('IN_PROGRESS').waitFor();
    await popup.close();
    await passUntil('Almost done. Looking for your purchase.');
    await passUntil('You closed the window');
    await says("If you paid, your funds will show up in your wallet. If you didn't, you can start again.");
    await isBarrierFree();
    expect(await leave()).toMatchObject({ status: 'pending', fundingMethod: 'coinbase-onramp' });
    await press('complete');
    await expect
      .poll(async () => {
        await act.page.evaluate(() => window.host.fundingStatus.refresh());
        return act.page.evaluate(() =>
          window.host.fundingStatus.fundings.map(({ way, status: now }) => `${way} ${now}`),
        );
      })
      .toEqual(['coinbase completed']);

    await fund();
    await goToCoinbase();
    await press('script');
    await passUntil('Payment failed');
    await says(problem);
    expect(await act.page.locator('latchkey-modal img[src=x]').count()).toBe(0);
    expect(await act.page.evaluate(() => 'isHurt' in window)).toBe(false);
    await isBarrierFree();
    await choose('Use another method');
    await act.screen(selection).waitFor();
    // A purchase for another wallet does not count. The screen stays as if nothing had been paid.
    await goToCoinbase();
    await press('other-wallet');
    await act.page.clock.runFor(3_000);
    await heading('In progress');
    expect((await leave()).status).toBe('pending');
  });

  it('[COIN-05] [COIN-06] a purchase at Coinbase is polled every 1.5 s, 1200 times, only while its screen is shown; then the screen says that the purchase takes longer', async () => {
    await begin({ clock: true, followsFundings: false });
    await fund();
    await goToCoinbase();
    const { asked } = follow(/coinbase_on_ramp\/status/);
    await act.page.clock.runFor(1_500);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await leave();
    const before = asked.length;
    await act.page.clock.runFor(30_000);
    expect(asked).toHaveLength(before);

    const times = await answerAtOnce();
    await fund();
    await goToCoinbase();
    await stopClock(act.page);
    await expect
      .poll(async () => {
        await act.page.clock.runFor(120_000);
        return act.page.getByText('This takes longer than usual').count();
      })
      .toBe(1);
    const all = await times();
    expect(all).toHaveLength(1_200);
    const gaps = all.slice(1).map((at, place) => at - (all[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_500);
    await says(
      'You can close this window. Your funds will show up in your wallet once Coinbase has sent them.',
    );
    await act.page.clock.resume();
    await isBarrierFree();
    expect((await leave()).status).toBe('pending');
  });
});

/**
 * Answers the page's polls in the page itself with `pending`, because the test passes half an hour faster than the
 * service can answer.
 *
 * @returns a function that reads the times of the polls
 */
async function answerAtOnce(): Promise<() => Promise<number[]>> {
  await act.page.evaluate(() => {
    const request = window.fetch.bind(window);
    const times: number[] = [];
    Object.assign(window, { times });
    window.fetch = async (to, how) => {
      const url = to instanceof Request ? to.url : String(to);
      if (!url.includes('/coinbase_on_ramp/status')) return request(to, how);
      times.push(Date.now());
      return Response.json({ status: 'pending' });
    };
  });
  return () => act.page.evaluate(() => (window as unknown as { times: number[] }).times);
}
