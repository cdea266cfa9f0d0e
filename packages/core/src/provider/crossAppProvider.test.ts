import { expect, it } from 'vitest';
import { shareApps } from '../cross-app/crossApp.testkit.ts';
import { getCrossAppEthereumProvider, logout } from '../index.ts';

const apps = shareApps();
const signature = `0x${'ab'.repeat(65)}`;
const strange = `0x${'1'.repeat(40)}`;
const chainOf = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
});

it("getCrossAppEthereumProvider gives dapp libraries a provider app's wallet: accounts, chains, signatures by popup, and the standard errors", async () => {
  const test = await apps.loggedIn(undefined, { config: { chains: [chainOf(31_337), chainOf(31_338)] } });
  const { address } = test.holder;
  const provider = getCrossAppEthereumProvider(test.client, { address: address.toLowerCase() });
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  const heard: unknown[] = [];
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
    provider.on(event, (payload) => void heard.push([event, payload]));

  expect(await request('eth_accounts')).toEqual([address]);
  expect(await request('eth_requestAccounts')).toEqual([address]);
  expect(await request('eth_chainId')).toBe('0x7a69');
  expect(await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull();
  expect(heard).toEqual([['chainChanged', '0x7a6a']]);
  await expect(request('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
    code: 4902,
  });

  const asked: unknown[] = [];
  const result = { eth_sendTransaction: `0x${'cd'.repeat(32)}` } as Record<string, string>;
  Object.assign(test.page.window, {
    open: () =>
      apps.openPopup(test, (url, say) => {
        void apps.takeRequest(url, test.holder).then(({ request }) => {
          asked.push(request?.params);
          const signed = result[request?.method ?? ''] ?? signature;
          say({ type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', result: signed });
        });
      }).window,
  });
  expect(await request('personal_sign', '0x6869', address)).toBe(signature);
  const data = {
    domain: {},
    types: { A: [{ name: 'b', type: 'string' }] },
    primaryType: 'A',
    message: { b: 'c' },
  };
  expect(await request('eth_signTypedData_v4', address, JSON.stringify(data))).toBe(signature);
  expect(await request('eth_sendTransaction', { to: strange, value: '0x1' })).toBe(`0x${'cd'.repeat(32)}`);
  expect(asked).toEqual([
    ['0x6869', address],
    [address, JSON.stringify(data)],
    [{ to: strange, value: '0x1', from: address, chainId: 31_338 }],
  ]);
  expect(await request('personal_sign', address, '0x6a6b')).toBe(signature);
  expect(asked.at(-1)).toEqual(['0x6a6b', address]);

  for (const [method, ...params] of [
    ['personal_sign', '0x6869', strange],
    ['eth_sendTransaction', { from: strange, to: strange }],
  ] as const)
    await expect(request(method, ...params)).rejects.toMatchObject({ code: 4100 });
  for (const method of [
    'eth_sign',
    'eth_signTransaction',
    'secp256k1_sign',
    'wallet_sendCalls',
    'constructor',
  ])
    await expect(request(method, address)).rejects.toMatchObject({ code: 4200 });

  Object.assign(test.page.window, {
    open: () =>
      apps.openPopup(test, (_, say) =>
        say({ type: 'PRIVY_CROSS_APP_ACTION_ERROR', error: 'User rejected request', errorCode: 4001 }),
      ).window,
  });
  await expect(request('personal_sign', '0x6869', address)).rejects.toMatchObject({
    code: 4001,
    message: 'User rejected request',
    data: { code: 'user_rejected_request' },
  });

  heard.length = 0;
  await logout(test.client);
  expect(heard).toMatchObject([
    ['accountsChanged', []],
    ['disconnect', { code: 4900 }],
  ]);
  expect(await request('eth_accounts')).toEqual([]);
  await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4100 });
});
