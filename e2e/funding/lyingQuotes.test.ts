import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  endless,
  giveaways,
  type Lie,
  type LyingQuoteService,
  lies,
  oddities,
  startLyingQuoteService,
} from '../attacks/lyingQuoteService.ts';
import { ether } from '../modal/fundingPageObject.ts';
import { driftwood } from '../wallets/pageWallets.ts';
import { fundOnSecond, harbour, secondChainId, shareFundingFixture } from './fixture.ts';

// A quote service that wants more than its fee, before a real modal and a wallet that would sign whatever it is asked.

const thief: LyingQuoteService = await startLyingQuoteService();
afterAll(() => thief.close());

const { openEmpty, pay, fund, choose, says, leave, wallet, act, fixture, ownAddress, balanceOf, paid } =
  shareFundingFixture({
    env: {
      LATCHKEY_QUOTES_URL: thief.url,
      LATCHKEY_QUOTES_TEST_URL: thief.url,
      // An operator who named no contracts.
      LATCHKEY_QUOTE_DEPOSITS: '',
    },
  });

const refused = 'This quote is not what you asked for, so nothing was signed. Try again later.';
const confirm = `Confirm with ${driftwood.name}`;

/** What a wallet is asked that costs its owner something. */
const costly = () => wallet().asked.filter((method) => /sign|send|permission.*grant|addChain/i.test(method));

/** A person whose payment is short here, and who has coins and USDC in a wallet on the other network. */
async function begin(options: { clock?: boolean } = {}): Promise<void> {
  await openEmpty(options);
  await fundOnSecond(fixture.harness, wallet().address);
}

/** To where the quote is shown, or refused: for a payment that is short, or for USDC. */
async function requestQuote(paidWith: 'coin' | 'token' = 'coin'): Promise<void> {
  if (paidWith === 'token') await fund({ asset: 'USDC', amount: '25' });
  else {
    await pay();
    await choose('Add funds');
  }
  await choose('Transfer from another network', driftwood.name);
}

/** Presses for another quote where one was refused, and waits until the page has it: until then it shows the old refusal. */
async function requestAgain(): Promise<void> {
  const answered = act.page.waitForResponse(
    (response) => response.url().startsWith(thief.url) && response.request().method() === 'POST',
  );
  await choose('Try again');
  await (await answered).finished();
}

/** Whether what shows is a quote to be confirmed, or a refusal. */
async function shown(): Promise<'confirm' | 'refused'> {
  const quote = act.page.getByRole('button', { name: confirm, exact: true, disabled: false });
  const refusal = act.page.getByText(refused, { exact: true });
  await quote.or(refusal).first().waitFor();
  return (await refusal.count()) > 0 ? 'refused' : 'confirm';
}

beforeEach(() => {
  thief.lie(null);
  thief.charge(10n);
  thief.claim('waiting');
});

describe('a lying quote service', () => {
  it('[BRDG-04] has each of its lies refused, about a coin and about a token, and the wallet asked for nothing', async () => {
    await begin();
    for (const paidWith of ['coin', 'token'] as const) {
      const [first, ...more] = Object.entries<Lie>(lies[paidWith]);
      thief.lie(first?.[1] ?? null);
      await requestQuote(paidWith);
      expect(await shown(), first?.[0]).toBe('refused');
      for (const [name, lie] of more) {
        thief.lie(lie);
        await requestAgain();
        expect(await shown(), `${paidWith}: ${name}`).toBe('refused');
        expect(await act.page.getByRole('button', { name: confirm }).count(), `${paidWith}: ${name}`).toBe(0);
      }
      // A check that refuses everything would pass as well; what is odd and harmless is ignored.
      for (const [name, oddity] of Object.entries(oddities)) {
        thief.lie(oddity);
        await choose('Use another wallet', driftwood.name);
        expect(await shown(), `${paidWith}: ${name}`).toBe('confirm');
      }
      await leave();
    }
    expect(costly()).toEqual([]);
    expect(thief.seen.filter((one) => one.includes('/elsewhere'))).toEqual([]);
  });

  it('[BRDG-04] has what gives away other things refused, and all else, where no node simulates and no contract is named', async () => {
    await begin();
    // The node of the network that is paid from: an older one.
    await act.page.route('**/chain2', async (route) => {
      const asked = route.request().postDataJSON() as { id: number; method: string }[] | { method: string };
      const answer = await route.fetch();
      if (!Array.isArray(asked)) return route.fulfill({ response: answer });
      const old = new Set(asked.filter(({ method }) => method === 'eth_simulateV1').map(({ id }) => id));
      const error = { code: -32_601, message: 'the method eth_simulateV1 does not exist' };
      const replies = ((await answer.json()) as { id: number }[]).map((reply) =>
        old.has(reply.id) ? { jsonrpc: '2.0', id: reply.id, error } : reply,
      );
      return route.fulfill({ response: answer, json: replies });
    });
    const [first, ...more] = Object.entries(giveaways);
    thief.lie(first?.[1] ?? null);
    await requestQuote();
    expect(await shown(), first?.[0]).toBe('refused');
    for (const [name, lie] of [...more, ['nothing', null] as const]) {
      thief.lie(lie);
      await requestAgain();
      expect(await shown(), name).toBe('refused');
    }
    expect(costly()).toEqual([]);
    await act.page.unroute('**/chain2');
    await requestAgain();
    expect(await shown()).toBe('confirm');
    await leave();
  });

  it('[BRDG-05] has its words shown as text, and the person goes on by another way', async () => {
    await begin();
    thief.refuse('<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script>\u202eevil');
    await requestQuote();
    await says('<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script> evil');
    expect(await act.page.evaluate(() => 'isHurt' in window)).toBe(false);
    thief.refuse(null);
    // Its end is not waited for: the client breaks off.
    thief.lie(endless);
    await choose('Try again');
    await says('Error fetching quote from relay');
    thief.lie(lies.coin['the recipient is another wallet']);
    await requestAgain();
    expect(await shown()).toBe('refused');
    await act.page.getByRole('button', { name: 'Back', exact: true }).click();
    await choose('Receive funds');
    await says('Waiting for your transfer');
    const before = await balanceOf(harbour);
    await fixture.harness.chain.fund(await ownAddress(), ether);
    await choose('Continue', 'Approve');
    expect(await paid()).toMatchObject({ hash: expect.stringMatching(/^0x/) });
    await expect.poll(() => balanceOf(harbour)).toBe(before + ether / 10n);
    expect(costly()).toEqual([]);
  });

  it('[BRDG-04] [BRDG-06] has its old quote taken anew after the press, and is not believed that anything arrived where it takes and does not give', async () => {
    await begin({ clock: true });
    await requestQuote();
    expect(await shown()).toBe('confirm');
    thief.lie(lies.coin['the recipient is another wallet']);
    await act.page.clock.runFor(31_000);
    await choose(confirm);
    await says(refused);
    expect(costly()).toEqual([]);
    await leave();
    thief.lie(null);
    await requestQuote();
    expect(await shown()).toBe('confirm');
    thief.charge(500n);
    await act.page.clock.runFor(31_000);
    await choose(confirm);
    await says('The price has changed. Check it and confirm again.');
    expect(costly()).toEqual([]);
    await leave();

    thief.charge(10n);
    thief.claim('success');
    const before = await balanceOf(wallet().address, secondChainId);
    await requestQuote();
    await choose(confirm);
    const spent = async () => before - (await balanceOf(wallet().address, secondChainId));
    await expect.poll(spent).toBeGreaterThan(0n);
    // What the screen showed is what it can take at most.
    const total = BigInt(thief.asked.at(-1)?.amount ?? 0);
    expect(await spent()).toBeLessThan((total * 102n) / 100n);
    await says('Your funds are on their way. You can close this window.');
    const count = thief.seen.length;
    await expect
      .poll(async () => {
        await act.page.clock.runFor(2_000);
        return thief.seen.length;
      })
      .toBeGreaterThan(count + 2);
    expect(await act.page.getByText('Funds added').count()).toBe(0);
    expect(await balanceOf(await ownAddress())).toBe(0n);
  });
});
