import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LyingQuoteService,
  lies,
  oddities,
  startLyingQuoteService,
} from '../attacks/lyingQuoteService.ts';
import { driftwood, ether, fundOnSecond, secondChainId, shareFundingStage } from './stage.ts';

// A quote service that wants more than its fee, before a real modal and a wallet that would sign whatever it is asked.

const thief: LyingQuoteService = await startLyingQuoteService();
afterAll(() => thief.close());

const { openEmpty, pay, choose, says, leave, wallet, act, stage, ownAddress, balanceOf } = shareFundingStage({
  env: { LATCHKEY_QUOTES_URL: thief.url, LATCHKEY_QUOTES_TEST_URL: thief.url },
});

const refused = 'This quote is not what you asked for, so nothing was signed. Try again later.';
const confirm = `Confirm with ${driftwood.name}`;

/** What a wallet is asked that costs its owner something. */
const costly = () => wallet().asked.filter((method) => /sign|send|permission.*grant|addChain/i.test(method));

/** A person whose payment is short here, and who has coins in a wallet on the other network. */
async function begin(): Promise<void> {
  await openEmpty();
  await fundOnSecond(stage.rig, wallet().address, 10n * ether);
}

/** From the payment to where the quote is shown, or refused. */
async function askForQuote(options: object = {}): Promise<void> {
  await pay(options);
  await choose('Add funds', 'Transfer from another network', driftwood.name);
}

/** Whether what shows is a quote to be confirmed, or a refusal. */
async function shown(): Promise<'confirm' | 'refused'> {
  const quote = act.page.getByRole('button', { name: confirm, exact: true, disabled: false });
  const refusal = act.page.getByText(refused, { exact: true });
  await quote.or(refusal).first().waitFor();
  return (await refusal.count()) > 0 ? 'refused' : 'confirm';
}

describe.each([
  { paidWith: 'coin', lies: lies.coin, options: {} },
  { paidWith: 'token', lies: lies.token, options: { fundWalletConfig: { asset: 'USDC', amount: '25' } } },
] as const)('a lying quote service, paid with a $paidWith', ({ lies: all, options }) => {
  beforeAll(() => thief.lie(null));

  it('[BRDG-04] has each of its lies refused, and the wallet asked for nothing', async () => {
    await begin();
    // A check that refuses everything would pass as well.
    await askForQuote(options);
    expect(await shown()).toBe('confirm');
    await leave();
    for (const [name, lie] of Object.entries(all)) {
      thief.lie(lie);
      await askForQuote(options);
      expect(await shown(), name).toBe('refused');
      expect(await act.page.getByRole('button', { name: confirm }).count(), name).toBe(0);
      expect(costly(), name).toEqual([]);
      await leave();
    }
    thief.lie(null);
    await askForQuote(options);
    expect(await shown()).toBe('confirm');
    expect(thief.seen.filter((one) => one.includes('/elsewhere'))).toEqual([]);
  });

  it('[BRDG-04] has what is odd and harmless ignored', async () => {
    await begin();
    for (const [name, oddity] of Object.entries(oddities)) {
      thief.lie(oddity);
      await askForQuote(options);
      expect(await shown(), name).toBe('confirm');
      await leave();
    }
  });
});

describe('a quote service that is honest until the press', () => {
  it('[BRDG-04] has its old quote taken anew, and the new lie refused', async () => {
    await openEmpty({ clock: true });
    await fundOnSecond(stage.rig, wallet().address, 10n * ether);
    thief.lie(null);
    await askForQuote();
    expect(await shown()).toBe('confirm');
    thief.lie(lies.coin['the recipient is another wallet']);
    await act.page.clock.runFor(31_000);
    await choose(confirm);
    await says(refused);
    expect(costly()).toEqual([]);
  });

  it('[BRDG-04] shows what became dearer, and wants another press', async () => {
    await openEmpty({ clock: true });
    await fundOnSecond(stage.rig, wallet().address, 10n * ether);
    thief.lie(null);
    thief.charge(10n);
    await askForQuote();
    expect(await shown()).toBe('confirm');
    thief.charge(500n);
    await act.page.clock.runFor(31_000);
    await choose(confirm);
    await says('The price has changed. Check it and confirm again.');
    expect(costly()).toEqual([]);
    thief.charge(10n);
  });
});

describe('a quote service that takes and does not give', () => {
  it('[BRDG-06] is not believed that anything arrived, whatever it says', async () => {
    await begin();
    thief.lie(null);
    thief.claim('success');
    const before = await balanceOf(wallet().address, secondChainId);
    await askForQuote();
    await choose(confirm);
    // What the screen showed is what it can take at most.
    await expect
      .poll(async () => before - (await balanceOf(wallet().address, secondChainId)))
      .toBeGreaterThan(0n);
    const total = BigInt(thief.asked.at(-1)?.amount ?? 0);
    expect(before - (await balanceOf(wallet().address, secondChainId))).toBeLessThan((total * 102n) / 100n);
    expect(await balanceOf(await ownAddress())).toBe(0n);
    expect(await act.page.getByText('Funds added').count()).toBe(0);
    thief.claim('waiting');
  });
});
