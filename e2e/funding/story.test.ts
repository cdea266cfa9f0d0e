import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ether } from '../modal/fundingPageObject.ts';
import { driftwood } from '../wallets/pageWallets.ts';
import { fundOnSecond, harbour, shareFundingFixture } from './fixture.ts';

// A new user without enough funds for a payment funds the wallet in one way after the other, and each payment succeeds
// in the end.

const { openEmpty, pay, choose, says, leave, wallet, act, fixture, ownAddress, balanceOf, paid } =
  shareFundingFixture();

async function openProvider(role: 'button' | 'link', name: string): Promise<Page> {
  const [popup] = await Promise.all([
    act.page.context().waitForEvent('page'),
    act.page.getByRole(role, { name, exact: true }).click(),
  ]);
  return popup;
}

async function payAt(popup: Page): Promise<void> {
  for (const name of ['Pay', 'Complete']) await popup.getByRole('button', { name, exact: true }).click();
  await popup
    .getByRole('status')
    .filter({ hasText: /completed|SUCCESS/ })
    .waitFor();
}

/** Steps of the user in each way, from the selection until the funds are on their way. */
const ways: Record<string, () => Promise<void>> = {
  async 'by card at MoonPay'() {
    await choose('Pay with card');
    const tab = await openProvider('link', 'Continue to Moonpay');
    await payAt(tab);
    await tab.close();
  },
  async 'at Coinbase'() {
    await payAt(await openProvider('button', 'Pay with Coinbase'));
  },
  async 'by a transfer from elsewhere'() {
    await choose('Receive funds');
    await says('Waiting for your transfer');
    // This is enough for this payment, but not for the next one.
    await fixture.harness.chain.fund(await ownAddress(), (ether * 3n) / 20n);
  },
  async 'from a wallet that they brought'() {
    await fixture.harness.chain.fund(wallet().address, 10n * ether);
    await choose('Transfer from a wallet', driftwood.name, `Confirm with ${driftwood.name}`);
  },
  async 'from another network'() {
    await fundOnSecond(fixture.harness, wallet().address);
    await choose('Transfer from another network', driftwood.name, `Confirm with ${driftwood.name}`);
  },
};

/** Ways that are used on each device. The phone is only in the wide run, with two of them. */
const people = [
  { screen: 'desktop', names: Object.keys(ways) },
  { screen: 'phone', names: ['by card at MoonPay', 'from another network'] },
] as const;
const walked = process.env.LATCHKEY_WIDE === '1' ? people : people.slice(0, 1);

describe.each(walked)('a new user on a $screen', ({ screen, names }) => {
  it('[FUND-01] a user without enough funds for a payment funds the wallet and pays, in one way of funding after the other', async () => {
    await openEmpty({ screen });
    for (const way of names) {
      const before = await balanceOf(harbour);
      await pay();
      await choose('Add funds');
      await ways[way]?.();
      // The screen of each way notices arriving coins, and leads back to the payment.
      await says(/^Received\s[\d.]+\sETH$/);
      await choose('Continue');
      await choose('Approve');
      const { hash } = await paid();
      await expect
        .poll(() => fixture.harness.chain.request('eth_getTransactionReceipt', [hash]), { message: way })
        .toMatchObject({ status: '0x1' });
      expect((await balanceOf(harbour)) - before, way).toBe(ether / 10n);
      await leave();
    }
  });
});
