import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWallet,
  type EthereumProvider,
  getEthereumProvider,
  getPageProvider,
  type HostConfig,
  logout,
  setWalletScreens,
  signRequest,
  type WalletScreens,
} from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

interface Detail {
  readonly info: Record<'uuid' | 'name' | 'icon' | 'rdns', string>;
  readonly provider: EthereumProvider;
}

const announcing: HostConfig = {
  chains: [1, 8453].map((id) => ({
    id,
    name: `Chain ${id}`,
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  })),
  embeddedWallets: { ethereum: { announce: true }, noPromptOnSignature: true },
};

let service: TestService;
let people = 0;
beforeAll(async () => {
  // The host may sign without prompts.
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        email_auth: true,
        allowed_origins: ['http://localhost:3000'],
        enforce_wallet_uis: false,
        legacy_wallet_ui_config: true,
      },
    ],
  });
});
afterAll(() => service.close());

/** Opens a page with a dapp that looks for wallets. */
function openPage(config: HostConfig = announcing, hasScreens = true, profile = createBrowserProfile()) {
  people += 1;
  const email = `dapp-${people}@company.example`;
  const wallet = createScriptedFrame(service);
  const test = createTestClient(service, { page: { frame: wallet.script }, config, profile });
  const { client, page } = test;
  const asked: string[] = [];
  const screens: WalletScreens = {
    async connect() {
      asked.push('connect');
      await test.logIn(email);
      await createWallet(client);
    },
    async sign(request) {
      asked.push(request.method);
      return (await signRequest(client, request)) as `0x${string}`;
    },
    send: () => Promise.reject(new ServiceError('user_rejected_request')),
    signTransaction: () => Promise.reject(new ServiceError('user_rejected_request')),
  };
  if (hasScreens) setWalletScreens(client, async () => screens);
  const found: Detail[] = [];
  page.window.addEventListener('eip6963:announceProvider', (event) =>
    found.push((event as CustomEvent<Detail>).detail),
  );
  const look = () => page.window.dispatchEvent(new Event('eip6963:requestProvider'));
  const provider = () => (found[0] as Detail).provider;
  return { ...test, asked, email, found, look, provider };
}

describe('the wallet over EIP-6963', () => {
  it("the wallet is announced under the app's name (EIP-6963), and is the same wallet if the client starts again", async () => {
    const { client, found, look } = openPage();
    await client.start();
    await expect.poll(() => found.length).toBe(1);
    expect(found[0]?.info).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Harbour',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      rdns: 'io.github.latchkey',
    });
    expect(Object.isFrozen(found[0])).toBe(true);
    expect(Object.isFrozen(found[0]?.info)).toBe(true);
    client.destroy();
    look();
    expect(found).toHaveLength(1);
    await client.start();
    look();
    expect(new Set(found.map(({ info }) => info.uuid)).size).toBe(1);
    expect(found[1]).toBe(found[0]);
  });

  it("the announced wallet has the host's logo as its icon only if the logo is a data: image", async () => {
    const logo = 'data:image/png;base64,AAAA';
    for (const [given, icon] of [
      [logo, logo],
      ['https://pictures.example/logo.png', expect.stringMatching(/^data:image\/svg/)],
    ]) {
      const { client, found } = openPage({ ...announcing, appearance: { logo: given } });
      await client.start();
      await expect.poll(() => found[0]?.info.icon).toEqual(icon);
    }
  });

  it('the announced provider logs the user in once for concurrent requests, and reports account changes', async () => {
    const { client, asked, found, provider } = openPage();
    await client.start();
    await expect.poll(() => found.length).toBe(1);
    const request = (method: string, ...params: unknown[]) => provider().request({ method, params });
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('eth_chainId')).toBe('0x1');
    await expect(request('personal_sign', '0x4869', '0x')).rejects.toMatchObject({ code: 4100 });
    await expect(request('eth_sendTransaction', {})).rejects.toMatchObject({ code: 4100 });
    await expect(request('wallet_sendCalls', { calls: [{}] })).rejects.toMatchObject({ code: 4100 });
    const told: unknown[] = [];
    for (const event of ['connect', 'accountsChanged', 'disconnect'])
      provider().on(event, (payload) => told.push([event, payload]));
    const [first, second] = await Promise.all([
      request('eth_requestAccounts'),
      request('eth_requestAccounts'),
    ]);
    expect(second).toEqual(first);
    expect(asked).toEqual(['connect']);
    await logout(client);
    expect(told).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', first],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ]);
  });

  it('the announced provider prompts even if the host turned prompts off, and switches only its own chain', async () => {
    const { client, asked, found, provider } = openPage();
    await client.start();
    await expect.poll(() => found.length).toBe(1);
    const [address] = (await provider().request({ method: 'eth_requestAccounts' })) as string[];
    const page = await getPageProvider(client);
    const sign = { method: 'personal_sign', params: ['0x4869', address] };
    asked.length = 0;
    await page.request(sign);
    expect(asked).toEqual([]);
    await provider().request(sign);
    expect(asked).toEqual(['personal_sign']);
    const payment = { method: 'eth_sendTransaction', params: [{ to: address, value: '0x1' }] };
    await expect(provider().request(payment)).rejects.toMatchObject({ code: 4001 });
    await provider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] });
    const chainId = { method: 'eth_chainId' };
    expect(await provider().request(chainId)).toBe('0x2105');
    expect(await page.request(chainId)).toBe('0x1');
  });

  it("the wallet is not announced without screens, or without the host's option", async () => {
    const silent = openPage(announcing, false);
    await silent.client.start();
    await expect.poll(() => silent.warnings).toEqual([expect.stringContaining('setWalletScreens')]);
    const unasked = openPage({});
    await unasked.client.start();
    unasked.look();
    silent.look();
    expect(silent.found).toEqual([]);
    expect(unasked.found).toEqual([]);
  });
});

describe("the page's provider", () => {
  it("getPageProvider returns the same provider again, which follows the chain switches of the host's other providers", async () => {
    const { client } = openPage(announcing);
    await client.start();
    const page = await getPageProvider(client);
    expect(await getPageProvider(client)).toBe(page);
    await page.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] });
    const [address = ''] = (await page.request({ method: 'eth_requestAccounts' })) as string[];
    const own = await getEthereumProvider(client, { address });
    const told: unknown[] = [];
    page.on('chainChanged', (chainId) => told.push(chainId));
    expect(await own.request({ method: 'eth_chainId' })).toBe('0x2105');
    await own.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] });
    expect(told).toEqual(['0x1']);
  });

  it("the page's provider waits for a session that is being restored, without a login prompt", async () => {
    const first = openPage();
    const page = await getPageProvider(first.client);
    const accounts = await page.request({ method: 'eth_requestAccounts' });
    const next = openPage(announcing, true, first.profile);
    const provider = await getPageProvider(next.client);
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(accounts);
    expect(next.asked).toEqual([]);
  });
});
