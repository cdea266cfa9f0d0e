import { describe, expect, it } from 'vitest';
import { followFundings, sendQuote, takeQuote, watchQuote } from '../../index.ts';
import { ether } from '../../transactions/sendFixture.testkit.ts';
import { rpcError } from '../../wallets/external/scriptedWallets.testkit.ts';
import { here, shareFundingWorld, there } from '../fundingWorld.testkit.ts';

// Tests the client with the sandbox's quote service, which moves coins between two chains.

const world = shareFundingWorld();
const { allowanceOf, approve, balanceOf, mint, sandbox } = world;
const zero = '0x0000000000000000000000000000000000000000';
const tenth = ether / 10n;
const most = 2n ** 256n - 1n;
const usdcOf = (amount: string) => ({ asset: 'USDC', amount });

/** Opens a page whose user has a wallet with coins on both chains, to fund another wallet on the second chain. */
async function begin(options: Parameters<typeof world.open>[0] = {}) {
  const test = await world.open(options);
  const payer = await world.connectPayer(test);
  // No time passes while a quote is requested, so it does not age.
  const take = (config: object = {}) =>
    takeQuote(test.client, { request: test.request(config), wallet: payer.wallet, fromChainId: here });
  const send = (quote: Awaited<ReturnType<typeof take>>, config: object = {}) =>
    sendQuote(test.client, { quote, request: test.request(config), wallet: payer.wallet });
  return { ...test, ...payer, take, send };
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code, details }) => details?.reason ?? code,
  );
const latest = () => sandbox.bridge.requests().at(-1);

describe('a transfer from another network', () => {
  it('[BRDG-01] [BRDG-02] [BRDG-06] a transfer from another network moves the native coin in one wallet transaction, and is followed until it arrives', async () => {
    const { client, address, wallet, sent, take, send, until, request } = await begin();
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) =>
      shown.push(list.map(({ way, status, amount, symbol }) => `${way} ${status} ${amount} ${symbol}`)),
    );
    const quote = await take();
    expect(latest()).toEqual({
      user: wallet.address,
      recipient: address,
      refundTo: wallet.address,
      usePermit: false,
      originChainId: here,
      destinationChainId: there,
      originCurrency: zero,
      destinationCurrency: zero,
      amount: String(tenth),
      tradeType: 'EXACT_OUTPUT',
    });
    expect(quote).toMatchObject({ amountOut: tenth, amountIn: tenth + tenth / 1_000n, fee: tenth / 1_000n });
    expect(quote.gas).toBeGreaterThan(0n);
    expect(sent).toEqual([]);
    const { hash } = await send(quote);
    const [{ to, value, data } = expect.fail()] = quote.steps;
    expect(sent).toEqual([{ from: wallet.address, to, value: `0x${value.toString(16)}`, data, on: here }]);
    expect(shown.at(-1)).toEqual(['bridge pending 0.1 ETH']);
    expect(await until(watchQuote(client, quote))).toBe('completed');
    expect(await balanceOf(there, address)).toBe(tenth);
    expect(shown.at(-1)).toEqual(['bridge completed 0.1 ETH']);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    // Already paid, so a second press gets another quote.
    expect(await reasonOf(send(quote))).toBe('changed');
    expect(sent).toHaveLength(1);
    expect(request().address).toBe(address);
    follower.stop();
  });

  it('[BRDG-04] [BRDG-06] a transfer from another network moves USDC with an approval of exactly the total and a deposit, and leaves no allowance', async () => {
    const { client, address, wallet, sent, take, send, until } = await begin();
    await mint(here, wallet.address, 20_000_000n);
    const quote = await take(usdcOf('5'));
    expect(quote.steps.map(({ kind }) => kind)).toEqual(['approve', 'deposit']);
    // A script could otherwise change what was checked.
    for (const part of [quote, quote.steps, ...quote.steps, quote.coinIn, quote.coinOut])
      expect(Object.isFrozen(part)).toBe(true);
    await send(quote, usdcOf('5'));
    const spender = quote.steps[1]?.to ?? expect.fail();
    expect(sent.map(({ to, data }) => [String(to).toLowerCase(), String(data).slice(0, 10)])).toEqual([
      [sandbox.usdc[here].toLowerCase(), '0x095ea7b3'],
      [spender.toLowerCase(), expect.any(String)],
    ]);
    expect(await until(watchQuote(client, quote))).toBe('completed');
    expect(await balanceOf(there, address, 'USDC')).toBe(5_000_000n);
    expect(await balanceOf(here, wallet.address, 'USDC')).toBe(20_000_000n - quote.amountIn);
    expect(await allowanceOf(here, wallet.address, spender)).toBe(0n);
  });

  it('[BRDG-06] a new quote uses a remaining approval after the user declined the deposit', async () => {
    const { client, wallet, script, sent, take, send, until, address } = await begin();
    await mint(here, wallet.address, 20_000_000n);
    const quote = await take(usdcOf('5'));
    const pay = script.provider.request;
    let isDeclining = true;
    script.provider.request = async (asked) => {
      const [transaction] = (asked.params ?? []) as { data?: string }[];
      const isDeposit =
        asked.method === 'eth_sendTransaction' && !transaction?.data?.startsWith('0x095ea7b3');
      if (isDeclining && isDeposit) throw rpcError(4001, 'User rejected the request.');
      return pay(asked);
    };
    expect(await reasonOf(send(quote, usdcOf('5')))).toBe('user_rejected_request');
    isDeclining = false;
    const again = await take(usdcOf('5'));
    expect(again.steps.map(({ kind }) => kind)).toEqual(['deposit']);
    await send(again, usdcOf('5'));
    expect(sent).toHaveLength(2);
    expect(await until(watchQuote(client, again))).toBe('completed');
    expect(await balanceOf(there, address, 'USDC')).toBe(5_000_000n);
  });

  it('[BRDG-04] takeQuote and sendQuote refuse a deposit if an earlier approval lets it take more than the total', async () => {
    const { wallet, script, sent, take, send } = await begin();
    await mint(here, wallet.address, 20_000_000n);
    const [, deposit] = (await take(usdcOf('5'))).steps;
    const spender = deposit?.to ?? expect.fail();
    await approve(here, wallet.address, spender, 5_005_000n);
    const quote = await take(usdcOf('5'));
    expect(quote.steps).toHaveLength(1);
    // The approval is raised after the quote was shown.
    await approve(here, wallet.address, spender, most);
    expect(await reasonOf(send(quote, usdcOf('5')))).toBe('approval');
    script.asked.length = 0;
    expect(await reasonOf(take(usdcOf('5')))).toBe('approval');
    expect(sent).toEqual([]);
    expect(script.asked).toEqual([]);
  });

  it.each([true, false])(
    '[BRDG-03] uses the quote service that fits the network (testnet: %s)',
    async (testnet) => {
      const urls: string[] = [];
      const quotesUrl = testnet ? sandbox.bridgeTestUrl : sandbox.bridgeUrl;
      const chains = [
        [here, sandbox.chainUrl],
        [there, sandbox.secondChainUrl],
      ].map(([id, url]) => ({
        id: Number(id),
        name: 'Test',
        testnet,
        rpcUrls: { default: { http: [String(url)] } },
      }));
      const { take, send, client, until } = await begin({
        config: { chains },
        change(request, forward) {
          if (request.url.includes('/bridge')) urls.push(request.url);
          return forward();
        },
      });
      const quote = await take();
      await send(quote);
      expect(await until(watchQuote(client, quote))).toBe('completed');
      expect(urls[0]).toBe(`${quotesUrl}/execute/swap`);
      const isTest = (url: string) => url.startsWith(`${sandbox.bridgeTestUrl}/`);
      expect(urls.map(isTest)).toEqual(urls.map(() => testnet));
    },
  );

  it('[BRDG-06] watchQuote reports a refunded or failed transfer from another network, and keeps waiting for a delayed one', async () => {
    const { client, wallet, address, take, send, until, pass } = await begin();
    for (const [how, result] of [
      ['refund', 'refunded'],
      ['failure', 'failed'],
    ] as const) {
      sandbox.bridge.fill(how);
      const quote = await take();
      await send(quote);
      expect(await until(watchQuote(client, quote))).toBe(result);
    }
    expect(await balanceOf(here, wallet.address)).toBeLessThan(ether - tenth);
    sandbox.bridge.fill('delayed');
    const late = await take();
    await send(late);
    let end: string | null = null;
    const watching = watchQuote(client, late).then((result) => {
      end = result;
    });
    await pass(10_000);
    expect(end).toBeNull();
    expect(await balanceOf(there, address)).toBe(0n);
    sandbox.bridge.fill('success');
    await until(watching);
    expect(end).toBe('completed');
    expect(await balanceOf(there, address)).toEqual(tenth);
  });
});

describe('an old quote', () => {
  it('sendQuote refuses a quote older than 30 s as changed, and provides a new one', async () => {
    const { take, send, timers, sent } = await begin();
    const quote = await take();
    await timers.advance(30_000 - (timers.now() - quote.takenAtMs));
    const before = sandbox.bridge.requests().length;
    sandbox.bridge.price(50);
    await timers.advance(1);
    const error = await send(quote).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: 'quote_refused',
      details: { reason: 'changed', quote: { fee: tenth / 200n } },
    });
    expect(sandbox.bridge.requests().length).toBe(before + 1);
    expect(sent).toEqual([]);
  });

  it.each([
    [100, 'a newer quote at most 1 % dearer is sent', 1],
    [150, 'a worse quote is refused as changed', 0],
  ])(
    'after a slow chain switch and with a total fee of %i hundredths of a percent, %s',
    async (bps, _, count) => {
      const { take, send, script, sent } = await begin();
      const quote = await take();
      sandbox.bridge.price(bps);
      script.on('wallet_switchEthereumChain', () => {
        world.service.clock.advance(31_000);
        return null;
      });
      expect(await reasonOf(send(quote))).toBe(count === 1 ? null : 'changed');
      expect(sent).toHaveLength(count);
      if (count === 1) expect(BigInt(sent[0]?.value ?? 0)).toBe(tenth + (tenth * BigInt(bps)) / 10_000n);
    },
  );
});

describe('a quote service that lies or fails', () => {
  const refusals = {
    recipient: 'recipient',
    payer: 'payer',
    'destination-chain': 'chain',
    'origin-chain': 'chain',
    total: 'total',
    'hidden-value': 'total',
    'less-out': 'output',
    currency: 'currency',
    'unlimited-approval': 'approval',
    'approval-to-other': 'approval',
    'approval-of-other-token': 'approval',
    'signature-step': 'step',
    'permit-step': 'step',
    'extra-step': 'step',
    'token-drain': 'approval',
    'no-steps': 'malformed',
    'many-steps': 'malformed',
    'no-details': 'malformed',
    proto: 'malformed',
    huge: 'quote_failed',
  } as const;

  it('[BRDG-04] takeQuote refuses a false quote with its reason before the wallet is called, and never calls its URLs', async () => {
    const urls = new Set<string>();
    const { wallet, script, take } = await begin({
      change(request, forward) {
        urls.add(new URL(request.url).hostname);
        return forward();
      },
    });
    await mint(here, wallet.address, 20_000_000n);
    script.asked.length = 0;
    const told: Record<string, unknown> = {};
    for (const lie of Object.keys(refusals) as (keyof typeof refusals)[]) {
      sandbox.bridge.lie(lie);
      told[lie] = await reasonOf(take(usdcOf('5')));
    }
    expect(told).toEqual(refusals);
    sandbox.bridge.lie('check-elsewhere');
    expect(await reasonOf(take(usdcOf('5')))).toBeNull();
    expect(script.asked).toEqual([]);
    expect([...urls]).toEqual([new URL(sandbox.url).hostname]);
  });

  it('[BRDG-05] takeQuote passes on a failing quote service’s message, and times out after 10 s', async () => {
    const { take, timers, client, request, wallet } = await begin();
    const messageOf = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        ({ code, message }) => [code, message],
      );
    sandbox.bridge.fail('message');
    expect(await messageOf(take())).toEqual(['quote_failed', 'No routes found for the requested transfer']);
    sandbox.bridge.fail('script');
    expect(await messageOf(take())).toEqual(['quote_failed', expect.stringContaining('<script>')]);
    sandbox.bridge.fail('broken');
    expect(await messageOf(take())).toEqual(['quote_failed', 'Error fetching quote from relay']);
    sandbox.bridge.fail('silent');
    const never = messageOf(takeQuote(client, { request: request(), wallet, fromChainId: here }));
    await expect.poll(() => timers.waiting).toBeGreaterThan(0);
    await timers.advance(10_000);
    expect((await never)?.[0]).toBe('client_request_timeout');
  });
});

describe('answers of the quote service', () => {
  /** Replaces the answer of one of the quote service's two routes. */
  const beginWith = (path: string, answer: () => Response) =>
    begin({
      change: async (request, forward) => (request.url.includes(path) ? answer() : forward()),
    });

  it.each([
    [{ message: 'Amount is too\u202e low\u0000', errorCode: 'X' }, 400, 'Amount is too low'],
    [{ message: 'x'.repeat(500) }, 400, 'x'.repeat(200)],
    [{ message: {} }, 400, 'Error fetching quote from relay'],
    [{ message: ' \n\u200b\u2800\u3164\ufe01 ' }, 422, 'Error fetching quote from relay'],
    ['<script>alert(1)</script>', 500, 'Error fetching quote from relay'],
    [null, 503, 'Error fetching quote from relay'],
  ])(
    '[BRDG-05] takeQuote cleans and shortens the quote service’s message, case %#',
    async (said, status, message) => {
      const { take } = await beginWith('/execute/swap', () => Response.json(said, { status }));
      const error = await take().catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 'quote_failed', message });
    },
  );

  it('[BRDG-06] watchQuote does not believe a success that the quote service reports before the coins arrive', async () => {
    sandbox.bridge.fill('never');
    const { client, address, take, send, until, pass } = await beginWith('/intents/status', () =>
      Response.json({ status: 'success' }),
    );
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) => shown.push(list.map(({ status }) => status)));
    const quote = await take();
    await send(quote);
    let end: string | null = null;
    const watching = watchQuote(client, quote).then((result) => {
      end = result;
    });
    await pass(60_000);
    expect(end).toBeNull();
    expect(shown.at(-1)).toEqual(['pending']);
    await world.chainOf(there).fund(address, tenth);
    await until(watching);
    expect(end).toBe('completed');
    expect(shown.at(-1)).toEqual(['completed']);
    follower.stop();
  });

  it('takeQuote requests no quote from an unsupported network, of zero, or after the user left, and refuses one beyond the balance', async () => {
    const { client, take, request, wallet } = await begin();
    const before = sandbox.bridge.requests().length;
    for (const fromChainId of [there, 1, 0, Number.NaN])
      expect(await reasonOf(takeQuote(client, { request: request(), wallet, fromChainId }))).toBe(
        'unsupported_chain_id',
      );
    expect(await reasonOf(take({ amount: '0' }))).toBe('invalid_data');
    const left = takeQuote(client, {
      request: request(),
      wallet,
      fromChainId: here,
      signal: AbortSignal.abort('left'),
    });
    expect(await left.catch((reason: unknown) => reason)).toBe('left');
    expect(sandbox.bridge.requests()).toHaveLength(before);
    expect(await reasonOf(take({ amount: '5' }))).toBe('insufficient_balance');
    expect(await reasonOf(take(usdcOf('5')))).toBe('insufficient_balance');
  });
});

describe('the simulation of a quote', () => {
  /** Contract that also takes its caller's USDC through an earlier approval. */
  const thief = '0x7468696566000000000000000000000000000bad';
  const theft = (token: string) => {
    const transferFrom = `7f23b872dd${'0'.repeat(56)}600052`;
    const args = `33600452306024526005604452`;
    return `0x${transferFrom}${args}60006000606460006000${`73${token.slice(2)}`}5af100`;
  };
  const toThief = (response: Response) =>
    response.json().then((quote) => {
      quote.steps.at(-1).items[0].data.to = thief;
      return Response.json(quote);
    });
  const isQuote = (url: string) => url.endsWith('/execute/swap');

  it('takeQuote refuses a deposit that takes other coins than the quote says', async () => {
    const { wallet, sent, take } = await begin({
      change: async (request, forward) => {
        const answer = await forward();
        return isQuote(request.url) ? toThief(answer) : answer;
      },
    });
    await world.chainOf(here).request('anvil_setCode', [thief, theft(sandbox.usdc[here])]);
    expect(await reasonOf(take())).toBeNull(); // there is nothing to take yet
    await mint(here, wallet.address, 20n);
    await approve(here, wallet.address, thief, 20n);
    expect(await reasonOf(take())).toBe('simulation');
    expect(sent).toEqual([]);
  });

  /** Opens a page whose node may lack `eth_simulateV1`, with the operator's contracts and the quote's deposit. */
  function beginWith({ deposits, deposit }: { deposits: readonly string[]; deposit?: object }) {
    const node = { isOld: true };
    return begin({
      deposits,
      change: async (request, forward) => {
        const answer = await forward();
        if (isQuote(request.url)) {
          const quote = await answer.json();
          Object.assign(quote.steps.at(-1).items[0].data, deposit);
          return Response.json(quote);
        }
        const asked = request.url.endsWith('/chain') ? await request.clone().json() : null;
        if (!node.isOld || !Array.isArray(asked)) return answer;
        const replies = (await answer.json()) as { id: number }[];
        const isSimulation = ({ id }: { id: number }) =>
          asked.some((one) => one.id === id && one.method === 'eth_simulateV1');
        const error = { code: -32_601, message: 'the method does not exist' };
        return Response.json(replies.map((reply) => (isSimulation(reply) ? { id: reply.id, error } : reply)));
      },
    }).then((test) => ({ ...test, node }));
  }

  it('[BRDG-04] takeQuote refuses a quote without a simulation if the operator names no contracts', async () => {
    const { take, sent, node } = await beginWith({ deposits: [] });
    expect(await reasonOf(take())).toBe('simulation');
    expect(sent).toEqual([]);
    node.isOld = false;
    expect(await reasonOf(take())).toBeNull();
  });

  it('[BRDG-04] takeQuote needs no simulation for a contract that the operator named, but refuses a deposit that fails in one', async () => {
    const deposits = [sandbox.quoteDeposits.split(/[=,]/)[1] ?? ''];
    const honest = await beginWith({ deposits });
    expect(await reasonOf(honest.take())).toBeNull();
    const unknown = await beginWith({ deposits, deposit: { data: '0xdeadbeef' } }); // the contract has no such function
    expect(await reasonOf(unknown.take())).toBeNull();
    unknown.node.isOld = false;
    expect(await reasonOf(unknown.take())).toBe('simulation');
    const elsewhere = await beginWith({ deposits, deposit: { to: thief } });
    elsewhere.node.isOld = false;
    expect(await reasonOf(elsewhere.take())).toBe('deposit');
  });
});

describe('a user who leaves', () => {
  it('a user who leaves does not wait for a silent wallet, and finds a transaction that the wallet sends later', async () => {
    const { client, wallet, script, request, take, pass } = await begin();
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) => shown.push(list.map(({ status }) => status)));
    const quote = await take();
    let answer: (hash: string) => void = () => {};
    script.on(
      'eth_sendTransaction',
      () =>
        new Promise((resolve) => {
          answer = resolve as typeof answer;
        }),
    );
    const leaving = new AbortController();
    const sending = sendQuote(client, { quote, request: request(), wallet }, { signal: leaving.signal });
    const end = sending.catch((reason: unknown) => reason);
    await expect.poll(() => script.asked.includes('eth_sendTransaction')).toBe(true);
    leaving.abort();
    expect(await end).toBe(leaving.signal.reason);
    expect(shown.at(-1) ?? []).toEqual([]);
    const [{ to, value, data } = expect.fail()] = quote.steps;
    await world.chainOf(here).request('anvil_impersonateAccount', [wallet.address]);
    const { transactionHash } = await world
      .chainOf(here)
      .send({ from: wallet.address, to, value: `0x${value.toString(16)}`, data });
    answer(transactionHash);
    await expect.poll(() => shown.at(-1)).toEqual(['pending']);
    await expect.poll(() => balanceOf(there, request().address)).toBe(tenth);
    await pass(12_000);
    await expect.poll(() => shown.at(-1)).toEqual(['completed']);
    follower.stop();
  });

  it('followFundings finds a transfer from another network whose deposit the wallet sent without returning a hash, and sendQuote does not send it twice', async () => {
    const { client, script, request, take, send, pass, sent } = await begin();
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) => shown.push(list.map(({ status }) => status)));
    const quote = await take();
    const pay = script.provider.request;
    script.provider.request = async (asked) => {
      const answer = await pay(asked);
      return asked.method === 'eth_sendTransaction' ? 'done' : answer;
    };
    expect(await reasonOf(send(quote))).toBe('transaction_failure');
    expect(sent).toHaveLength(1);
    expect(await reasonOf(send(quote))).toBe('changed');
    expect(sent).toHaveLength(1);
    await expect.poll(() => balanceOf(there, request().address)).toBe(tenth);
    // The quote service knows of the payment, then the balance shows that it arrived.
    await pass(12_000);
    await expect.poll(() => shown.at(-1)).toEqual(['pending']);
    await pass(12_000);
    await expect.poll(() => shown.at(-1)).toEqual(['completed']);
    follower.stop();
  });

  it('sendQuote sends and stores nothing if the user logs out during the chain switch', async () => {
    const { client, script, take, send, sent, profile } = await begin();
    const quote = await take();
    const { logout } = await import('../../index.ts');
    script.on('wallet_switchEthereumChain', async () => {
      await logout(client);
      return null;
    });
    expect(await reasonOf(send(quote))).toBe('must_be_authenticated');
    expect(sent).toEqual([]);
    expect([...profile.stored.keys()].filter((key) => key.includes('fundings'))).toEqual([]);
  });
});
