import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deploy, type FaultyNode, type MovableTimers, startChain } from '@latchkey/testkit';
import { AbiFunction, type Hex } from 'ox';
import { afterAll, describe, expect, it } from 'vitest';
import { type HostConfig, prepareTransaction, type TransactionRequest } from '../index.ts';
import { ether, other, shareSendFixture } from './sendFixture.testkit.ts';

const { chain, node, sandbox, newSender } = shareSendFixture();

describe('preparing a transaction', () => {
  it('[TX-19] preparing a transaction reads gas, balance, fees and token metadata in one round trip', async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const { client, address } = await newSender();
    await token.write('mint', [address, 5_000_000n]);
    const prepared = await prepareTransaction(client, {
      transaction: { to: token.address, data: token.encode('transfer', [other, 2_000_000n]) },
    });
    expect(node.requests).toHaveLength(1);
    expect(prepared).toMatchObject({
      address,
      action: { kind: 'token-transfer', token: token.address, to: other, amount: 2_000_000n },
      token: { address: token.address, symbol: 'USDX', decimals: 6 },
      balance: 10n * ether,
      warnings: [],
      failure: null,
      isShort: false,
      transaction: { type: 2, nonce: 0, to: token.address, value: '0x0' },
    });
    expect(prepared.changes).toEqual([{ token: token.address, id: null, amount: -2_000_000n }]);
    expect(prepared.fee.gas).toBe(
      BigInt(prepared.transaction?.gasLimit ?? 0) * BigInt(prepared.transaction?.maxFeePerGas ?? 0),
    );
  });

  it('[TX-05] the total of a transaction includes the fee', async () => {
    const { client } = await newSender();
    const { fee, total } = await prepareTransaction(client, { transaction: { to: other, value: ether } });
    expect(fee.total).toBeGreaterThan(0n);
    expect(total).toBe(ether + fee.total);
  });

  it('prepareTransaction sends parallel requests to a node that accepts no batches, and remembers the refusal', async () => {
    const single = await startBatchless(node);
    const { client } = await newSender({ chain: { rpcUrls: { default: { http: [single.url] } } } });
    for (const _ of [1, 2]) {
      const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
      expect(prepared).toMatchObject({ failure: null, transaction: { nonce: 0 }, balance: 10n * ether });
    }
    expect(single.refused()).toBe(1);
    expect(node.requests.every(({ methods }) => methods.length === 1)).toBe(true);
    await single.close();
  });

  it('[TX-04] [TX-11] prepareTransaction reports the total of a transaction that the wallet cannot pay, although the node estimates no gas then', async () => {
    const { client } = await newSender({ wei: ether });
    const reverter = await deploy(chain, 'Reverter');
    for (const [transaction, gasLimit] of [
      [{ to: other, value: 2n * ether }, '0x5208'],
      [{ to: reverter.address, value: 2n * ether, data: '0x12345678' }, '0x493e0'],
    ] as const) {
      const prepared = await prepareTransaction(client, { transaction });
      expect(prepared).toMatchObject({ isShort: true, failure: null, transaction: { gasLimit } });
      expect(prepared.total).toBeGreaterThan(2n * ether);
    }
  });

  it('[TX-18] preparing a transaction treats an unreadable balance as zero', async () => {
    const { client } = await newSender();
    for (const break_ of [
      () => node.refuse('eth_getBalance', { code: -32000, message: 'no state' }),
      () => node.lie('eth_getBalance', { much: true }),
    ]) {
      break_();
      const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
      expect(prepared).toMatchObject({ balance: 0n, isShort: true });
    }
  });

  it('prepareTransaction reports a likely failure of a transaction, and still prepares it if the host sets the gas limit', async () => {
    const reverter = await deploy(chain, 'Reverter');
    const { client } = await newSender();
    const transaction = { to: reverter.address, data: reverter.encode('withReason', ['not today']) };
    const prepared = await prepareTransaction(client, { transaction });
    expect(prepared).toMatchObject({
      transaction: null,
      failure: { code: 'transaction_failure' },
      changes: null,
    });
    expect(prepared.failure?.message).toContain('not today');
    const given = await prepareTransaction(client, { transaction: { ...transaction, gas: 100_000 } });
    expect(given).toMatchObject({
      transaction: { gasLimit: '0x186a0' },
      failure: { code: 'transaction_failure' },
    });
  });

  it.each([
    ['down', 'network_error'],
    ['garbled', 'network_error'],
    ['refused', 'network_error'],
    ['busy', 'too_many_requests'],
    ['limited', 'too_many_requests'],
  ] as const)('preparing a transaction reports the error of a node: %s', async (fault, code) => {
    const { client, timers } = await newSender();
    node.fail(fault);
    node.requests.length = 0;
    const preparing = prepareTransaction(client, { transaction: { to: other, value: 1 } });
    if (code === 'too_many_requests') await untilAsked(timers, 4);
    const prepared = await preparing;
    // Each attempt repeats the batch.
    expect(node.requests.every(({ methods }) => methods.length > 1)).toBe(true);
    expect(prepared).toMatchObject({ transaction: null, balance: 0n, failure: { code } });
    expect(prepared.action).toEqual({ kind: 'transfer', to: other, value: 1n });
  });

  it('preparing a transaction waits for a node that limits requests, and repeats the requests that it did not answer', async () => {
    const { client, timers } = await newSender();
    for (const [method, times] of [
      [undefined, 1],
      ['eth_getBalance', 1],
      ['eth_estimateGas', 2],
    ] as const) {
      node.limit(times, method);
      node.requests.length = 0;
      const preparing = prepareTransaction(client, { transaction: { to: other, value: 1 } });
      await untilAsked(timers, times + 1);
      expect(await preparing).toMatchObject({ failure: null, balance: 10n * ether, isShort: false });
    }
  });

  it.each(['eth_getBalance', 'eth_estimateGas', 'eth_getTransactionCount', 'eth_chainId'])(
    'does not treat a missing answer to %s as a refusal',
    async (method) => {
      const { client, timers } = await newSender();
      node.limit(4, method);
      node.requests.length = 0;
      const preparing = prepareTransaction(client, { transaction: { to: other, value: 1 } });
      await untilAsked(timers, 4);
      expect((await preparing).failure).toMatchObject({ code: 'too_many_requests' });
    },
  );

  it('preparing a transaction reports a timeout if the node never answers', async () => {
    const { client, timers } = await newSender();
    node.fail('slow');
    const preparing = prepareTransaction(client, { transaction: { to: other, value: 1 } });
    await expect.poll(() => node.waiting()).toBe(1);
    await timers.advance(20_000);
    expect((await preparing).failure?.code).toBe('client_request_timeout');
    node.release();
  });

  it('[S16] prepareTransaction rejects the answers of a node on another chain', async () => {
    const { client } = await newSender();
    node.lieAboutChain(1);
    const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(prepared).toMatchObject({
      transaction: null,
      failure: {
        code: 'unsupported_chain_id',
        message: 'The JSON-RPC node of chain 31337 is on chain 1. Check config.rpcConfig.',
      },
    });
  });

  it('a transaction fails with `network_error` if the node refuses or garbles only its chain id', async () => {
    const { client } = await newSender();
    for (const break_ of [
      () => node.refuse('eth_chainId', { code: -32601, message: 'the method is not available' }),
      () => node.lie('eth_chainId', 'mainnet'),
    ]) {
      break_();
      const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
      expect(prepared).toMatchObject({ transaction: null, failure: { code: 'network_error' } });
    }
  });

  it('prepareTransaction warns about an excessive fee of a transaction', async () => {
    const { client } = await newSender({ wei: 10n ** 30n });
    node.lieAboutFees(10n ** 24n / 21_000n);
    const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(prepared.warnings).toEqual(['excessive-fee']);
    expect(prepared.fee.gas).toBeGreaterThan(1_000_000n * ether);
  });

  it("prepareTransaction warns about approvals to an account without code, and about recipients that resemble the user's own wallet", async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const { client, address } = await newSender();
    const approval = { to: token.address, data: token.encode('approve', [other, 2n ** 256n - 1n]) };
    expect((await prepareTransaction(client, { transaction: approval })).warnings).toEqual([
      'unlimited-approval',
      'approval-without-code',
    ]);
    // An account with an EIP-7702 delegation counts as one without code.
    const delegated = '0x00000000000000000000000000000000000C0dE1';
    await chain.request('anvil_setCode', [delegated, `0xef0100${token.address.slice(2)}`]);
    const toKey = { to: token.address, data: token.encode('approve', [delegated, 1n]) };
    expect((await prepareTransaction(client, { transaction: toKey })).warnings).toEqual([
      'approval-without-code',
    ]);
    const toContract = { to: token.address, data: token.encode('approve', [token.address, 1n]) };
    expect((await prepareTransaction(client, { transaction: toContract })).warnings).toEqual([]);
    const twin = `${address.slice(0, 6)}${'0'.repeat(32)}${address.slice(-4)}`.toLowerCase();
    const lookalike = await prepareTransaction(client, { transaction: { to: twin, value: 1 } });
    expect(lookalike.warnings).toEqual(['resembles-known']);
  });

  it('prepareTransaction judges each approval of a batch by the code of its own spender, for at most 16 spenders', async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const { client } = await newSender();
    const multicall = AbiFunction.from('function multicall(bytes[])');
    const warningsOf = async (...approvals: readonly (readonly [spender: string, amount: bigint])[]) => {
      const calls = approvals.map((approval) => token.encode('approve', approval) as Hex.Hex);
      const data = AbiFunction.encodeData(multicall, [calls]);
      // The token has no multicall, so no node would estimate the gas.
      const transaction = { to: token.address, data, gas: 1_000_000 };
      return (await prepareTransaction(client, { transaction })).warnings;
    };
    expect(await warningsOf([token.address, 1n], [other, 1n])).toEqual(['approval-without-code']);
    expect(await warningsOf([other, 0n], [token.address, 1n])).toEqual([]);
    // A batch can name many spenders. The code of the 17th is not read.
    const spenders = Array.from({ length: 16 }, (_, nth) => `0x${String(nth + 1).padStart(40, '0')}`);
    node.requests.length = 0;
    await warningsOf(...[...spenders, ...spenders, other].map((spender) => [spender, 1n] as const));
    const asked = node.requests.flatMap(({ methods }) => methods);
    expect(asked.filter((method) => method === 'eth_getCode')).toHaveLength(16);
  });

  it('prepareTransaction distinguishes an NFT collection from a token, although their calls look the same', async () => {
    const nft = await deploy(chain, 'TestNft');
    const { client, address } = await newSender();
    await nft.write('mint', [address, 7n]);
    const prepared = await prepareTransaction(client, {
      transaction: { to: nft.address, data: nft.encode('transferFrom', [address, other, 7n]) },
    });
    expect(prepared).toMatchObject({
      action: { kind: 'nft-transfer', collection: nft.address, items: [{ id: 7n, amount: 1n }] },
      changes: [{ token: nft.address, id: 7n, amount: -1n }],
    });
    // As a token amount, 2^255 would be unlimited.
    const data = nft.encode('approve', [nft.address, 2n ** 255n]);
    const approval = await prepareTransaction(client, {
      transaction: { to: nft.address, data, gas: 100_000 },
    });
    expect(approval).toMatchObject({ action: { kind: 'nft-approval', id: 2n ** 255n }, warnings: [] });
  });

  it('prepareTransaction returns no balance changes if the node cannot simulate', async () => {
    const { client } = await newSender();
    node.refuse('eth_simulateV1', { code: -32601, message: 'the method does not exist' });
    const prepared = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(prepared).toMatchObject({ changes: null, failure: null });
  });

  it('[TX-05] prepareTransaction adds the layer 1 fee of a transaction on OP-stack chains', async () => {
    const { client } = await onChain({ chainId: 10, layer1FeePerByte: 1_000_000n });
    const prepare = (data: string) =>
      prepareTransaction(client, { transaction: { to: other, value: 1, data } });
    const [small, large] = [await prepare('0x'), await prepare(`0x${'ab'.repeat(1_000)}`)];
    expect(small.fee.layer1).toBeGreaterThan(0n);
    // The fee grows by the same amount for each byte.
    expect(large.fee.layer1 - small.fee.layer1).toBe(1_000n * 1_000_000n);
    expect(small.fee.total).toBe(small.fee.gas + small.fee.layer1);
    expect(small.total).toBe(1n + small.fee.gas + small.fee.layer1);
  });

  it('a transaction on a chain without EIP-1559 uses the gas price', async () => {
    const { client } = await onChain({ hardfork: 'berlin' });
    const { transaction } = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(transaction).toMatchObject({ type: 0, gasPrice: expect.stringMatching(/^0x/) });
    expect(transaction).not.toHaveProperty('maxFeePerGas');
  });

  it('prepareTransaction keeps the fees, the gas limit and the nonce that the host sets in a transaction', async () => {
    const { client } = await newSender();
    const fees = { maxFeePerGas: 7_000_000_000n, maxPriorityFeePerGas: 1n, gasLimit: 30_000, nonce: 9 };
    const { transaction } = await prepareTransaction(client, {
      transaction: { to: other, value: 1, ...fees },
    });
    expect(transaction).toMatchObject({
      maxFeePerGas: '0x1a13b8600',
      maxPriorityFeePerGas: '0x1',
      gasLimit: '0x7530',
      nonce: 9,
    });
  });

  it("[TX-19] [DISP-06] prepareTransaction gets the price of the chain's coin, by default ETH, from the service, and prepares without it if there is none", async () => {
    sandbox.prices.set('ethereum', 2_500);
    const { client, requests } = await newSender();
    const { price } = await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(price).toBe(2_500);
    const coin = { name: 'Unknown', symbol: 'UNKNOWN', decimals: 18 };
    const unknown = await newSender({ chain: { nativeCurrency: coin } });
    const unpriced = await prepareTransaction(unknown.client, { transaction: { to: other, value: 1 } });
    expect(unpriced).toMatchObject({ price: null, failure: null });
    const asked = requests
      .map(({ url }) => new URL(url))
      .find(({ pathname }) => pathname === '/api/v1/token_price');
    expect(asked?.search).toBe('?chainId=31337&tokenSymbol=ETH');
  });

  const openChains: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(openChains.map((own) => own.close())));
  async function onChain(options: NonNullable<Parameters<typeof startChain>[0]>) {
    const own = await startChain(options);
    openChains.push(own);
    const id = options.chainId ?? 31_337;
    const config: HostConfig = { chains: [{ id, name: 'Own', rpcUrls: { default: { http: [own.url] } } }] };
    const sender = await newSender({ config });
    await own.fund(sender.address, ether);
    return sender;
  }
});

describe('an invalid or unusual transaction request', () => {
  const cases: [string, TransactionRequest | null | string, string][] = [
    ['no object', null, 'it must be an object'],
    ['a text', '0x', 'it must be an object'],
    ['an unknown field', { to: other, blobs: [] } as never, 'blobs'],
    ['no recipient and no data', { value: 1 }, 'to '],
    ['a wrong recipient', { to: '0x12', value: 1 }, 'to '],
    ['a wrong checksum', { to: other.replace('C5', 'c5'), value: 1 }, 'checksum'],
    ['half a byte', { to: other, data: '0xabc' }, 'data'],
    ['both kinds of fees', { to: other, gasPrice: 1, maxFeePerGas: 1 }, 'gasPrice'],
    ['a tip above the fee', { to: other, maxFeePerGas: 1, maxPriorityFeePerGas: 2 }, 'maxPriorityFeePerGas'],
    ['blobs', { to: other, type: 3 }, 'type'],
    ['a delegation', { to: other, type: '0x4' }, 'type'],
    ['another account as from', { to: other, from: other }, 'from'],
    ['a negative value', { to: other, value: -1 }, 'value'],
    ['a huge value', { to: other, value: 2n ** 256n }, 'value'],
    ['two gas limits', { to: other, gas: 1, gasLimit: 2 }, 'gasLimit'],
    ['a nonce out of range', { to: other, nonce: 2n ** 64n }, 'nonce'],
    ['an invalid access list', { to: other, accessList: [7] as never }, 'accessList'],
    ['too many bytes', { to: other, data: `0x${'ab'.repeat(131_073)}` }, 'data'],
  ];

  it.each(cases)('[TX-16] rejects the invalid transaction request: %s', async (_, transaction, reason) => {
    const { client } = await newSender();
    const failure = await prepareTransaction(client, { transaction: transaction as never }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'invalid_data', message: 'Invalid transaction request' });
    expect(String((failure as { details?: { reason?: string } }).details?.reason)).toContain(reason);
    expect(node.requests).toEqual([]);
  });

  it('[TX-14] prepareTransaction rejects a transaction request if a quantity is not a number, bigint, hex or BigNumber, or if the chain is not a number', async () => {
    const { client } = await newSender();
    for (const name of ['gasLimit', 'gasPrice', 'value', 'maxPriorityFeePerGas', 'maxFeePerGas']) {
      for (const wrong of ['1000', 'much', '0x', 1.5, Number.NaN, {}, [], true]) {
        const transaction = { to: other, [name]: wrong };
        await expect(
          prepareTransaction(client, { transaction }),
          `${name} ${String(wrong)}`,
        ).rejects.toMatchObject({
          code: 'invalid_data',
          message: `Transaction request property '${name}' must be a valid number, bigint, or hex string representing a quantity.`,
        });
      }
    }
    const named = prepareTransaction(client, { transaction: { to: other, chainId: '0x1' as never } });
    await expect(named).rejects.toMatchObject({
      code: 'invalid_data',
      message: "Transaction request property 'chainId' must be a number.",
    });
  });

  it('[TX-07] prepareTransaction accepts quantities of a transaction as numbers, bigints, hex and ethers 5 BigNumbers', async () => {
    const { client, address } = await newSender();
    const forms = [
      1_000,
      1_000n,
      '0x3e8',
      { type: 'BigNumber', hex: '0x3e8' },
      { _hex: '0x3e8', _isBigNumber: true },
    ];
    for (const value of forms) {
      const transaction = {
        to: other,
        from: address,
        value,
        data: [1, 2],
        chainId: 31_337,
        nonce: value,
        gasLimit: value,
        maxFeePerGas: value,
        maxPriorityFeePerGas: value,
      };
      const { request } = await prepareTransaction(client, { transaction });
      expect(request).toMatchObject({ value: 1_000n, data: '0x0102', nonce: 1_000, gasLimit: 1_000n });
    }
    const old = await prepareTransaction(client, { transaction: { to: other, gasPrice: '0x3e8' } });
    expect(old.request).toMatchObject({ gasPrice: 1_000n, maxFeePerGas: null });
  });

  it('[TX-12] prepareTransaction rejects a transaction request for a chain that is not configured', async () => {
    const { client } = await newSender();
    await expect(
      prepareTransaction(client, { transaction: { to: other, chainId: 137 } }),
    ).rejects.toMatchObject({
      code: 'unsupported_chain_id',
      message:
        'Chain ID 137 is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.',
    });
  });
});

/** Advances the time until a node that limits requests was called `times` times. */
function untilAsked({ advance }: Pick<MovableTimers, 'advance'>, times: number): Promise<void> {
  return expect
    .poll(async () => {
      await advance(300);
      return node.requests.length;
    })
    .toBe(times);
}

async function startBatchless(behind: FaultyNode) {
  let refused = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (!text.startsWith('[')) {
      const answer = await fetch(behind.url, { method: 'POST', body: text });
      response.end(await answer.text());
      return;
    }
    refused += 1;
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
