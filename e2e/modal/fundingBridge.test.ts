import { afterEach, describe, expect, it } from 'vitest';
import { waitInPage } from '../harness/index.ts';
import { driftwood } from '../wallets/pageWallets.ts';
import { createGate } from './fixture.ts';
import { ether, expectFundings, here, shareFunding, there, walkedOn } from './fundingPageObject.ts';

const play = shareFunding();
const { act, action, balanceOf, begin, choose, fund, fundThere, heading } = play;
const { isBarrierFree, leave, ownAddress, row, says, settled, fixture, wallet } = play;

const confirm = `Confirm with ${driftwood.name}`;
const bridging = `Bridging with ${driftwood.name}`;
const fromWallet = 'FUNDING_TRANSFER_FROM_WALLET';
const awaiting = 'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET';
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
/** Counts the transactions that the wallet was asked to send. */
const sends = () => wallet().asked.filter((method) => method === 'eth_sendTransaction').length;

afterEach(() => {
  fixture.harness.bridge.fail(null);
  fixture.harness.bridge.fill('success');
  fixture.harness.bridge.price(10);
});

describe.each(walkedOn)('a transfer from another network, on a %s', (screen) => {
  it('[FUND-10] [FUND-11] [FUND-03] the modal shows a quote for a transfer from another network, and transfers the funds once the user has confirmed', async () => {
    await begin({ screen });
    const address = await ownAddress();
    await fundThere(wallet().address, 10n * ether);
    await fund({ amount: '2' });
    await choose('Transfer from another network');
    await act.screen(fromWallet).waitFor();
    await heading('Transfer from another network');
    await choose(driftwood.name);
    const from = act.page.getByRole('combobox', { name: 'Network to transfer from' });
    const options = async () =>
      (await from.locator('option').allInnerTexts()).map((text) => text.replace(/\s/g, ' '));
    await expect.poll(options).toEqual([`${there.name} · 10 ETH`]);
    const to = act.page.locator('.fund-picker', { hasText: here.name });
    await to.getByText('0 ETH').waitFor();
    await act.page.getByRole('button', { name: confirm, disabled: false }).waitFor();
    await says('Price may change by up to 1 %');
    expect(await row('Total')).toBe('2.002 ETH');
    expect(await row('To')).toBe(short(address));
    expect(await row('Network')).toBe(here.name);
    expect(await row('Estimated fee')).toBe('0.002 ETH');
    await isBarrierFree();
    const sent = createGate();
    wallet().answer('eth_sendTransaction', async (_, usual) => {
      await sent.passed;
      return usual();
    });
    await choose(confirm);
    await act.screen(awaiting).waitFor();
    await heading(bridging);
    await says('Confirm in your wallet');
    expect(await row('Total')).toBe('2.002 ETH');
    sent.open();
    await heading('Funds added');
    await isBarrierFree();
    await action('Close').click();
    await play.gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'external' });
    expect(await balanceOf(address)).toBe(2n * ether);
  });
});

describe('the quote service', () => {
  it('the modal shows the quote service’s message as text, requests another quote when the user presses, and needs a second press for a high fee', async () => {
    await begin();
    await fundThere(wallet().address, 10n * ether);
    fixture.harness.bridge.fail('script');
    await fund({ amount: '1' });
    await choose('Transfer from another network', driftwood.name);
    await act.page.getByRole('alert').getByText('<img src=x onerror="window.isHurt=1">').waitFor();
    expect(await act.page.locator('latchkey-modal img[src=x]').count()).toBe(0);
    expect(await act.page.evaluate(() => 'isHurt' in window)).toBe(false);
    await isBarrierFree();
    fixture.harness.bridge.fail('message');
    await choose('Try again');
    await act.page.getByRole('alert').getByText('No routes found for the requested transfer').waitFor();
    fixture.harness.bridge.fail('broken');
    await choose('Try again');
    await act.page.getByRole('alert').getByText('Error fetching quote from relay').waitFor();
    // A quote with a high fee for its amount needs a second press.
    fixture.harness.bridge.fail(null);
    fixture.harness.bridge.price(4_000);
    await choose('Try again');
    await act.page.getByRole('alert').getByText('The fee is high for this amount.').waitFor();
    await isBarrierFree();
    await choose(confirm);
    await act.page
      .getByRole('button', { name: `Yes, ${confirm.toLowerCase().replace('driftwood', 'Driftwood')}` })
      .waitFor();
    expect(sends()).toBe(0);
    expect((await leave()).status).toBe('cancelled');
  });

  it('[BRDG-06] the modal reports a bridge payment that was refunded or lost; a late payment is found again after a reload, arrived or refunded', async () => {
    await begin();
    await fundThere(wallet().address, 10n * ether);
    const { bridge } = fixture.harness;
    bridge.fill('refund');
    await fund({ amount: '1' });
    await choose('Transfer from another network', driftwood.name, confirm);
    await says('The transfer was refunded to your wallet.');
    await isBarrierFree();
    await choose('Try again');
    await act.screen(fromWallet).waitFor();
    bridge.fill('failure');
    await choose(confirm);
    await says('Your funds did not arrive. Look the transfer up on the explorer.');
    expect(await leave()).toMatchObject({ status: 'cancelled', fundingMethod: 'external' });

    bridge.fill('delayed');
    await beginTransfer('0.5');
    await isBarrierFree();
    expect(await leave()).toMatchObject({ status: 'pending', fundingMethod: 'external' });
    await comeBack();
    const before = [{ status: 'failed' }, { status: 'refunded' }];
    const first = {
      way: 'bridge',
      amount: '0.5',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    };
    await expectFundings(act.page, [{ ...first, status: 'pending' }, ...before]);
    bridge.fill('success');
    await expectFundings(act.page, [{ ...first, status: 'completed' }, ...before]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 2n);

    bridge.fill('delayed');
    await beginTransfer('0.6');
    await comeBack();
    bridge.fill('refund');
    await expectFundings(act.page, [
      { way: 'bridge', status: 'refunded', amount: '0.6' },
      { amount: '0.5' },
      ...before,
    ]);
    expect(await balanceOf(await ownAddress())).toBe(ether / 2n);
  });
});

/** Transfers from the other network with the connected wallet, until the user has nothing more to do. */
async function beginTransfer(amount: string): Promise<void> {
  await fund({ amount });
  await choose('Transfer from another network', driftwood.name, confirm);
  await says('Your funds are on their way. You can close this window.');
}

/** Reloads the page, and waits for the wallet. */
async function comeBack(): Promise<void> {
  await act.page.reload();
  await waitInPage(act.page, () => window.host?.wallets.length > 0);
}
