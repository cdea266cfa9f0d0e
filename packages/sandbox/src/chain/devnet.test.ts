import { randomBytes } from 'node:crypto';
import * as Address from 'ox/Address';
import * as Secp256k1 from 'ox/Secp256k1';
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559';
import * as TxEnvelopeEip2930 from 'ox/TxEnvelopeEip2930';
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';
import { createChain } from './index.ts';
import { startAnvil } from './startAnvil.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], blockTimeS: 3_600 });
});
afterAll(() => sandbox.close());

const origin = 'https://dapp.example';
const rpc = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(sandbox.chainUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { answer, json: await answer.json() };
};
const call = (method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params });
const balanceOf = async (address: string) =>
  BigInt((await sandbox.chain.request('eth_getBalance', [address, 'latest'])) as string);
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

describe('the chain', () => {
  test('the devnet responds to pages of every origin, to single requests and batches', async () => {
    const preflight = await fetch(sandbox.chainUrl, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    const { answer, json } = await rpc(call('eth_chainId'), { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(json.result).toBe('0x7a69');
    const batch = await rpc([call('net_version'), call('eth_chainId')], { origin });
    expect(batch.json.map(({ result }: { result: string }) => result)).toEqual(['31337', '0x7a69']);
  });

  test.each([
    ['anvil_reset', call('anvil_reset', [{ forking: { jsonRpcUrl: 'http://10.0.0.1/' } }])],
    ['evm_mine', call('evm_mine')],
    [
      'a batch with a method of Anvil',
      [call('eth_chainId'), call('anvil_setBalance', [newAddress(), '0x1'])],
    ],
    ['a body that is not a request', 'x'],
    ['a request of null', 'null'],
    ['a method that is not a string', { ...call('x'), method: ['anvil_reset'] }],
  ])("the devnet refuses %s from pages, and lets programs call Anvil's own methods", async (_, body) => {
    const { answer, json } = await rpc(body, { origin });
    expect(answer.status).toBe(200);
    expect(json.error.code).toBe(-32601);
    expect((await rpc(call('anvil_nodeInfo'))).json.result.forkConfig.forkUrl).toBeNull();
  });

  test('the devnet has funded accounts, and shows a transaction as pending until its block is made', async () => {
    const [from] = (await sandbox.chain.request('eth_accounts')) as string[];
    expect(await balanceOf(from ?? '')).toBe(10_000n * 10n ** 18n);
    const to = newAddress();
    const hash = (await sandbox.chain.request('eth_sendTransaction', [{ from, to, value: '0x1' }])) as string;
    expect(await sandbox.chain.request('eth_getTransactionReceipt', [hash])).toBeNull();
    const page = `${sandbox.chainUrl}/tx/${hash}`;
    expect(await (await fetch(page)).text()).toContain('Pending');
    await sandbox.chain.request('evm_mine');
    expect(await balanceOf(to)).toBe(1n);
    expect(await (await fetch(page)).text()).toContain('Success');
  });

  test.each(['0x00', `0x${'0'.repeat(64)}`, '%3Cscript%3E'])(
    'the devnet has no page for the transaction %s',
    async (hash) => {
      expect((await fetch(`${sandbox.chainUrl}/tx/${hash}`)).status).toBe(404);
    },
  );

  test('the devnet simulates transactions, so a wallet can show their effects', async () => {
    const [from] = (await sandbox.chain.request('eth_accounts')) as string[];
    const calls = [{ from, to: newAddress(), value: '0x1' }];
    const asked = [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'];
    const [block] = (await sandbox.chain.request('eth_simulateV1', asked)) as {
      calls: { status: string; logs: unknown[] }[];
    }[];
    expect(block?.calls[0]).toMatchObject({ status: '0x1' });
    expect(block?.calls[0]?.logs).toHaveLength(1);
  });
});

describe('refusals for lack of funds', () => {
  const to = newAddress();
  const gwei = 1_000_000_000n;
  const toHex = (value: bigint) => `0x${value.toString(16)}`;
  async function refusalOf(method: string, params: unknown[]): Promise<string> {
    const { json } = await rpc(call(method, params));
    expect(json, method).not.toHaveProperty('result');
    expect(json.error.code).toBe(-32_000);
    return json.error.message;
  }

  const fields = { chainId: 31337, nonce: 0n, gas: 21_000n, to: to as Address.Address, value: 5n };
  const dynamic = TxEnvelopeEip1559.from({
    ...fields,
    maxFeePerGas: 2n * gwei,
    maxPriorityFeePerGas: gwei,
  });
  const listed = TxEnvelopeEip2930.from({ ...fields, gasPrice: 2n * gwei });
  const legacy = TxEnvelopeLegacy.from({ ...fields, gasPrice: 2n * gwei });
  const sign = (payload: `0x${string}`, privateKey: `0x${string}`) => Secp256k1.sign({ payload, privateKey });
  test.each([
    [
      'EIP-1559',
      (key: `0x${string}`) =>
        TxEnvelopeEip1559.serialize(dynamic, {
          signature: sign(TxEnvelopeEip1559.getSignPayload(dynamic), key),
        }),
    ],
    [
      'EIP-2930',
      (key: `0x${string}`) =>
        TxEnvelopeEip2930.serialize(listed, {
          signature: sign(TxEnvelopeEip2930.getSignPayload(listed), key),
        }),
    ],
    [
      'legacy',
      (key: `0x${string}`) =>
        TxEnvelopeLegacy.serialize(legacy, {
          signature: sign(TxEnvelopeLegacy.getSignPayload(legacy), key),
        }),
    ],
  ])(
    "the devnet refuses a signed %s transaction that costs more than the balance, with Geth's code and message",
    async (_, signed) => {
      const key = Secp256k1.randomPrivateKey();
      const cost = 21_000n * 2n * gwei + 5n;
      await sandbox.chain.fund(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key })), cost - 3n);
      expect(await refusalOf('eth_sendRawTransaction', [signed(key)])).toBe(
        `insufficient funds for gas * price + value: balance ${cost - 3n}, tx cost ${cost}, overshot 3`,
      );
      await sandbox.chain.fund(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key })), 3n);
      expect((await rpc(call('eth_sendRawTransaction', [signed(key)]))).json.result).toMatch(/^0x/);
    },
  );

  test("the devnet refuses a call and an estimate that send more than the balance, with Geth's code and message, in a batch too", async () => {
    const from = newAddress();
    await sandbox.chain.fund(from, 1n);
    const sent = { from, to, value: '0x2' };
    const wanting = `insufficient funds for gas * price + value: address ${from} have 1 want 2`;
    expect(await refusalOf('eth_call', [sent, 'latest'])).toBe(`err: ${wanting} (supplied gas 50000000)`);
    expect(await refusalOf('eth_estimateGas', [{ ...sent, gas: '0x7530' }])).toBe(
      `failed with 30000 gas: ${wanting}`,
    );
    expect(await refusalOf('eth_estimateGas', [sent])).toMatch(/^failed with \d{7,} gas: insufficient funds/);
    const { json } = await rpc([call('eth_estimateGas', [sent]), call('eth_chainId')]);
    expect(json[0].error.code).toBe(-32_000);
    expect(json[1].result).toBe('0x7a69');
    for (const params of [[{ ...sent, value: '0x1' }], [{ ...sent, from: undefined, value: '0x0' }]])
      expect((await rpc(call('eth_estimateGas', params))).json.result).toBe('0x5208');
  });

  test("the devnet refuses an estimate with a gas price with Geth's message about the transfer, or about the gas at that price", async () => {
    const from = newAddress();
    await sandbox.chain.fund(from, 20_999n * 2n * gwei + 7n);
    const priced = { from, to, maxFeePerGas: toHex(2n * gwei) };
    expect(await refusalOf('eth_estimateGas', [{ ...priced, value: toHex(10n ** 18n) }])).toBe(
      'insufficient funds for transfer',
    );
    expect(await refusalOf('eth_estimateGas', [{ ...priced, value: '0x7' }])).toBe(
      'gas required exceeds allowance (20999)',
    );
    await sandbox.chain.fund(from, 2n * gwei);
    expect((await rpc(call('eth_estimateGas', [{ ...priced, value: '0x7' }]))).json.result).toBe('0x5208');
  });
});

test('the devnet rejects requests with a foreign host name', async () => {
  expect(await statusAt(sandbox.chainUrl, 'evil.example')).toBe(421);
});

test("the process of a chain's node ends when the chain is closed", async () => {
  const anvil = await startAnvil({ chainId: 5, hardfork: 'berlin' });
  expect(() => process.kill(anvil.pid, 0)).not.toThrow();
  await anvil.close();
  await anvil.close();
  expect(() => process.kill(anvil.pid, 0)).toThrow();
});

test('the devnet processes 300 concurrent transactions, and checks its pool between two broadcasts', async () => {
  const asked: string[] = [];
  const chain = createChain({ chainId: 5 }, (url, init) => {
    asked.push(JSON.parse(String(init?.body)).method);
    return fetch(url, init);
  });
  const [from, to] = (await chain.request('eth_accounts')) as string[];
  const send = (nonce: number) =>
    chain.request('eth_sendTransaction', [{ from, to, value: '0x1', nonce: `0x${nonce.toString(16)}` }]);
  await Promise.all(Array.from({ length: 300 }, (_, nonce) => send(nonce)));
  const count = () => chain.request('eth_getTransactionCount', [from, 'latest']);
  await expect.poll(count).toBe('0x12c');
  const lasting = asked.filter((method) => /eth_send|txpool_status/.test(method));
  expect(lasting.join(' ')).not.toContain('eth_sendTransaction eth_sendTransaction');
  await chain.close();
});

test('the devnet makes a block of transactions that waited for an earlier one, and none by itself if automine is off', async () => {
  const chain = createChain({ chainId: 5 });
  const [from, to] = (await chain.request('eth_accounts')) as string[];
  const send = (nonce: string) => chain.request('eth_sendTransaction', [{ from, to, value: '0x1', nonce }]);
  const count = () => chain.request('eth_getTransactionCount', [from, 'latest']);
  for (const nonce of ['0x2', '0x1', '0x0']) await send(nonce);
  await expect.poll(count).toBe('0x3');
  await chain.request('evm_setAutomine', [false]);
  for (const nonce of ['0x3', '0x4']) await send(nonce);
  expect(await count()).toBe('0x3');
  expect(await chain.request('txpool_status')).toEqual({ pending: '0x2', queued: '0x0' });
  await chain.close();
});

test('a chain before EIP-1559 has blocks without a base fee', async () => {
  const chain = createChain({ chainId: 5, hardfork: 'berlin' });
  const block = (await chain.request('eth_getBlockByNumber', ['latest', false])) as Record<string, unknown>;
  expect(block.baseFeePerGas ?? null).toBeNull();
  await chain.close();
});
