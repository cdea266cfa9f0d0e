import {
  connectExternalWallet,
  createWallet,
  type EthereumProvider,
  getActiveWallet,
  listExternalWallets,
  listWallets,
  logout,
  setActiveWallet,
  setWalletScreens,
  type WalletScreens,
} from '@latchkey/core';
import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as three from 'wagmi';
import * as actionsOfThree from 'wagmi/actions';
import * as two from 'wagmi-core-2';
import { createScriptedFrame } from '../../core/src/wallets/embedded/scriptedFrame.testkit.ts';
import {
  announceScriptedWallet as announceExternal,
  createScriptedWallet as createExternal,
} from '../../core/src/wallets/external/scriptedWallets.testkit.ts';
import { latchkey } from './latchkey.ts';

const chainOf = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
});
const [first, second] = [chainOf(31_337), chainOf(31_338)];

/** Functions of wagmi's two major versions, with the types of the older one. */
const majors = {
  2: two,
  3: { ...three, ...actionsOfThree } as unknown as typeof two,
} as const;

describe.each([2, 3] as const)('the connector in wagmi %i', (major) => {
  const { createConfig, createStorage, http, connect, disconnect, reconnect, switchChain, getAccount } =
    majors[major];
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  /** Number of opened pages. */
  let people = 0;
  async function page(screens: Partial<WalletScreens> = {}, profile = createBrowserProfile()) {
    const email = `wagmi-${major}-${++people}@company.example`;
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, {
      profile,
      page: { frame: wallet.script },
      config: { chains: [first, second] },
    });
    let asked = 0;
    const agreeing = {
      async connect() {
        asked += 1;
        await test.logIn(email);
        if (listWallets(test.client).length === 0) await createWallet(test.client);
      },
      ...screens,
    } as WalletScreens;
    setWalletScreens(test.client, async () => agreeing);
    const kept = new Map<string, string>();
    const storage = createStorage({
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
    /** Creates wagmi's config as a reloaded page does. */
    const load = () => {
      const config = createConfig({
        chains: [first, second],
        transports: { [first.id]: http(), [second.id]: http() },
        connectors: [
          latchkey({ client: test.client }) satisfies three.CreateConnectorFn & two.CreateConnectorFn,
        ],
        multiInjectedProviderDiscovery: false,
        storage,
      });
      const [connector] = config.connectors;
      if (!connector) throw new Error('There is no connector');
      return { config, connector, status: () => getAccount(config).status };
    };
    return { ...test, load, asked: () => asked, email };
  }

  it('the wagmi connector logs the user in, disconnects at their logout, and connects when they log in elsewhere in the page', async () => {
    const { client, load, asked, email, logIn } = await page();
    const { config, connector, status } = load();
    expect(await reconnect(config)).toEqual([]);
    const { accounts, chainId } = await connect(config, { connector });
    expect(accounts[0]).toEqual(listWallets(client)[0]?.address);
    expect(chainId).toEqual(first.id);
    expect(status()).toBe('connected');
    expect(asked()).toBe(1);
    await switchChain(config, { chainId: second.id });
    expect(getAccount(config).chainId).toBe(second.id);
    await logout(client);
    await expect.poll(status).toBe('disconnected');
    service.clock.advance(60_000);
    await logIn(email);
    await expect.poll(status).toBe('connected');
    expect(asked()).toBe(1);
  });

  it('the wagmi connector reconnects after a reload until the user disconnects, which keeps them logged in', async () => {
    const { client, load, asked } = await page();
    const before = load();
    await connect(before.config, { connector: before.connector });
    const after = load();
    expect(await reconnect(after.config)).toHaveLength(1);
    await disconnect(after.config);
    expect(after.status()).toBe('disconnected');
    expect(client.getState().authenticated).toBe(true);
    const last = load();
    expect(await reconnect(last.config)).toEqual([]);
    await connect(last.config, { connector: last.connector });
    expect(last.status()).toBe('connected');
    expect(asked()).toBe(1);
  });

  it("the wagmi connector uses the active wallet, also an external one, and reports another wallet's address in the same tick", async () => {
    const test = await page();
    const external = createExternal({ chainId: first.id });
    announceExternal(test.page, external.provider, { rdns: 'io.metamask' });
    const { config, connector, status } = test.load();
    await connect(config, { connector });
    const embedded = listWallets(test.client)[0]?.address;
    const wallet = await connectExternalWallet(test.client, { walletClientType: 'metamask' });
    const shown = () => [getAccount(config).address, getAccount(config).chainId];
    expect(shown()).toEqual([wallet.address, first.id]);
    const provider = (await connector.getProvider()) as EthereumProvider;
    const signature = await provider.request({ method: 'personal_sign', params: ['0x6869', wallet.address] });
    expect(signature).toBe(await external.accounts[0]?.signMessage({ message: 'hi' }));
    external.goTo(second.id);
    expect(shown()).toEqual([wallet.address, second.id]);
    const [own] = listWallets(test.client);
    if (own) setActiveWallet(test.client, own);
    expect(getAccount(config).address).toBe(embedded);
    await expect.poll(shown).toEqual([embedded, first.id]);
    setActiveWallet(test.client, wallet);
    expect(shown()).toEqual([wallet.address, second.id]);
    // The wallet revoked its accounts, so the user's other wallet becomes active.
    external.give([]);
    expect(getAccount(config).address).toBe(embedded);
    external.give(external.accounts.map(({ address }) => address));
    expect(getAccount(config).address).toBe(wallet.address);
    await logout(test.client);
    expect(status()).toBe('connected');
    expect(getAccount(config).address).toEqual(wallet.address);
    listExternalWallets(test.client)[0]?.disconnect();
    expect(status()).toBe('disconnected');
  });

  it('the wagmi connector shows only the external wallet that was active before a reload, from the first moment on', async () => {
    const profile = createBrowserProfile();
    const before = await page({}, profile);
    const external = createExternal({ chainId: first.id });
    announceExternal(before.page, external.provider, { rdns: 'io.metamask' });
    const loaded = before.load();
    await connect(loaded.config, { connector: loaded.connector });
    const { address } = await connectExternalWallet(before.client, { walletClientType: 'metamask' });
    before.client.destroy();

    const after = await page({}, profile);
    announceExternal(after.page, external.provider, { rdns: 'io.metamask' });
    // The wallet answers long after the user's session was restored.
    let answer = () => {};
    external.on('eth_accounts', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return [address];
    });
    const { config, connector } = after.load();
    const seen: (string | undefined)[] = [];
    config.subscribe(
      () => getAccount(config).address,
      (account) => void seen.push(account),
    );
    connector.emitter.on('connect', ({ accounts }) => void seen.push(accounts[0] as string));
    const started = Promise.all([after.client.start(), reconnect(config)]);
    await expect.poll(() => after.client.getState().user).not.toBeNull();
    await expect.poll(() => after.client.getState().ready).toBe(true);
    expect(listWallets(after.client).length).toBe(1);
    expect(getActiveWallet(after.client)).toBeNull();
    expect(seen).toEqual([]);
    answer();
    const [, connections] = await started;
    expect(connections[0]?.accounts).toEqual([address]);
    expect(new Set(seen)).toEqual(new Set([address]));
    expect(getAccount(config).address).toBe(address);
  });

  it('the wagmi connector rejects with 4001 if the user leaves the login, and rejects an unknown chain', async () => {
    const leave = async () => {
      throw new ServiceError('exited_auth_flow');
    };
    const { load } = await page({ connect: leave });
    const { config, connector, status } = load();
    await expect(connect(config, { connector })).rejects.toMatchObject({ code: 4001 });
    expect(status()).toBe('disconnected');
    await expect(connector.switchChain?.({ chainId: 1 })).rejects.toThrow('Chain 1 is not one');
  });
});
