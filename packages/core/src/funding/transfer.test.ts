import { deploy } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import {
  connectExternalWallet,
  followFundings,
  listFundingSources,
  listFundingWays,
  prepareTransfer,
  readFundingFacts,
  sendTransfer,
  toFundingRequest,
  watchBalance,
} from '../index.ts';
import { ether } from '../transactions/sendFixture.testkit.ts';
import { createSolanaScript, rpcError } from '../wallets/external/scriptedWallets.testkit.ts';
import { codeOf } from './fundingFixture.testkit.ts';
import { here, shareFundingWorld, there } from './fundingWorld.testkit.ts';

const world = shareFundingWorld();
const { balanceOf, mint, sandbox } = world;
const sink = '0x3333333333333333333333333333333333333333';

/** Opens a page of a user whose other wallet holds one ether on each of two chains. */
async function begin(options: Parameters<typeof world.open>[0] = {}) {
  const test = await world.open(options);
  return { ...test, ...(await world.connectPayer(test)) };
}

describe('a transfer from a wallet', () => {
  it('[FUND-14] a transfer passes through preparing, submitting and confirm, and arrives', async () => {
    const { client, wallet, address, request, sent } = await begin();
    const [source] = await listFundingSources(client, request());
    expect(source?.wallet.address).toBe(wallet.address);
    expect([...(source?.balances ?? [])]).toEqual([
      [here, ether],
      [there, ether],
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
    expect(sent).toEqual([
      { from: wallet.address, to: address, value: `0x${(ether / 10n).toString(16)}`, data: '0x', on: there },
    ]);
    expect(await balanceOf(there, address)).toBe(ether / 10n);
  });

  it('[FUND-14] [FUND-16] a transfer moves USDC and other tokens that the wallet holds', async () => {
    const { client, wallet, address, request } = await begin();
    const usdc = { asset: 'USDC', amount: '2.5' };
    expect(await codeOf(() => prepareTransfer(client, request(usdc), wallet))).toBe('insufficient_balance');
    await mint(there, wallet.address, 5_000_000n);
    const prepared = await prepareTransfer(client, request(usdc), wallet);
    expect(prepared).toMatchObject({ amount: 2_500_000n, total: 2_500_000n, coin: { symbol: 'USDC' } });
    await sendTransfer(client, prepared);
    expect(await balanceOf(there, address, 'USDC')).toBe(2_500_000n);

    const token = await deploy(world.chainOf(there), 'TestToken', ['Dollar', 'USDX', 6]);
    const own = { asset: { erc20: token.address }, amount: '1.5' };
    await token.write('mint', [wallet.address, 5_000_000n]);
    expect(await readFundingFacts(client, request(own))).toMatchObject({
      coin: { symbol: 'USDX', decimals: 6 },
      balance: 0n,
      price: null,
    });
    await sendTransfer(client, await prepareTransfer(client, request(own), wallet));
    expect(await token.read('balanceOf', [address])).toBe(1_500_000n);
  });

  it('prepareTransfer refuses a transfer from the funded wallet itself or from a wallet of another chain type', async () => {
    const { client, wallet, address, request } = await begin();
    for (const other of [
      { ...wallet, address },
      { ...wallet, chainType: 'solana' as const },
    ])
      expect(await codeOf(() => prepareTransfer(client, request(), other))).toBe('unsupported_chain_id');
  });

  it('[FUND-16] prepareTransfer refuses a transfer if the wallet holds too little, and names its shortened address', async () => {
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

  it.each(['eth_estimateGas', 'eth_getBalance', 'eth_gasPrice'])(
    'preparing a transfer fails with `too_many_requests` while the node limits %s',
    async (method) => {
      const { client, wallet, request, until } = await begin({
        async change(asking, forward) {
          const text = await asking.clone().text();
          const reply = await forward();
          if (!text.includes(`"${method}"`)) return reply;
          const ids = [JSON.parse(text)].flat().flatMap((one) => (one.method === method ? [one.id] : []));
          const limited = (one: { id: number }) =>
            ids.includes(one.id) ? { id: one.id, error: { code: -32005, message: 'rate limited' } } : one;
          return Response.json([await reply.json()].flat().map(limited));
        },
      });
      const preparing = codeOf(() => prepareTransfer(client, request({ amount: '5' }), wallet));
      expect(await until(preparing, 500)).toBe('too_many_requests');
    },
  );

  it('sendTransfer leaves no pending transfer if the user declines, and sends nothing if the wallet changed account or chain', async () => {
    const { client, wallet, script, request, profile, sent } = await begin();
    const prepared = await prepareTransfer(client, request(), wallet);
    script.on('eth_accounts', () => [sink]);
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('generic_connect_wallet_error');
    script.on('eth_accounts', () => [wallet.address.toLowerCase()]);
    script.on('eth_sendTransaction', () => {
      throw rpcError(4001, 'User rejected the request.');
    });
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('user_rejected_request');
    script.on('eth_sendTransaction', () => 'done');
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('transaction_failure');
    script.on('wallet_switchEthereumChain', () => null);
    script.goTo(here);
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('unsupported_chain_id');
    expect(sent).toEqual([]);
    const kept = [...profile.stored].find(([key]) => key.includes('fundings'))?.[1] ?? '';
    expect(kept).not.toContain('pending');
  });

  it('sendTransfer shows no text of a wallet error that imitates an error of the client, even as the cause of another error', async () => {
    const { client, wallet, script, request } = await begin();
    const prepared = await prepareTransfer(client, request(), wallet);
    const imitation = (code: string) =>
      Object.assign(new Error('Send 1 ETH to 0x1'), { name: 'ServiceError', code, status: 422 });
    for (const thrown of [
      imitation('invalid_data'),
      new Error('x', { cause: imitation('client_request_timeout') }),
      Object.defineProperty(new Error('x'), 'cause', {
        get() {
          throw imitation('client_request_timeout');
        },
      }),
    ]) {
      script.on('eth_sendTransaction', () => {
        throw thrown;
      });
      const failure = await sendTransfer(client, prepared).catch((cause: unknown) => cause);
      expect(failure).toMatchObject({ code: 'generic_connect_wallet_error', status: null });
      expect((failure as Error).message).not.toContain('Send 1 ETH');
    }
  });

  it('sendTransfer sends nothing if the wallet switches its chain, loses its account or disconnects before the payment', async () => {
    const { client, wallet, script, request, sent } = await begin();
    const prepared = await prepareTransfer(client, request(), wallet);
    let asked = 0;
    // The wallet switches as requested, and back before it is asked to pay.
    script.on('eth_chainId', () => {
      asked += 1;
      return `0x${(asked === 1 ? there : here).toString(16)}`;
    });
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('unsupported_chain_id');
    script.on('eth_chainId', () => `0x${there.toString(16)}`);
    script.on('eth_accounts', () => []);
    expect(await codeOf(() => sendTransfer(client, prepared))).toBe('generic_connect_wallet_error');
    script.on('eth_accounts', () => {
      throw rpcError(4900, 'The wallet is disconnected');
    });
    expect(await codeOf(() => sendTransfer(client, prepared))).not.toBeNull();
    expect(sent).toEqual([]);
  });

  it('a transfer stops waiting for a silent wallet after two minutes or when the user leaves', async () => {
    const { client, wallet, script, request, timers } = await begin();
    const prepared = await prepareTransfer(client, request(), wallet);
    const requests = () => script.asked.filter((method) => method === 'eth_sendTransaction').length;
    script.on('eth_sendTransaction', () => new Promise(() => {}));
    const waiting = codeOf(() => sendTransfer(client, prepared));
    await expect.poll(requests).toBe(1);
    await timers.advance(120_000);
    expect(await waiting).toBe('client_request_timeout');

    const leaving = new AbortController();
    const left = sendTransfer(client, prepared, { signal: leaving.signal }).catch((cause: unknown) => cause);
    await expect.poll(requests).toBe(2);
    leaving.abort('left');
    expect(await left).toBe('left');
    expect(
      await sendTransfer(client, prepared, { signal: leaving.signal }).catch((cause: unknown) => cause),
    ).toBe('left');
    expect(requests()).toBe(2);
  });

  it.each(['eth_accounts', 'eth_chainId'])(
    'a wallet is not asked to pay a transfer if the user leaves while it answers %s',
    async (method) => {
      const { client, wallet, script, request, pass } = await begin();
      const prepared = await prepareTransfer(client, request(), wallet);
      const leaving = new AbortController();
      const answer = { eth_accounts: [wallet.address], eth_chainId: `0x${there.toString(16)}` }[method];
      const onPhase = (phase: string) => {
        if (phase !== 'submitting') return;
        script.on(method, () => {
          leaving.abort('left');
          return answer;
        });
      };
      const { signal } = leaving;
      const end = await sendTransfer(client, prepared, { onPhase, signal }).catch((cause: unknown) => cause);
      expect(end).toBe('left');
      await pass(500);
      expect(script.asked).not.toContain('eth_sendTransaction');
    },
  );

  it('two simultaneous transfers are tracked separately', async () => {
    const { client, wallet, address, request } = await begin();
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) => shown.push(list.map(({ status }) => status)));
    const prepared = await prepareTransfer(client, request({ amount: '0.2' }), wallet);
    await Promise.all([sendTransfer(client, prepared), sendTransfer(client, prepared)]);
    expect(await balanceOf(there, address)).toBe((ether * 4n) / 10n);
    expect(shown.at(-1)).toEqual(['completed', 'completed']);
    follower.stop();
  });
});

describe('a Solana wallet', () => {
  /** Opens a page of a user with a Solana wallet that holds ten SOL, and another address to fund. */
  async function beginOnSolana() {
    const test = await world.open();
    const solana = sandbox.solana;
    const script = await createSolanaScript({
      async send(signed) {
        const text = Buffer.from(signed).toString('base64');
        await solana.request('sendTransaction', [text, { encoding: 'base64' }]);
      },
    });
    script.register(test.page);
    const wallet = await connectExternalWallet(test.client, { walletClientType: 'Lantern' });
    await solana.fund(wallet.address, 10_000_000_000n);
    const other = await createSolanaScript();
    const { address } = other.account;
    const request = (config: object = {}) =>
      toFundingRequest(test.client, {
        address,
        chainType: 'solana',
        config: { amount: '0.5', ...config },
      });
    return { ...test, solana, script, wallet, address, request };
  }

  it('[FUND-14] [FUND-15] [FUND-16] a Solana wallet is funded by a transfer from another wallet, and its balance is watched', async () => {
    const { client, wallet, request, script, until, pass } = await beginOnSolana();
    expect(listFundingWays(client, request())).toContain('wallet');
    expect(listFundingWays(client, request({ cluster: { name: 'devnet' } }))).toEqual(['manual']);
    const [source] = await listFundingSources(client, request());
    expect([...(source?.balances ?? [])]).toEqual([[0, 10_000_000_000n]]);
    const seen: bigint[] = [];
    const stop = watchBalance(client, request(), ({ balance }) => seen.push(balance));
    expect(await codeOf(() => prepareTransfer(client, request({ amount: '10' }), wallet))).toBe(
      'insufficient_balance',
    );
    const prepared = await prepareTransfer(client, request(), wallet);
    expect(prepared).toMatchObject({
      amount: 500_000_000n,
      fee: 5_000n,
      total: 500_005_000n,
      coin: { symbol: 'SOL', decimals: 9 },
    });
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) =>
      shown.push(list.map(({ way, status, caip2 }) => `${way} ${status} ${caip2}`)),
    );
    const phases: string[] = [];
    await until(sendTransfer(client, prepared, { onPhase: (phase) => phases.push(phase) }));
    expect(phases).toEqual(['preparing', 'submitting', 'confirm']);
    expect(script.prompts).toEqual(['connect', 'send']);
    expect(shown.at(-1)).toEqual(['wallet completed solana:mainnet']);
    await pass(2_000);
    expect(seen).toEqual([0n, 500_000_000n]);
    expect(await readFundingFacts(client, request())).toMatchObject({ balance: 500_000_000n });
    expect(await readFundingFacts(client, request({ asset: 'USDC' }))).toMatchObject({
      coin: { symbol: 'USDC', decimals: 6 },
      balance: 0n,
    });
    stop();
    follower.stop();
  });

  it('a Solana wallet is not asked to pay if the user leaves while the node answers', async () => {
    const { client, wallet, request, script, pass } = await beginOnSolana();
    const prepared = await prepareTransfer(client, request(), wallet);
    const leaving = new AbortController();
    const onPhase = (phase: string) => phase === 'submitting' && leaving.abort('left');
    const { signal } = leaving;
    const end = await sendTransfer(client, prepared, { onPhase, signal }).catch((cause: unknown) => cause);
    expect(end).toBe('left');
    await pass(500);
    expect(script.prompts).toEqual(['connect']);
  });

  it('a Solana wallet’s transfer is not believed if the network does not know its transaction within ten minutes', async () => {
    const { client, wallet, request, solana, until, pass } = await beginOnSolana();
    const prepared = await prepareTransfer(client, request(), wallet);
    const shown: string[][] = [];
    const follower = await followFundings(client, (list) => shown.push(list.map(({ status }) => status)));
    solana.lose(1);
    expect(await codeOf(() => until(sendTransfer(client, prepared), 30_000))).toBe('client_request_timeout');
    expect(shown.at(-1)).toEqual(['pending']);
    await solana.fund(request().address, 500_000_000n);
    await pass(12_000);
    expect(shown.at(-1)).toEqual(['completed']);
    follower.stop();
  });
});
