import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitInPage } from '../harness/index.ts';
import { newEmail } from '../modal/fixture.ts';
import { ether, expectFundings, listFundings } from '../modal/fundingPageObject.ts';
import { shareFundingFixture } from './fixture.ts';

// If a payment has not arrived when its window is gone, `useFundingStatus` finds it again.

const { openEmpty, fund, choose, says, leave, act, fixture, ownAddress, balanceOf, funded } =
  shareFundingFixture();

const list = (page: Page = act.page) => listFundings(page);
const becomes = (wanted: readonly object[]) => expectFundings(act.page, wanted);
const refresh = () => act.page.evaluate(() => window.host.fundingStatus.refresh());

/** Returns to the page later in the same browser, with only what the page stored. */
async function comeBack(): Promise<void> {
  await act.page.reload();
  await act.page.locator('html[data-ready=true]').waitFor();
}

async function payAt(role: 'button' | 'link', name: string, ...buttons: readonly string[]): Promise<Page> {
  const [popup] = await Promise.all([
    act.page.context().waitForEvent('page'),
    act.page.getByRole(role, { name, exact: true }).click(),
  ]);
  for (const button of buttons) await popup.getByRole('button', { name: button, exact: true }).click();
  return popup;
}

/** Pays an amount at MoonPay, until the user has nothing more to do. */
async function payByCard(amount: string, button: string): Promise<Page> {
  await fund({ amount });
  await choose('Pay with card');
  const tab = await payAt('link', 'Continue to Moonpay', button);
  await says('In progress');
  await reaches(button === 'Pay' ? 'pending' : 'failed');
  return tab;
}

/** Waits until MoonPay has received a press, which closing the tab could lose. */
const reaches = (status: string) => expect.poll(() => fixture.harness.moonpay.list()[0]?.status).toBe(status);

describe('after the window closed', () => {
  it('[MOON-07] a payment at MoonPay is found again with its outcome, even while another way’s screen is shown', async () => {
    await openEmpty();
    const tab = await payByCard('0.2', 'Pay');
    await leave();
    expect(await funded()).toMatchObject({ status: 'pending', fundingMethod: 'moonpay' });
    await comeBack();
    await expect.poll(() => list()).toMatchObject([{ way: 'moonpay', status: 'pending', amount: '0.2' }]);
    await tab.getByRole('button', { name: 'Complete', exact: true }).click();
    await reaches('completed');
    await tab.close();
    await becomes([{ status: 'completed' }]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 5n);

    // The second payment fails after its page has closed itself.
    await payByCard('0.4', 'Decline after closing').then((closing) => closing.close());
    await comeBack();
    await becomes([
      { way: 'moonpay', status: 'failed', amount: '0.4' },
      { status: 'completed', amount: '0.2' },
    ]);
    await act.page.evaluate(() => {
      const [failed] = window.host.fundingStatus.fundings;
      window.host.fundingStatus.dismiss(failed?.id ?? '');
    });
    await expect.poll(() => list()).toMatchObject([{ status: 'completed', amount: '0.2' }]);

    // The third payment succeeds while another way's screen is shown.
    const last = await payByCard('0.3', 'Pay');
    await comeBack();
    await expect.poll(() => list()).toMatchObject([{ status: 'pending', amount: '0.3' }, { amount: '0.2' }]);
    await fund({ amount: '0.6' });
    await choose('Receive funds');
    await says('Waiting for your transfer');
    await last.getByRole('button', { name: 'Complete', exact: true }).click();
    await says('Received 0.3 ETH');
    await leave();
    expect(await funded()).toMatchObject({ status: 'completed' });
    await becomes([{ status: 'completed', amount: '0.3' }, { amount: '0.2' }]);
  });

  it('[MOON-07] forged, old and repeated events and another wallet’s status do not count as an arrival, the payer sees the payment in another browser, and another user of this browser does not', async () => {
    await openEmpty();
    const email = await act.page.evaluate(() => window.host.latchkey.user?.email?.address ?? '');
    const tab = await payByCard('0.2', 'Pay');
    for (const name of ['Forged event', 'Old event', 'Event twice', 'Answer with another wallet'])
      await tab.getByRole('button', { name, exact: true }).click();
    await reaches('completed');
    await tab.close();
    await comeBack();
    // The page goes on polling, because nothing that it received was final.
    let count = 0;
    act.page.on('response', (response) => {
      if (response.url().includes('/moonpay/v1/transactions/ext/')) count += 1;
    });
    await expect
      .poll(async () => {
        await refresh();
        return count;
      })
      .toBeGreaterThan(2);
    const shown = [{ way: 'moonpay', status: 'pending', amount: '0.2' }];
    expect(await list()).toMatchObject(shown);
    expect(await balanceOf(await ownAddress())).toBe(0n);

    // The service sends an address another code only after a while.
    await fixture.harness.service.advance(30_000);
    const elsewhere = await fixture.open();
    await elsewhere.enterByCode(email);
    await expect.poll(() => list(elsewhere.page)).toMatchObject(shown);
    await elsewhere.close();

    await act.page.evaluate(() => window.host.latchkey.logout());
    await expect.poll(() => list()).toEqual([]);
    await act.enterByCode(newEmail());
    await act.page.evaluate(() => void window.host.createWallet());
    await act.leaveWithWallet();
    // Waits until the service has answered too.
    const asked = act.page.waitForResponse((response) => response.url().endsWith('/api/v1/funding'));
    await refresh();
    await (await asked).finished();
    expect(await list()).toEqual([]);
  });

  it('[COIN-02] a payment at Coinbase is found again with its outcome, after a reload and after the browser’s back button', async () => {
    await openEmpty();
    await fund({ amount: '0.3' });
    const popup = await payAt('button', 'Pay with Coinbase', 'Pay');
    await says('In progress');
    await leave();
    expect(await funded()).toMatchObject({ status: 'pending', fundingMethod: 'coinbase-onramp' });
    await comeBack();
    await becomes([{ way: 'coinbase', status: 'pending', amount: '0.3' }]);
    await popup.getByRole('button', { name: 'Complete', exact: true }).click();
    await becomes([{ way: 'coinbase', status: 'completed', amount: '0.3' }]);
    expect(await balanceOf(await ownAddress())).toBe((3n * ether) / 10n);

    await fund({ amount: '0.4' });
    await payAt('button', 'Pay with Coinbase', 'Pay');
    await act.page.goBack();
    await act.page.goForward();
    await waitInPage(act.page, () => window.host?.wallets.length > 0);
    await becomes([{ way: 'coinbase', status: 'pending', amount: '0.4' }, { amount: '0.3' }]);
  });
});
