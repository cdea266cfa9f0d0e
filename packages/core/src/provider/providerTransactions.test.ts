import { ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { getEthereumProvider, logout, sendTransaction, type TransactionQuestion } from '../index.ts';
import { other, shareSendFixture } from '../transactions/sendFixture.testkit.ts';

const { chain, node, newSender } = shareSendFixture();

async function provided(input: Omit<NonNullable<Parameters<typeof getEthereumProvider>[1]>, 'address'> = {}) {
  const polygon = { id: 137, name: 'Polygon', rpcUrls: { default: { http: ['http://127.0.0.1:9'] } } };
  const devnet = { id: 31_337, name: 'Devnet', rpcUrls: { default: { http: [node.url] } } };
  const sender = await newSender({ config: { chains: [devnet, polygon] } });
  const provider = await getEthereumProvider(sender.client, input);
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  return { ...sender, provider, request };
}

describe('transactions of the EIP-1193 provider', () => {
  it('the provider accepts the transaction fields that dapp libraries send, and returns the hash', async () => {
    const { request, address } = await provided();
    const hash = await request('eth_sendTransaction', {
      from: address.toLowerCase(),
      to: other,
      value: '0x5',
      data: '0x',
      chainId: '0x7a69',
      gas: '0x5208',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x1',
      type: '0x2',
      nonce: '0x0',
    });
    expect(await chain.request('eth_getTransactionByHash', [hash])).toMatchObject({
      value: '0x5',
      nonce: '0x0',
    });
  });

  it('the provider signs a transaction that is sent raw later', async () => {
    const { request, address } = await provided();
    const signed = await request('eth_signTransaction', { from: address, to: other, value: '0x5' });
    expect(signed).toMatch(/^0x02/);
    const hash = await request('eth_sendRawTransaction', signed);
    expect(await chain.request('eth_getTransactionByHash', [hash])).toMatchObject({
      from: address.toLowerCase(),
    });
  });

  it('the provider confirms a transaction with the host’s functions, and rejects with 4001 if the user declines', async () => {
    const asked: TransactionQuestion[] = [];
    const decline = async (question: TransactionQuestion): Promise<never> => {
      asked.push(question);
      throw new ServiceError('user_rejected_request');
    };
    const { request, address } = await provided({ send: decline, signTransaction: decline });
    for (const method of ['eth_sendTransaction', 'eth_signTransaction'])
      await expect(request(method, { from: address, to: other, value: '0x5' })).rejects.toMatchObject({
        code: 4001,
      });
    expect(asked).toMatchObject([
      { address, transaction: { value: 5n }, waitForConfirmation: false },
      { address, transaction: { value: 5n } },
    ]);
  });

  it('[S16] the provider rejects an invalid transaction, or one of another account or chain, without a message to the frame', async () => {
    const { request, address, heard } = await provided();
    heard.length = 0;
    const wrong: [object | null | string, number][] = [
      [{ from: other, to: other, value: '0x1' }, 4100],
      [{ from: address, to: other, chainId: '0x89' }, -32602],
      [{ from: address, to: other, chainId: 1 }, -32602],
      [{ from: address, to: other, value: '5' }, -32602],
      [{ from: address, to: other, blobs: [] }, -32602],
      [{ from: address, to: other, authorizationList: [] }, -32602],
      [{ from: address }, -32602],
      [null, -32602],
      ['0x', -32602],
    ];
    for (const method of ['eth_sendTransaction', 'eth_signTransaction'])
      for (const [transaction, code] of wrong)
        await expect(request(method, transaction), JSON.stringify(transaction)).rejects.toMatchObject({
          code,
        });
    expect(heard).toEqual([]);
  });

  it('a chain switch of the provider applies to transactions of the provider and of the wallet', async () => {
    const { request, address, client } = await provided();
    const { hash } = await sendTransaction(client, { transaction: { to: other, value: 1 } });
    expect(hash).toMatch(/^0x/);
    await request('wallet_switchEthereumChain', { chainId: '0x89' });
    const sent = request('eth_sendTransaction', { from: address, to: other, value: '0x1' });
    await expect(sent).rejects.toMatchObject({ code: 4901, data: { code: 'network_error' } });
    const alone = sendTransaction(client, { transaction: { to: other, value: 1 } });
    await expect(alone).rejects.toMatchObject({ code: 'network_error' });
  });

  it('the provider rejects failed transactions and reads with standard codes, and with the hash of a signed transaction', async () => {
    const { request, address, timers } = await provided();
    const low = { from: address, to: other, value: '0x1', maxFeePerGas: '0x1' };
    await expect(request('eth_sendTransaction', low)).rejects.toMatchObject({
      code: -32003,
      data: { code: 'transaction_failure', hash: expect.stringMatching(/^0x/) },
    });
    const poor = { from: address, to: other, value: `0x${(10n ** 20n).toString(16)}` };
    await expect(request('eth_sendTransaction', poor)).rejects.toMatchObject({
      code: -32003,
      message: 'Wallet has insufficient funds for this transaction.',
    });
    // A node's error keeps its code. No answer (EIP-1193) and a limit (EIP-1474) have codes of their own.
    node.refuse('eth_call', { code: -32000, message: 'header not found' });
    await expect(request('eth_call', {})).rejects.toMatchObject({
      code: -32000,
      message: 'header not found',
    });
    for (const [fault, code] of [
      ['down', 4901],
      ['broken', 4901],
      ['refused', 4901],
      ['garbled', -32603],
    ] as const) {
      node.fail(fault);
      await expect(request('eth_blockNumber'), fault).rejects.toMatchObject({ code });
    }
    node.fail('limited');
    const limited = expect(request('eth_blockNumber')).rejects.toMatchObject({ code: -32005 });
    const before = node.requests.length;
    await expect
      .poll(async () => {
        await timers.advance(300);
        return node.requests.length - before;
      })
      .toBe(4);
    await limited;
  });
});

describe('other methods that dapps call', () => {
  it('only a chain that the host configured can be added', async () => {
    const { request } = await provided();
    const rpcUrls = ['https://node.mallory.example'];
    expect(
      await request('wallet_addEthereumChain', { chainId: '0x89', chainName: 'Polygon', rpcUrls }),
    ).toBeNull();
    for (const chainId of ['0xa', 'Polygon', undefined])
      await expect(request('wallet_addEthereumChain', { chainId, rpcUrls })).rejects.toMatchObject({
        code: 4902,
      });
    expect(await request('eth_chainId')).toBe('0x7a69');
  });

  it('watching a token returns false, and an invalid asset is rejected', async () => {
    const { request } = await provided();
    const options = { address: other, symbol: 'USDX', decimals: 6 };
    expect(await request('wallet_watchAsset', { type: 'ERC20', options })).toBe(false);
    for (const wrong of [
      {},
      { type: 'ERC20' },
      { type: 'ERC20', options: { address: '0x12' } },
      { type: 'coin', options },
    ])
      await expect(request('wallet_watchAsset', wrong)).rejects.toMatchObject({ code: -32602 });
  });

  it('the permission to see the account can be listed, revoked and requested again (EIP-2255)', async () => {
    const { request, provider, address, client } = await provided();
    const told: unknown[] = [];
    provider.on('accountsChanged', (accounts) => told.push(accounts));
    const permission = {
      invoker: 'http://localhost:3000',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    };
    expect(await request('wallet_getPermissions')).toEqual([permission]);
    expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('wallet_requestPermissions', { eth_accounts: {} })).toEqual([permission]);
    expect(told).toEqual([[], [address]]);
    for (const wrong of [undefined, {}, { eth_sign: {} }, { eth_accounts: {}, eth_sign: {} }])
      for (const method of ['wallet_requestPermissions', 'wallet_revokePermissions'])
        await expect(request(method, wrong)).rejects.toMatchObject({ code: -32602 });
    await logout(client);
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(told).toEqual([[], [address], []]);
  });
});
