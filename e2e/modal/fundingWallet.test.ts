import { type FaultyNode, startFaultyNode } from '@latchkey/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { driftwood, reject } from '../wallets/pageWallets.ts';
import { createGate } from './fixture.ts';
import { ether, here, selection, shareFunding, there, walkedOn } from './fundingPageObject.ts';

const play = shareFunding();
const { act, action, balanceOf, begin, choose, fund, fundThere, giveUsdc, heading } = play;
const { isBarrierFree, leave, ownAddress, row, says, settled, fixture, wallet } = play;

const confirm = `Confirm with ${driftwood.name}`;
const confirming = `Confirming with ${driftwood.name}`;
const fromWallet = 'FUNDING_TRANSFER_FROM_WALLET';
const awaiting = 'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET';
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
const withoutCards = ['Transfer from a wallet', 'Transfer from another network', 'Receive funds'];
const chooseConnected = () =>
  act.page.getByRole('button', { name: new RegExp(`^${driftwood.name} · 0x`) }).click();
/** Counts the transactions that the wallet was asked to send. */
const sends = () => wallet().asked.filter((method) => method === 'eth_sendTransaction').length;

let node: FaultyNode;
beforeAll(async () => {
  node = await startFaultyNode(fixture.harness.chain);
});
afterAll(() => node?.close());
afterEach(() => {
  node.fail(null);
  node.release();
});

describe.each(walkedOn)('a transfer from a wallet, on a %s', (screen) => {
  it('[FUND-11] [FUND-12] [FUND-14] a transfer from a wallet shows who pays what to whom, and each step until the funds have arrived', async () => {
    await begin({ screen, nodeUrl: node.url });
    const address = await ownAddress();
    await fixture.harness.chain.fund(wallet().address, 10n * ether);
    await fund({ amount: '1.5' });
    await choose('Transfer from a wallet');
    await act.screen(fromWallet).waitFor();
    await heading('Transfer from a wallet');
    await isBarrierFree();
    await choose(driftwood.name);
    // The payer's card shows its address and balance. It has no button to copy the address unless something is wrong.
    const card = act.page.locator('.fund-payer');
    await card.getByText(short(wallet().address)).waitFor();
    await card.getByText('10 ETH').waitFor();
    expect(await card.getByRole('button', { name: 'Copy address' }).count()).toBe(0);
    await act.page.getByRole('button', { name: confirm, disabled: false }).waitFor();
    expect(await row('Total')).toMatch(/^1\.5 ETH$/);
    expect(await row('To')).toBe(short(address));
    expect(await row('Network')).toBe(here.name);
    expect(await row('Estimated fee')).toMatch(/ETH$/);
    await isBarrierFree();

    const sent = createGate();
    wallet().answer('eth_sendTransaction', async (_, usual) => {
      await sent.passed;
      return usual();
    });
    node.fail('slow', ['eth_getBalance']);
    await choose(confirm);
    await act.screen(awaiting).waitFor();
    await heading(confirming);
    await says('Preparing…');
    node.fail(null);
    node.release();
    await says('Confirm in your wallet');
    for (const name of ['Total', 'To', 'Network', 'Estimated fee']) expect(await row(name)).not.toBe('');
    await isBarrierFree();
    node.fail('slow', ['eth_getTransactionReceipt']);
    sent.open();
    await says('Waiting for the network');
    node.fail(null);
    node.release();
    await heading('Funds added');
    await isBarrierFree();
    await action('Close').click();
    await play.gone();
    const result = await settled();
    expect(result).toMatchObject({ status: 'completed', fundingMethod: 'external', amount: '1.5', address });
    expect(result.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await balanceOf(address)).toBe((3n * ether) / 2n);
    expect(sends()).toBe(1);
  });
});

describe('a wallet that cannot pay', () => {
  it('[FUND-02] [FUND-12] [FUND-13] [FUND-16] a wallet that is the funded one, or is short of funds, cannot pay, and ways that cannot work are not offered', async () => {
    await begin();
    // A wallet that is not the user's cannot be funded by card, even if the host requests that.
    await fund({ defaultFundingMethod: 'card' }, '0x52908400098527886E0F7030069857D2E4169EE7');
    await act.screen(selection).waitFor();
    expect(await play.ways()).toEqual(withoutCards);
    expect((await leave()).status).toBe('cancelled');
    await fund({ amount: '1' }, wallet().address);
    await act.screen(selection).waitFor();
    expect(await play.ways()).toEqual(withoutCards);
    await choose('Transfer from another network', driftwood.name);
    await says('This wallet has no other network to transfer from.');
    expect(await act.page.getByRole('button', { name: confirm }).isDisabled()).toBe(true);
    await isBarrierFree();
    await choose('Use another wallet');
    await heading('Transfer from another network');
    expect(await act.page.getByRole('region', { name: 'Connected' }).count()).toBe(0);
    expect((await leave()).status).toBe('cancelled');

    await fund({ amount: '1' });
    await choose('Transfer from a wallet');
    await chooseConnected();
    const { address } = wallet();
    const words = `Wallet ${short(address)} does not have enough funds.`;
    const card = act.page.locator('.fund-payer');
    await card.getByRole('alert').getByText(words, { exact: true }).waitFor();
    expect(await act.page.getByRole('button', { name: confirm }).count()).toBe(0);
    await isBarrierFree();
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await Promise.all([
      card.getByRole('button', { name: 'Copied' }).waitFor(),
      card.getByRole('button', { name: 'Copy address' }).click(),
    ]);
    expect(await act.page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await card.getByRole('button', { name: 'Copy address' }).waitFor();
    await fixture.harness.chain.fund(address, 5n * ether);
    await choose('Try again', confirm);
    await heading('Funds added');
    // The wallet has no funds on the other network either.
    await action('Close').click();
    await play.gone();
    await fund({ amount: '1' });
    await choose('Transfer from another network');
    await chooseConnected();
    await act.page.getByRole('alert').getByText(words, { exact: true }).waitFor();
    expect(sends()).toBe(1);
    // Funds of an earlier funding do not count for this one.
    expect((await leave()).status).toBe('cancelled');
  });
});

describe('a wallet that declines', () => {
  it('a wallet that refuses to connect leaves the choice open; a wallet that refuses to send is asked again only after another press, and no funding is reported', async () => {
    await begin();
    wallet().answer('eth_requestAccounts', reject);
    await fund({ amount: '1' });
    await choose('Transfer from a wallet', driftwood.name);
    await heading('Request rejected');
    await isBarrierFree();
    wallet().answer('eth_requestAccounts', null);
    await choose('Choose another wallet');
    await heading('Transfer from a wallet');
    await act.page.getByRole('button', { name: 'Back', exact: true }).click();
    await act.screen(selection).waitFor();
    expect((await leave()).status).toBe('cancelled');

    await fixture.harness.chain.fund(wallet().address, 10n * ether);
    await fund({ amount: '1' });
    await choose('Transfer from a wallet', driftwood.name);
    wallet().answer('eth_sendTransaction', reject);
    await choose(confirm);
    await action('Try again').waitFor();
    await isBarrierFree();
    expect(sends()).toBe(1);
    expect(await leave()).toMatchObject({ status: 'cancelled', fundingMethod: 'external' });
    expect(await act.page.evaluate(() => window.host.fundingStatus.fundings)).toEqual([]);

    // The user closes the modal while the wallet still waits for a confirmation. The host gets the outcome of the
    // transfer.
    await fund({ amount: '1', defaultFundingMethod: 'wallet' });
    const answered = createGate();
    wallet().answer('eth_sendTransaction', async (_, usual) => {
      await answered.passed;
      return usual();
    });
    await chooseConnected();
    await choose(confirm);
    await says('Confirm in your wallet');
    await act.page.keyboard.press('Escape');
    await play.gone();
    expect(await play.isOpen()).toBe(true);
    answered.open();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'external' });
    expect(await balanceOf(await ownAddress())).toBe(ether);
  });
});

describe('a wallet that holds USDC', () => {
  it('a wallet transfers USDC on the funded network and from another one', async () => {
    await begin();
    const payer = wallet().address;
    await fixture.harness.chain.fund(payer, ether);
    await fundThere(payer, ether);
    await giveUsdc(payer, 50_000_000n);
    await giveUsdc(payer, 50_000_000n, there.id);
    await fund({ amount: '20', asset: 'USDC' });
    await act.page.getByText('0 USDC').waitFor();
    await choose('Transfer from a wallet', driftwood.name);
    await act.page.locator('.fund-payer').getByText('50 USDC').waitFor();
    await act.page.getByRole('button', { name: confirm, disabled: false }).waitFor();
    expect(await row('Total')).toBe('20 USDC');
    expect(await row('Estimated fee')).toMatch(/ETH$/);
    await choose(confirm);
    await heading('Funds added');
    await action('Close').click();
    await play.gone();
    expect(await settled()).toMatchObject({ status: 'completed' });

    await fund({ amount: '20', asset: 'USDC' });
    await act.page.getByText('20 USDC').first().waitFor();
    await choose('Transfer from another network');
    await chooseConnected();
    await act.page.getByRole('button', { name: confirm, disabled: false }).waitFor();
    expect(await row('Total')).toBe('20.02 USDC');
    await choose(confirm);
    await heading('Funds added');
    await says('Received 20 USDC');
    expect(await leave()).toMatchObject({ status: 'completed', fundingMethod: 'external' });
    // One transfer on this network; an approval and a deposit from the other.
    expect(sends()).toBe(3);
  });
});
