import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { newEmail } from '../modal/stage.ts';
import { driftwood, ether, fundOnSecond, shareFundingStage } from './stage.ts';

// What was paid and has not arrived, once the window is gone in which it was paid: `useFundingStatus` finds it again.

const { openEmpty, fund, choose, says, leave, wallet, act, stage, ownAddress, balanceOf, funded } =
  shareFundingStage();

const list = (page: Page = act.page) => page.evaluate(() => window.host.fundingStatus.fundings);
/** What is listed once what is under way was asked about, as every 10 s. */
const becomes = (wanted: readonly object[]) =>
  expect
    .poll(async () => {
      await refresh();
      return list();
    })
    .toMatchObject(wanted);
const refresh = () => act.page.evaluate(() => window.host.fundingStatus.refresh());

/** The same browser later: nothing of the page is left but what it stored. */
async function comeBack(): Promise<void> {
  await act.page.reload();
  await act.page.locator('html[data-ready=true]').waitFor();
}

/** Opens a provider's page, and presses something there. */
async function payAt(role: 'button' | 'link', name: string, ...buttons: readonly string[]): Promise<Page> {
  const [popup] = await Promise.all([
    act.page.context().waitForEvent('page'),
    act.page.getByRole(role, { name, exact: true }).click(),
  ]);
  for (const button of buttons) await popup.getByRole('button', { name: button, exact: true }).click();
  return popup;
}

/** Pays at MoonPay so much, up to where that is all that the person does. */
async function payByCard(amount: string, button: string): Promise<Page> {
  await fund({ amount });
  await choose('Pay with card');
  const tab = await payAt('link', 'Continue to Moonpay', button);
  await says('In progress');
  await reaches(button === 'Pay' ? 'pending' : 'failed');
  return tab;
}

/** Waits until MoonPay has heard of a press: a tab that closes before takes it along. */
const reaches = (status: string) => expect.poll(() => stage.rig.moonpay.list()[0]?.status).toBe(status);

describe('after the window closed', () => {
  afterEach(() => stage.rig.bridge.fill('success'));

  it('[MOON-07] a payment at MoonPay is found again, and what became of it', async () => {
    await openEmpty();
    const tab = await payByCard('0.2', 'Pay');
    await comeBack();
    await expect.poll(() => list()).toMatchObject([{ way: 'moonpay', status: 'pending', amount: '0.2' }]);
    await tab.getByRole('button', { name: 'Complete', exact: true }).click();
    await reaches('completed');
    await tab.close();
    await becomes([{ status: 'completed' }]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 5n);

    // The second one fails when its page is gone, and so is ours.
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
  });

  it('[MOON-07] what was paid to another wallet, or others say in its name, is told as nothing that arrived', async () => {
    await openEmpty();
    const tab = await payByCard('0.2', 'Pay');
    for (const name of ['Forged event', 'Old event', 'Event twice', 'Answer with another wallet'])
      await tab.getByRole('button', { name, exact: true }).click();
    await reaches('completed');
    await tab.close();
    await comeBack();
    // It goes on asking, because nothing that it heard was an end.
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
    expect(await list()).toMatchObject([{ way: 'moonpay', status: 'pending' }]);
    expect(await balanceOf(await ownAddress())).toBe(0n);
  });

  it('[COIN-02] a payment at Coinbase is found again, and what became of it', async () => {
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
  });

  it('[BRDG-06] a transfer from another network is found again, arrived or come back', async () => {
    await openEmpty();
    await fundOnSecond(stage.rig, wallet().address);
    const { bridge } = stage.rig;
    const transfer = async (amount: string) => {
      await fund({ amount });
      await choose('Transfer from another network', driftwood.name, `Confirm with ${driftwood.name}`);
      await says('Your funds are on their way. You can close this window.');
      await comeBack();
    };
    bridge.fill('delayed');
    await transfer('0.5');
    const hash = { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };
    await becomes([{ way: 'bridge', status: 'pending', amount: '0.5', ...hash }]);
    bridge.fill('success');
    await becomes([{ way: 'bridge', status: 'completed', amount: '0.5', ...hash }]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 2n);
    bridge.fill('delayed');
    await transfer('0.6');
    bridge.fill('refund');
    await becomes([{ way: 'bridge', status: 'refunded', amount: '0.6' }, { amount: '0.5' }]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 2n);
  });

  it('what was paid shows to the person who paid, in each of their browsers, and to no other', async () => {
    await openEmpty();
    const email = await act.page.evaluate(() => window.host.latchkey.user?.email?.address ?? '');
    await payByCard('0.2', 'Pay').then((tab) => tab.close());
    await leave();
    const shown = [{ way: 'moonpay', status: 'pending', amount: '0.2' }];
    await becomes(shown);

    // The same address gets another code after a while.
    await stage.rig.service.advance(30_000);
    const elsewhere = await stage.open();
    await elsewhere.logIn(email);
    await expect.poll(() => list(elsewhere.page)).toMatchObject(shown);
    await elsewhere.close();

    await act.page.evaluate(() => window.host.latchkey.logout());
    await expect.poll(() => list()).toEqual([]);
    await act.logIn(newEmail());
    await act.leaveWithWallet();
    // By now the service has been asked as well.
    const asked = act.page.waitForResponse((response) => response.url().endsWith('/api/v1/funding'));
    await refresh();
    await (await asked).finished();
    expect(await list()).toEqual([]);
  });
});
