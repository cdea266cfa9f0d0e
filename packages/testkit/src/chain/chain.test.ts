import * as Address from 'ox/Address';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559';
import * as TypedData from 'ox/TypedData';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  contractAt,
  deploy,
  deployAt,
  type FaultyNode,
  gasPriceOracle,
  setLayer1Fee,
  startChain,
  startFaultyNode,
  type TestChain,
} from './index.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.close());

const someone = '0x00000000000000000000000000000000000a11ce';
const other = '0x0000000000000000000000000000000000000b0b';

describe('test contracts', () => {
  test('a token is deployed with its name, and can be transferred', async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    expect([await token.read('name'), await token.read('symbol'), await token.read('decimals')]).toEqual([
      ...['Dollar', 'USDX', 6],
    ]);
    await token.write('mint', [someone, 1_000n]);
    await chain.fund(someone, 10n ** 18n);
    await token.write('transfer', [other, 400n], { from: someone });
    expect([await token.read('balanceOf', [someone]), await token.read('balanceOf', [other])]).toEqual([
      ...[600n, 400n],
    ]);
    expect(token.encode('transfer', [other, 1n]).slice(0, 10)).toBe('0xa9059cbb');
    await expect(token.write('transfer', [other, 601n], { from: someone })).rejects.toThrow('revert');
  });

  test('a permit is valid for the spender that its owner signed, and not for another', async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const privateKey = Secp256k1.randomPrivateKey();
    const owner = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }));
    const message = { owner, spender: someone, value: 5n, nonce: 0n, deadline: 2n ** 40n };
    const content = {
      domain: { name: 'Dollar', version: '1', chainId: 31_337, verifyingContract: token.address },
      primaryType: 'Permit',
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      message,
    } as const;
    const signature = Secp256k1.sign({ payload: TypedData.getSignPayload(content as never), privateKey });
    const { r, s, yParity } = Signature.from(signature);
    const words = [r, s].map((word) => `0x${word.toString(16).padStart(64, '0')}`);
    const permit = (spender: string) => [owner, spender, 5n, 2n ** 40n, 27 + (yParity ?? 0), ...words];
    await expect(token.write('permit', permit(other))).rejects.toThrow('revert');
    await token.write('permit', permit(someone));
    expect(await token.read('allowance', [owner, someone])).toBe(5n);
  });

  test('test NFTs are transferred with both overloads of safeTransferFrom, and test items in a batch', async () => {
    const nft = await deploy(chain, 'TestNft');
    await nft.write('mint', [someone, 7n]);
    await chain.fund(someone, 10n ** 18n);
    await nft.write('safeTransferFrom', [someone, other, 7n], { from: someone });
    await chain.fund(other, 10n ** 18n);
    await nft.write('safeTransferFrom', [other, someone, 7n, '0x01'], { from: other });
    expect(await nft.read('ownerOf', [7n])).toBe(someone);
    const items = await deploy(chain, 'TestItems');
    await items.write('mint', [someone, 1n, 9n]);
    await items.write('safeBatchTransferFrom', [someone, other, [1n, 1n], [2n, 3n], '0x'], { from: someone });
    expect(await items.read('balanceOf', [other, 1n])).toBe(5n);
    expect(await items.read('supportsInterface', ['0xd9b67a26'])).toBe(true);
  });

  test('the test contract WrappedEther wraps and unwraps ether', async () => {
    const weth = await deployAt(chain, 'WrappedEther', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2');
    await chain.fund(someone, 10n ** 18n);
    await weth.write('deposit', [], { from: someone, value: 100n });
    await weth.write('withdraw', [40n], { from: someone });
    expect(await weth.read('balanceOf', [someone])).toBe(60n);
    expect(await weth.read('symbol')).toBe('WETH');
  });

  test('the test contracts Multicall and SelfMulticall make several calls in one transaction', async () => {
    const multicall = await deployAt(chain, 'Multicall', '0xcA11bde05977b3631167028862bE2a173976CA11');
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const callData = token.encode('mint', [other, 3n]);
    const one = { target: token.address, allowFailure: false, callData };
    await multicall.write('aggregate3', [[one, one]]);
    expect(await token.read('balanceOf', [other])).toBe(6n);
    const router = await deploy(chain, 'SelfMulticall');
    await router.write('multicall', [[router.encode('count', [1n]), router.encode('count', [2n])]]);
    expect(await router.read('counts', [chain.accounts[0]])).toBe(3n);
  });

  test.each([
    ['withReason', ['not today'], 'not today'],
    ['withError', [7n], 'execution reverted'],
    ['withPanic', [], 'panic'],
    ['withNothing', [], 'execution reverted'],
    ['onlyWhileOpen', [], 'Reverter: closed'],
  ])('the function %s of the contract Reverter reverts', async (name, args, words) => {
    const reverter = await deploy(chain, 'Reverter');
    await expect(reverter.read(name, args)).rejects.toThrow(words);
  });

  test('the contract GasBurner uses at least the requested gas', async () => {
    const burner = await deploy(chain, 'GasBurner');
    const call = { to: burner.address, data: burner.encode('burn', [2_000_000n]) };
    expect(Number(await chain.request('eth_estimateGas', [call]))).toBeGreaterThan(2_000_000);
  });

  test('a contract with a constructor is refused by deployAt, because the constructor would not run', async () => {
    await expect(deployAt(chain, 'TestToken', someone)).rejects.toThrow('constructor');
  });
});

describe('test chains', () => {
  test('a chain has the requested id and hard fork, mines on demand, and its node ends when it is closed', async () => {
    const old = await startChain({ chainId: 77, hardfork: 'berlin', blockTimeS: 3_600 });
    expect(await old.request('eth_chainId')).toBe('0x4d');
    const block = async () =>
      (await old.request('eth_getBlockByNumber', ['latest', false])) as { number: string };
    expect(await block()).not.toHaveProperty('baseFeePerGas');
    await old.mine(3);
    expect((await block()).number).toBe('0x3');
    await old.close();
    await expect(fetch(old.url)).rejects.toThrow();
  });

  test('a chain accepts requests from pages of every origin', async () => {
    const preflight = await fetch(chain.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://dapp.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type|\*/i);
  });

  test('a chain of the OP stack has an oracle of layer-1 fees, and other chains do not', async () => {
    const optimism = await startChain({ chainId: 10, layer1FeePerByte: 16n });
    const oracle = contractAt(optimism, 'GasPriceOracle', gasPriceOracle);
    expect(await oracle.read('getL1Fee', ['0x010203'])).toBe(48n);
    await setLayer1Fee(optimism, 1_000n);
    expect(await oracle.read('getL1Fee', ['0x010203'])).toBe(3_000n);
    await optimism.close();
    expect(await chain.request('eth_getCode', [gasPriceOracle, 'latest'])).toBe('0x');
  });
});

describe('a faulty node', () => {
  let node: FaultyNode;
  beforeAll(async () => {
    node = await startFaultyNode(chain);
  });
  afterEach(() => {
    node.fail(null);
    node.beHonest();
    node.requests.length = 0;
  });
  afterAll(() => node.close());

  const post = (body: unknown) =>
    fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://dapp.example' },
      body: JSON.stringify(body),
    });
  const call = (method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params });
  const request = async (method: string, params?: unknown[]) => (await post(call(method, params))).json();

  test('a faulty node forwards requests, and counts round trips', async () => {
    const [id, block] = await (await post([call('eth_chainId'), call('eth_blockNumber')])).json();
    expect(id.result).toBe('0x7a69');
    expect(block.result).toMatch(/^0x/);
    expect((await request('eth_gasPrice')).result).toMatch(/^0x/);
    expect(node.requests.map(({ methods }) => methods)).toEqual([
      ['eth_chainId', 'eth_blockNumber'],
      ['eth_gasPrice'],
    ]);
    const preflight = await fetch(node.url, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a faulty node is down, busy, limited, refused, broken or garbled, for all methods or for some', async () => {
    node.fail('down', ['eth_gasPrice']);
    await expect(request('eth_gasPrice')).rejects.toThrow();
    expect((await request('eth_chainId')).result).toBe('0x7a69');
    for (const [fault, status] of [
      ['busy', 429],
      ['limited', 429],
      ['refused', 403],
      ['broken', 502],
    ] as const) {
      node.fail(fault);
      expect((await post(call('eth_chainId'))).status).toBe(status);
    }
    node.fail('garbled');
    await expect(request('eth_chainId')).rejects.toThrow(SyntaxError);
  });

  test('a faulty node limits the next requests, or one method among them', async () => {
    node.limit(1);
    expect((await post(call('eth_chainId'))).status).toBe(429);
    expect((await post(call('eth_chainId'))).status).toBe(200);
    node.limit(1, 'eth_gasPrice');
    expect((await request('eth_chainId')).result).toBe('0x7a69');
    expect((await request('eth_gasPrice')).error?.code).toBe(-32005);
    expect((await request('eth_gasPrice')).result).toMatch(/^0x/);
  });

  test('a faulty node is slow until it is released', async () => {
    node.fail('slow');
    const asked = request('eth_chainId');
    await expect.poll(() => node.waiting()).toBe(1);
    node.release();
    expect((await asked).result).toBe('0x7a69');
  });

  test('a faulty node loses the answer to a request that it has executed', async () => {
    const [from] = chain.accounts;
    node.fail('lost', ['eth_sendTransaction']);
    const to = '0x00000000000000000000000000000000000000fA';
    await expect(request('eth_sendTransaction', [{ from, to, value: '0x5' }])).rejects.toThrow();
    await expect.poll(() => chain.request('eth_getBalance', [to, 'latest'])).toBe('0x5');
  });

  test('a faulty node forgets a broadcast that it seemed to accept', async () => {
    const privateKey = Secp256k1.randomPrivateKey();
    await chain.fund(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })), 10n ** 18n);
    const fields = { chainId: 31_337, gas: 21_000n, maxFeePerGas: 10n ** 10n, nonce: 0n, to: other } as const;
    const unsigned = TxEnvelopeEip1559.from(fields);
    const payload = TxEnvelopeEip1559.getSignPayload(unsigned);
    const signature = Secp256k1.sign({ payload, privateKey });
    const signed = TxEnvelopeEip1559.serialize(unsigned, { signature });
    node.forget(1);
    const { result: hash } = await request('eth_sendRawTransaction', [signed]);
    expect((await request('eth_getTransactionByHash', [hash])).result).toBeNull();
    expect((await request('eth_sendRawTransaction', [signed])).result).toBe(hash);
    expect((await request('eth_getTransactionByHash', [hash])).result).not.toBeNull();
  });

  test('a faulty node lies about its chain and about fees (in gas prices, blocks and the fee history), and refuses a method', async () => {
    node.lieAboutChain(1);
    expect((await request('eth_chainId')).result).toBe('0x1');
    const million = 10n ** 24n;
    node.lieAboutFees(million);
    const price = `0x${million.toString(16)}`;
    expect((await request('eth_gasPrice')).result).toBe(price);
    expect((await request('eth_maxPriorityFeePerGas')).result).toBe(price);
    expect((await request('eth_getBlockByNumber', ['latest', false])).result.baseFeePerGas).toBe(price);
    const { result } = await request('eth_feeHistory', ['0x1', 'latest', [50]]);
    expect(new Set([...result.baseFeePerGas, ...result.reward.flat()])).toEqual(new Set([price]));
    node.refuse('eth_estimateGas', { code: -32000, message: 'no' });
    expect((await request('eth_estimateGas', [{}])).error).toEqual({ code: -32000, message: 'no' });
  });
});
