import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWallet, getEthereumProvider, type SignRequest } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const hash = `0x${'5a'.repeat(32)}`;

describe('signing with the provider', () => {
  let plain: TestService;
  let raw: TestService;
  beforeAll(async () => {
    plain = await createTestService({ apps: [app] });
    raw = await createTestService({ apps: [{ ...app, allow_raw_signing: true }] });
  });
  afterAll(async () => {
    await plain.close();
    await raw.close();
  });

  let people = 0;
  async function provided(service: TestService) {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, {
      page: { frame: wallet.script },
      config: { rpcConfig: { rpcUrls: { 8453: 'http://127.0.0.1:9', 1: 'http://127.0.0.1:9' } } },
    });
    await test.client.start();
    people += 1;
    await test.logIn(`signing-${people}@company.example`);
    const { address } = await createWallet(test.client);
    const asked: SignRequest[] = [];
    const askedRaw: SignRequest[] = [];
    const keepIn = (list: SignRequest[]) => async (request: SignRequest) => {
      list.push(request);
      return '0x01' as const;
    };
    const provider = await getEthereumProvider(test.client, {
      sign: keepIn(asked),
      signRaw: keepIn(askedRaw),
    });
    const { chainId } = { chainId: Number(await provider.request({ method: 'eth_chainId' })) };
    return { ...test, address, asked, askedRaw, chainId, provider, wallet };
  }
  const typedData = (chainId: unknown) => ({
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Mail: [{ name: 'contents', type: 'string' }],
    },
    primaryType: 'Mail',
    domain: { chainId },
    message: { contents: 'Hello' },
  });

  it('[S16] typed data for another chain than the wallet’s are rejected before a prompt', async () => {
    const { provider, address, asked, chainId } = await provided(plain);
    const sign = (data: unknown) =>
      provider.request({ method: 'eth_signTypedData_v4', params: [address, data] });
    const other = chainId === 1 ? 8453 : 1;
    for (const data of [
      ...[typedData(other), typedData(String(other)), typedData(`0x${other.toString(16)}`)],
      JSON.stringify(typedData(other)),
    ])
      await expect(sign(data)).rejects.toMatchObject({
        code: -32602,
        message: `The typed data are for chain ${other}, and the wallet is on ${chainId}`,
      });
    expect(asked).toEqual([]);
    expect(await sign(typedData(chainId))).toBe('0x01');
    // The request to the host's `sign` names the chain.
    expect(asked).toEqual([{ method: 'eth_signTypedData_v4', data: typedData(chainId), address, chainId }]);
    await provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: `0x${other.toString(16)}` }],
    });
    expect(await sign(typedData(other))).toBe('0x01');
    await expect(sign(typedData(chainId))).rejects.toMatchObject({ code: -32602 });
  });

  it('[S16] a request to sign typed data tells the frame its chain', async () => {
    const { client, address, wallet, chainId } = await provided(plain);
    const provider = await getEthereumProvider(client);
    await provider.request({ method: 'eth_signTypedData_v4', params: [address, typedData(chainId)] });
    expect(wallet.heard.at(-1)).toMatchObject({ event: 'privy:wallets:rpc', data: { chainId } });
  });

  it('[S16] hashes are signed only in apps that allow it, by the host’s signRaw', async () => {
    const refused = await provided(plain);
    for (const [method, params] of [
      ['eth_sign', [refused.address, hash]],
      ['secp256k1_sign', [hash]],
    ] as const)
      await expect(refused.provider.request({ method, params })).rejects.toMatchObject({ code: 4200 });

    const { provider, address, asked, askedRaw } = await provided(raw);
    expect(await provider.request({ method: 'secp256k1_sign', params: [hash] })).toBe('0x01');
    expect(await provider.request({ method: 'eth_sign', params: [address, hash] })).toBe('0x01');
    const request = { method: 'secp256k1_sign', data: hash, address };
    expect(asked).toEqual([]);
    expect(askedRaw).toEqual([request, request]);
    for (const [method, params, code] of [
      ['secp256k1_sign', ['Hello'], -32602],
      ['secp256k1_sign', [`${hash}00`], -32602],
      ['eth_sign', [address, '0x48656c6c6f'], -32602],
      ['eth_sign', [`0x${'ab'.repeat(20)}`, hash], 4100],
    ] as const)
      await expect(provider.request({ method, params })).rejects.toMatchObject({ code });
    expect(askedRaw).toHaveLength(2);
  });
});
