import { deploy, startChain, type TestChain } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FundInput,
  followFundings,
  listFundingSources,
  prepareTransfer,
  sendQuote,
  sendTransfer,
  takeQuote,
  toFundingRequest,
  watchQuote,
} from '../index.ts';
import { createScriptedWallet, rpcError } from '../wallets/external/scriptedWallets.testkit.ts';
import { codeOf, quotesTestUrl, quotesUrl, shareFundingStage } from './fundingStage.testkit.ts';
import { approve, honestQuote, requestId } from './quotes/honestQuote.testkit.ts';

const open = shareFundingStage();
const realFetch = globalThis.fetch;
const ether = 10n ** 18n;
const sink = '0x3333333333333333333333333333333333333333';
const name = (id: number) => ({
  id,
  name: `Chain ${id}`,
  rpcUrls: { default: { http: [`https://node.example/${id}`] } },
});

let here: TestChain;
let there: TestChain;
beforeAll(async () => {
  [here, there] = await Promise.all([startChain({ chainId: 8453 }), startChain({ chainId: 1 })]);
});
afterAll(() => Promise.all([here.close(), there.close()]));

interface QuoteService {
  /** What the quote service answers; null is an honest quote. */
  answer: ((body: Record<string, unknown>) => Response) | null;
  asked: { url: string; body: Record<string, unknown> }[];
  status: string;
}

/** A person with a wallet on two real chains, of which one can fund the other. */
async function begin(config: object = {}) {
  const service: QuoteService = { answer: null, asked: [], status: 'waiting' };
  const stage = await open({
    config: { chains: [name(8453), name(1)], ...config },
    async world(request) {
      const [, id] = /^https:\/\/node\.example\/(\d+)/.exec(request.url) ?? [];
      if (id)
        return realFetch((id === '1' ? there : here).url, {
          method: 'POST',
          body: await request.text(),
          headers: { 'content-type': 'application/json' },
        });
      if (request.url.includes('/intents/status')) return Response.json({ status: service.status });
      if (!request.url.includes('quotes.example')) return null;
      const body = (await request.json()) as Record<string, unknown>;
      service.asked.push({ url: request.url, body });
      if (service.answer) return service.answer(body);
      return Response.json(toAnswer(body));
    },
  });
  const payer = createScriptedWallet({ chainId: 1 });
  const wallet = await stage.connect(payer);
  const chainOf = async () =>
    (await payer.provider.request({ method: 'eth_chainId' })) === '0x1' ? there : here;
  const sent: object[] = [];
  payer.on('eth_sendTransaction', async (params) => {
    sent.push(params[0] as object);
    const chain = await chainOf();
    await chain.ask('anvil_impersonateAccount', [wallet.address]);
    const hash = await chain.ask('eth_sendTransaction', params);
    while (!(await chain.ask('eth_getTransactionReceipt', [hash])))
      await new Promise((next) => setTimeout(next, 5));
    return hash;
  });
  for (const chain of [here, there])
    await chain.ask('anvil_setBalance', [wallet.address, `0x${ether.toString(16)}`]);
  await here.ask('anvil_setBalance', [stage.address, '0x0']);
  const request = (fields: object = {}) =>
    toFundingRequest(stage.client, {
      address: stage.address,
      chainType: 'ethereum',
      config: fields,
    } satisfies FundInput);
  const balanceOf = async (chain: TestChain, address: string) =>
    BigInt(String(await chain.ask('eth_getBalance', [address, 'latest'])));
  return { ...stage, service, payer, wallet, sentByWallet: sent, request, balanceOf };
}

const eth = { symbol: 'ETH', decimals: 18, token: null };
const toAnswer = (body: Record<string, unknown>) =>
  honestQuote({
    from: { id: Number(body.originChainId), name: '' },
    to: { id: Number(body.destinationChainId), name: '' },
    payer: body.user as `0x${string}`,
    recipient: body.recipient as `0x${string}`,
    ...{ coinIn: eth, coinOut: eth, amount: BigInt(String(body.amount)), price: null },
  });

describe('a transfer from a wallet', () => {
  it('[FUND-14] goes through preparing, submitting and confirm, and arrives', async () => {
    const { client, wallet, address, request, balanceOf, sentByWallet } = await begin();
    const [source] = await listFundingSources(client, request());
    expect(source?.wallet.address).toBe(wallet.address);
    expect([...(source?.balances ?? [])]).toEqual([
      [8453, ether],
      [1, ether],
    ]);
    const prepared = await prepareTransfer(client, request(), wallet);
    expect(prepared).toMatchObject({
      amount: ether / 10n,
      total: ether / 10n + prepared.fee,
      recipient: address,
    });
    expect(prepared.fee).toBeGreaterThan(0n);
    const phases: string[] = [];
    const { hash } = await sendTransfer(client, prepared, { onPhase: (phase) => phases.push(phase) });
    expect(phases).toEqual(['preparing', 'submitting', 'confirm']);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(sentByWallet).toEqual([
      { from: wallet.address, to: address, value: `0x${(ether / 10n).toString(16)}`, data: '0x' },
    ]);
    expect(await balanceOf(here, address)).toBe(ether / 10n);
  });

  it('moves a token by its own contract', async () => {
    const { client, wallet, address, request } = await begin();
    const token = await deploy(here, 'TestToken', ['Dollar', 'USDX', 6]);
    const fields = { asset: { erc20: token.address }, amount: '2.5' };
    expect(await codeOf(() => prepareTransfer(client, request(fields), wallet))).toBe('insufficient_balance');
    await token.write('mint', [wallet.address, 5_000_000n]);
    const prepared = await prepareTransfer(client, request(fields), wallet);
    expect(prepared).toMatchObject({
      coin: { symbol: 'USDX', decimals: 6 },
      amount: 2_500_000n,
      total: 2_500_000n,
    });
    await sendTransfer(client, prepared);
    expect(await token.read('balanceOf', [address])).toBe(2_500_000n);
  });

  it('[FUND-16] is refused where the wallet is short, by its shortened address', async () => {
    const { client, wallet, request } = await begin();
    for (const amount of ['1', '5']) {
      const error = await prepareTransfer(client, request({ amount }), wallet).catch(
        (cause: unknown) => cause,
      );
      const short = `${wallet.address.slice(0, 6)}...${wallet.address.slice(-4)}`;
      expect(error).toMatchObject({
        code: 'insufficient_balance',
        message: `Wallet ${short} does not have enough funds.`,
      });
    }
    expect(await codeOf(() => prepareTransfer(client, request({ amount: '0' }), wallet))).toBe(
      'invalid_data',
    );
  });

  it('is forgotten where the person declines, and asks nothing of a wallet that went elsewhere', async () => {
    const { client, wallet, payer, request, profile, sentByWallet } = await begin();
    const prepared = await prepareTransfer(client, request(), wallet);
    payer.on('eth_accounts', () => [sink]);
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('generic_connect_wallet_error');
    payer.on('eth_accounts', () => [wallet.address.toLowerCase()]);
    payer.on('eth_sendTransaction', () => {
      throw rpcError(4001, 'User rejected the request.');
    });
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('user_rejected_request');
    payer.on('eth_sendTransaction', () => 'done');
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('transaction_failure');
    payer.on('wallet_switchEthereumChain', () => null);
    payer.goTo(1);
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('unsupported_chain_id');
    expect(sentByWallet).toEqual([]);
    expect([...profile.stored.entries()].find(([key]) => key.includes('fundings'))?.[1] ?? '').not.toContain(
      '"pending"',
    );
  });
});

describe('a transfer from another network', () => {
  it('[BRDG-01] [BRDG-02] asks for exactly what has to arrive, with the zero address for the coin of a chain', async () => {
    const { client, wallet, address, request, service } = await begin();
    const quote = await takeQuote(client, { request: request(), wallet, fromChainId: 1 });
    expect(service.asked).toEqual([
      {
        url: `${quotesUrl}/execute/swap`,
        body: {
          ...{
            user: wallet.address,
            recipient: address,
            refundTo: wallet.address,
            tradeType: 'EXACT_OUTPUT',
          },
          ...{ originChainId: 1, destinationChainId: 8453, usePermit: false, amount: String(ether / 10n) },
          originCurrency: '0x0000000000000000000000000000000000000000',
          destinationCurrency: '0x0000000000000000000000000000000000000000',
        },
      },
    ]);
    expect(quote).toMatchObject({ id: requestId, amountOut: ether / 10n, fee: ether / 10_000n });
    expect(quote.gas).toBeGreaterThan(0n);
  });

  it('[BRDG-03] asks the test host for test networks', async () => {
    const chains = [name(8453), name(1)].map((chain) => ({ ...chain, testnet: true }));
    const { client, wallet, request, service } = await begin({ chains });
    await takeQuote(client, { request: request(), wallet, fromChainId: 1 });
    expect(service.asked[0]?.url).toBe(`${quotesTestUrl}/execute/swap`);
  });

  it.each([
    [
      () => Response.json({ message: 'Amount is too\u202e low\u0000', errorCode: 'X' }, { status: 400 }),
      'Amount is too low',
    ],
    [() => Response.json({ message: 'x'.repeat(500) }, { status: 400 }), 'x'.repeat(200)],
    [() => Response.json({ message: {} }, { status: 400 }), 'Error fetching quote from relay'],
    [() => new Response('<script>alert(1)</script>', { status: 500 }), 'Error fetching quote from relay'],
  ])('[BRDG-05] tells what the quote service says, as a short text %#', async (answer, message) => {
    const { client, wallet, request, service } = await begin();
    service.answer = answer;
    const error = await takeQuote(client, { request: request(), wallet, fromChainId: 1 }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: 'quote_failed', message });
  });

  it('refuses a lying quote before the wallet is asked for anything', async () => {
    const { client, wallet, payer, request, service } = await begin();
    payer.asked.length = 0;
    const lies: ((quote: ReturnType<typeof toAnswer>) => void)[] = [
      (quote) => void Object.assign(quote.details, { recipient: sink }),
      (quote) => void Object.assign(quote.steps[0] ?? {}, { kind: 'signature' }),
      (quote) =>
        void Object.assign(quote.steps[0]?.items[0]?.data ?? {}, { data: approve(sink, 2n ** 255n) }),
    ];
    for (const lie of lies) {
      service.answer = (body) => {
        const quote = toAnswer(body);
        lie(quote);
        return Response.json(quote);
      };
      expect(await codeOf(() => takeQuote(client, { request: request(), wallet, fromChainId: 1 }))).toBe(
        'quote_refused',
      );
    }
    expect(payer.asked).toEqual([]);
    expect(await codeOf(() => takeQuote(client, { request: request(), wallet, fromChainId: 10 }))).toBe(
      'unsupported_chain_id',
    );
  });

  it('[BRDG-06] sends the steps from the wallet as they were checked, and is completed when the coins are there', async () => {
    const { client, wallet, address, request, service, sentByWallet, timers, balanceOf } = await begin();
    const quote = await takeQuote(client, { request: request(), wallet, fromChainId: 1 });
    const before = await balanceOf(there, sink);
    await sendQuote(client, { quote, request: request(), wallet });
    const [{ to, value, data } = expect.fail()] = quote.steps;
    expect(sentByWallet).toEqual([{ from: wallet.address, to, value: `0x${value.toString(16)}`, data }]);
    expect((await balanceOf(there, sink)) - before).toBe(quote.amountIn);
    const followed: string[][] = [];
    const follower = await followFundings(client, (list) =>
      followed.push(list.map(({ way, status }) => `${way} ${status}`)),
    );
    expect(followed).toEqual([['bridge pending']]);
    let end: string | null = null;
    void watchQuote(client, quote).then((result) => {
      end = result;
    });
    // Said too early: the wallet has nothing yet.
    service.status = 'success';
    await timers.advance(10_000);
    expect(end).toBeNull();
    await here.ask('anvil_setBalance', [address, `0x${quote.amountOut.toString(16)}`]);
    for (let turn = 0; turn < 50 && end === null; turn += 1) await timers.advance(2_000);
    expect(end).toBe('completed');
    expect(followed.at(-1)).toEqual(['bridge completed']);
    follower.dismiss(quote.id);
    expect(followed.at(-1)).toEqual([]);
    follower.stop();
  });

  it('takes a quote that is older than 30 s anew, and shows it again', async () => {
    const { client, wallet, request, service, timers, sentByWallet } = await begin();
    const quote = await takeQuote(client, { request: request(), wallet, fromChainId: 1 });
    await timers.advance(30_001);
    const error = await sendQuote(client, { quote, request: request(), wallet }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({
      code: 'quote_refused',
      details: { reason: 'changed', quote: { id: requestId } },
    });
    expect(service.asked).toHaveLength(2);
    expect(sentByWallet).toEqual([]);
  });

  it('is refunded or failed where the quote service says so', async () => {
    for (const [said, result] of [
      ['refund', 'refunded'],
      ['failure', 'failed'],
    ] as const) {
      const { client, wallet, request, service } = await begin();
      const quote = await takeQuote(client, { request: request(), wallet, fromChainId: 1 });
      await sendQuote(client, { quote, request: request(), wallet });
      service.status = said;
      expect(await watchQuote(client, quote)).toBe(result);
    }
  });
});
