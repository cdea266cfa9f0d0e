import { createServer, type Server } from 'node:http';
import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWallet, getEthereumProvider, type HostConfig, logout, type SignRequest } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

describe('the EIP-1193 provider', () => {
  let service: TestService;
  let node: Server;
  let nodeUrl: string;
  beforeAll(async () => {
    service = await createTestService();
    // Answers every request with its method, except eth_call with an error.
    node = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method } = JSON.parse(text);
      const reverted = { error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } };
      response.end(
        // Some nodes always send `result` and `error`.
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          ...(method === 'eth_call' ? reverted : { result: method, error: null }),
        }),
      );
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    nodeUrl = `http://127.0.0.1:${(node.address() as { port: number }).port}`;
  });
  afterAll(async () => {
    node.close();
    await service.close();
  });

  let people = 0;
  async function provided(
    sign?: (request: SignRequest) => Promise<`0x${string}`>,
    rpcUrls: Record<number, string> = { 8453: nodeUrl, 84532: nodeUrl },
    config: HostConfig = { rpcConfig: { rpcUrls } },
  ) {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, {
      page: { frame: wallet.script },
      config,
      network: (request, forward) => (request.url.startsWith(nodeUrl) ? fetch(request) : forward()),
    });
    await test.client.start();
    people += 1;
    await test.logIn(`provider-${people}@company.example`);
    const { address } = await createWallet(test.client);
    const provider = await getEthereumProvider(test.client, sign ? { sign } : {});
    return { ...test, wallet, address, provider };
  }

  it("[CONF-31] the provider starts on defaultChain, switches among chains, and uses the URL of rpcConfig before the chain's own", async () => {
    const own = 'http://127.0.0.1:9/own';
    const chain = (id: number, url: string) => ({
      id,
      name: `Chain ${id}`,
      rpcUrls: { default: { http: [url] } },
    });
    const [mainnet, base] = [chain(1, own), chain(8453, nodeUrl)];
    const { provider, requests } = await provided(undefined, undefined, {
      chains: [mainnet, base],
      defaultChain: base,
      rpcConfig: { rpcUrls: { 1: nodeUrl } },
    });
    const lastUrl = () => requests.at(-1)?.url.replace(/\/$/, '');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105');
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('eth_blockNumber');
    expect(lastUrl()).toBe(nodeUrl);
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] });
    expect(await provider.request({ method: 'eth_gasPrice' })).toBe('eth_gasPrice');
    expect(lastUrl()).toBe(nodeUrl);
    await expect(
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
    ).rejects.toMatchObject({
      code: 4902,
      message:
        'Chain ID 10 is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.',
      data: { code: 'unsupported_chain_id' },
    });
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });

  it('[CONF-31] the provider signs messages but rejects transactions if the list of chains is empty', async () => {
    const { provider, address, wallet } = await provided(undefined, undefined, { chains: [] });
    expect(await provider.request({ method: 'personal_sign', params: ['Hello', address] })).toMatch(/^0x/);
    const before = wallet.heard.length;
    await expect(
      provider.request({ method: 'eth_sendTransaction', params: [{ to: address, value: '0x1' }] }),
    ).rejects.toMatchObject({ data: { code: 'unsupported_chain_id' } });
    expect(wallet.heard.length).toBe(before);
  });

  it('the provider returns the accounts and the chain', async () => {
    const { provider, address, wallet } = await provided();
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address]);
    expect(wallet.heard.some(({ event }) => event === 'privy:wallets:connect')).toBe(false);
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address]);
    expect(wallet.heard.at(-1)?.event).toBe('privy:wallets:connect');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105');
  });

  it('the provider signs texts and typed data', async () => {
    const { provider, address } = await provided();
    const signature = /^0x[0-9a-f]{130}$/;
    expect(
      await provider.request({ method: 'personal_sign', params: ['Hello', address.toLowerCase()] }),
    ).toMatch(signature);
    const typedData = {
      types: { EIP712Domain: [], Mail: [{ name: 'contents', type: 'string' }] },
      primaryType: 'Mail',
      domain: {},
      message: { contents: 'Hello' },
    };
    const params = [address, JSON.stringify(typedData)];
    expect(await provider.request({ method: 'eth_signTypedData_v4', params })).toMatch(signature);
  });

  it("the provider signs with the host's function if there is one", async () => {
    const asked: SignRequest[] = [];
    const { provider, address } = await provided(async (request) => {
      asked.push(request);
      return '0x01';
    });
    expect(await provider.request({ method: 'personal_sign', params: ['0x4869', address] })).toBe('0x01');
    expect(asked).toEqual([{ method: 'personal_sign', data: '0x4869', address }]);
  });

  it('[SIGN-08] the provider rejects with 4001 if the user declines', async () => {
    const { provider, address } = await provided(async () => {
      throw new ServiceError('user_rejected_request');
    });
    await expect(
      provider.request({ method: 'personal_sign', params: ['Hello', address] }),
    ).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 4001,
      message: 'User rejected request',
    });
  });

  it('[SIGN-08] the provider rejects with -32603 for internal errors, ours and others', async () => {
    const { provider, address, wallet } = await provided();
    wallet.instead.set('privy:wallets:rpc', { error: { type: 'error', message: 'Something odd' } });
    await expect(
      provider.request({ method: 'personal_sign', params: ['Hello', address] }),
    ).rejects.toMatchObject({
      code: -32603,
      data: { code: 'unable_to_sign' },
    });
    const foreign = await provided(async () => {
      throw new TypeError('with a secret in it');
    });
    await expect(
      foreign.provider.request({ method: 'personal_sign', params: ['Hello', foreign.address] }),
    ).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  it('the provider accepts reversed parameters of personal_sign if its own address comes first and no address follows', async () => {
    const { provider, address } = await provided();
    const sign = (...params: unknown[]) => provider.request({ method: 'personal_sign', params });
    const signature = await sign('Hello', address);
    expect(await sign(address, 'Hello')).toBe(signature);
    expect(await sign(address.toLowerCase(), 'Hello')).toBe(signature);
    // Two addresses are read as the data, then the signer.
    const other = `0x${'1'.repeat(40)}`;
    expect(await sign(other, address)).not.toBe(signature);
    for (const params of [[address, other], [other, 'Hello'], [address], [address, 7]])
      await expect(sign(...params)).rejects.toMatchObject({ code: 4100 });
  });

  it('the provider rejects with 4100 for another signer, and after a logout', async () => {
    const { provider, client, address } = await provided();
    for (const signer of [`0x${'1'.repeat(40)}`, undefined, 7]) {
      await expect(
        provider.request({ method: 'personal_sign', params: ['Hello', signer] }),
      ).rejects.toMatchObject({
        code: 4100,
      });
    }
    await logout(client);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    await expect(
      provider.request({ method: 'personal_sign', params: ['Hello', address] }),
    ).rejects.toMatchObject({
      code: 4100,
      data: { code: 'must_be_authenticated' },
    });
  });

  it('the provider rejects with 4200 for unsupported methods', async () => {
    const { provider, address } = await provided();
    const refused = ['eth_sign', 'eth_signTypedData', 'wallet_grantPermissions', 'constructor'];
    for (const method of refused) {
      await expect(provider.request({ method, params: [address, '0x'] }), method).rejects.toMatchObject({
        code: 4200,
      });
    }
  });

  it("the provider reads from the chain's node, and passes on its errors", async () => {
    const { provider, requests } = await provided();
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('eth_blockNumber');
    expect(await provider.request({ method: 'net_version', params: [] })).toBe('net_version');
    expect([...(requests.at(-1)?.headers.keys() ?? [])].filter((name) => name.startsWith('privy'))).toEqual(
      [],
    );
    await expect(provider.request({ method: 'eth_call', params: [{}, 'latest'] })).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    });
  });

  it('the provider switches between the configured chains and notifies its listeners', async () => {
    const { provider, client } = await provided();
    const told: unknown[] = [];
    const listener = (payload: unknown) => told.push(payload);
    provider.on('chainChanged', listener);
    provider.on('accountsChanged', listener);
    const switchTo = (chainId: unknown) =>
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(await switchTo('0x14a34')).toBeNull();
    await switchTo('0x14a34');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x14a34');
    await expect(switchTo('0x1')).rejects.toMatchObject({ code: 4902 });
    await expect(switchTo(undefined)).rejects.toMatchObject({ code: 4902 });
    await logout(client);
    expect(told).toEqual(['0x14a34', []]);
    provider.removeListener('chainChanged', listener);
    provider.removeListener('accountsChanged', listener);
    await switchTo('0x2105');
    expect(told).toHaveLength(2);
  });

  it('the provider accepts a switch to its current chain without a node', async () => {
    const { provider } = await provided(undefined, {});
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    const params = [{ chainId: '0x1' }];
    expect(await provider.request({ method: 'wallet_switchEthereumChain', params })).toBeNull();
  });
});
