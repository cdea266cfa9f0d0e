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

// A malicious quote service that wants more than its fee, with a real modal and a wallet that would sign anything.

const thief: LyingQuoteService = await startLyingQuoteService();
afterAll(() => thief.close());

const { openEmpty, pay, fund, choose, says, leave, wallet, act, fixture, ownAddress, balanceOf, paid } =
  shareFundingFixture({
    env: {
      LATCHKEY_QUOTES_URL: thief.url,
      LATCHKEY_QUOTES_TEST_URL: thief.url,
      // The operator names no deposit contracts.
      LATCHKEY_QUOTE_DEPOSITS: '',
    },
  });

const refused = 'This quote is not what you asked for, so nothing was signed. Try again later.';
const confirm = `Confirm with ${driftwood.name}`;

/** Lists the requests to the wallet to sign, to send, to grant permissions or to add a chain. */
const costly = () =>
  wallet().asked.filter((method) => /sign|send|grantPermissions|addEthereumChain/.test(method));

/** Opens the page for a user with an empty wallet, whose external wallet has coins and USDC on the other network. */
async function begin(options: { clock?: boolean } = {}): Promise<void> {
  await openEmpty(options);
  await fundOnSecond(fixture.harness, wallet().address);
}

/** Goes to the screen that shows or refuses the quote, for a payment that exceeds the balance or for USDC. */
async function requestQuote(paidWith: 'coin' | 'token' = 'coin'): Promise<void> {
  if (paidWith === 'token') await fund({ asset: 'USDC', amount: '25' });
  else {
    await pay();
    await choose('Add funds');
  }
  await choose('Transfer from another network', driftwood.name);
}

/**
 * Requests another quote after a refused one, and waits until it has arrived, because the old refusal is shown until
 * then.
 */
async function requestAgain(): Promise<void> {
  const answered = act.page.waitForResponse(
    (response) => response.url().startsWith(thief.url) && response.request().method() === 'POST',
  );
  await choose('Try again');
  await (await answered).finished();
}

/** Returns 'confirm' if a quote is shown, and 'refused' if a refusal is. */
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

describe('a malicious quote service', () => {
  it('[BRDG-04] each lie of the attacker’s quote service about a coin or a token is refused, and harmless oddities are accepted; the wallet signs and sends nothing', async () => {
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
      // Control: a check that refuses everything would pass too. Harmless oddities are ignored.
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

  it('[BRDG-04] if no node simulates and the operator names no contract, the deposit of a quote is refused, whether it gives away other assets or not', async () => {
    await begin();
    // Makes the paying network's node an older one, which cannot simulate.
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

  it('[BRDG-05] the message of a quote service is shown as text, and the user continues in another way', async () => {
    await begin();
    thief.refuse('<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script>\u202eevil');
    await requestQuote();
    await says('<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script> evil');
    expect(await act.page.evaluate(() => 'isHurt' in window)).toBe(false);
    thief.refuse(null);
    // The response is too long, so the client gives it up.
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

  it('[BRDG-04] [BRDG-06] an old quote is replaced and checked again after the press, and the quote service’s false claim that the funds arrived is not believed', async () => {
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
    // The wallet has paid the shown total and fees, not more.
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
