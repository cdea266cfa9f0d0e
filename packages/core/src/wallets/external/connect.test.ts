import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, Connector, WalletConnectorFactory } from '../../connector.ts';
import {
  type ClientOptions,
  type ConnectionState,
  connectExternalWallet,
  createClient,
  createWallet,
  getActiveWallet,
  getWalletOptions,
  listExternalWallets,
  setActiveWallet,
  subscribeActiveWallet,
  takeWalletReturn,
  waitForActiveWallet,
} from '../../index.ts';
import { createScriptedFrame as createEmbedded } from '../embedded/scriptedFrame.testkit.ts';
import {
  announceScriptedWallet,
  createScriptedWallet,
  createSolanaScript,
  rpcError,
} from './scriptedWallets.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const chains = [1, 8453].map((id) => ({
  id,
  name: `Chain ${id}`,
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
}));

function open(profile = createBrowserProfile(), config: ClientOptions['config'] = {}, url?: string) {
  return createTestClient(service, {
    config: { chains, ...config },
    profile,
    ...(url ? { page: { url } } : {}),
  });
}
const metamask = { rdns: 'io.metamask', name: 'MetaMask' };
const connect = { walletClientType: 'metamask' } as const;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('connecting a wallet', () => {
  it('[EXTW-02] [EXTW-04] [ERR-26] connectExternalWallet switches a connecting wallet to a chain of the host, and only warns if it stays on another', async () => {
    const { client, page, warnings } = open();
    const wallet = createScriptedWallet({ chainId: 137 });
    announceScriptedWallet(page, wallet.provider, metamask);
    const states: ConnectionState[] = [];
    const onState = (state: ConnectionState) => void states.push(state);
    const first = await connectExternalWallet(client, { ...connect, onState });
    expect(states).toEqual(['connecting', 'switching_to_supported_chain', 'connected']);
    const [account] = wallet.accounts;
    expect(first).toMatchObject({
      address: account?.address,
      chainId: 'eip155:1',
      chainType: 'ethereum',
      isLinked: false,
      walletClientType: 'metamask',
      connectorType: 'injected',
    });
    expect(getActiveWallet(client)).toBe(first);
    await first.switchChain(8453);
    expect(listExternalWallets(client)[0]?.chainId).toBe('eip155:8453');
    await expect(first.switchChain(10)).rejects.toMatchObject({ code: 'unsupported_chain_id' });
    // The wallet confirms and does not switch.
    wallet.on('wallet_switchEthereumChain', () => null);
    await expect(first.switchChain(1)).rejects.toMatchObject({ code: 'unsupported_chain_id' });
    wallet.on('wallet_switchEthereumChain', () => {
      throw rpcError(4001, 'User rejected the request.');
    });
    wallet.goTo(137);
    expect((await connectExternalWallet(client, connect)).chainId).toBe('eip155:137');
    expect(warnings.join()).toContain('stays on chain 137');
  });

  it('connectExternalWallet adds a chain that an external wallet does not know, and switches to it', async () => {
    const { client, page } = open();
    const wallet = createScriptedWallet();
    announceScriptedWallet(page, wallet.provider, metamask);
    const connected = await connectExternalWallet(client, connect);
    let added: unknown;
    wallet.on('wallet_switchEthereumChain', () => {
      if (!added) throw rpcError(4902, 'Unrecognized chain');
      wallet.goTo(8453);
      return null;
    });
    wallet.on('wallet_addEthereumChain', ([chain]) => {
      added = chain;
      return null;
    });
    await connected.switchChain(8453);
    expect(added).toMatchObject({
      chainId: '0x2105',
      chainName: 'Chain 8453',
      rpcUrls: ['http://127.0.0.1:9'],
    });
  });

  it('[EXTW-03] [EXTW-22] [ERR-26] a failed connection to a wallet reports a rejection, a failure or an invalid answer, and ends disconnected', async () => {
    const { client, page, timers } = open();
    const wallet = createScriptedWallet();
    announceScriptedWallet(page, wallet.provider, metamask);
    const hostile = new Proxy(new Error('x'), {
      get(target, name) {
        if (name === 'message' || name === 'data') throw new Error('Read me not');
        return Reflect.get(target, name) as unknown;
      },
    });
    const unreadable = Object.assign(new Error('x'), {
      name: {
        toString() {
          throw new Error('Read me not');
        },
      },
    });
    // An error that imitates ours, to choose the text that the user reads.
    const imitate = (code: string) =>
      Object.assign(new Error('<script>'), { name: 'ServiceError', code, status: 422 });
    const causes: [thrown: unknown, code: string][] = [
      [unreadable, 'generic_connect_wallet_error'],
      [imitate('client_request_timeout'), 'generic_connect_wallet_error'],
      [imitate('linked_to_another_user'), 'generic_connect_wallet_error'],
      [rpcError(4001, 'MetaMask Tx Signature: User denied transaction signature.'), 'user_rejected_request'],
      [new Error('User rejected the request'), 'user_rejected_request'],
      [rpcError(5000, 'User disapproved requested methods'), 'user_rejected_request'],
      [Object.assign(new Error('x'), { code: 'ACTION_REJECTED' }), 'user_rejected_request'],
      [rpcError(-32002, 'Already processing'), 'generic_connect_wallet_error'],
      [new Error('<script>'), 'generic_connect_wallet_error'],
      [hostile, 'generic_connect_wallet_error'],
      [undefined, 'unknown_connect_wallet_error'],
      [{}, 'unknown_connect_wallet_error'],
    ];
    for (const [thrown, code] of causes) {
      wallet.on('eth_requestAccounts', () => {
        throw thrown;
      });
      const states: ConnectionState[] = [];
      const tried = connectExternalWallet(client, { ...connect, onState: (state) => states.push(state) });
      await expect(tried, String(code)).rejects.toMatchObject({ code });
      await expect(tried).rejects.not.toThrow('<script>');
      expect(states).toEqual(['connecting', 'disconnected']);
      const failure = await tried.catch((error: unknown) => error);
      expect((failure as { details?: unknown }).details).toEqual(
        (thrown as { code?: unknown } | undefined)?.code === -32002 ? { isPending: true } : undefined,
      );
    }
    for (const lie of [[], null, 'x', ['0x12'], [{}], ['0xzz'], { length: 1e9 }]) {
      wallet.on('eth_requestAccounts', () => lie);
      await expect(connectExternalWallet(client, connect)).rejects.toMatchObject({
        code: 'generic_connect_wallet_error',
      });
    }
    wallet.on('eth_requestAccounts', () => wallet.accounts.map(({ address }) => address));
    for (const lie of ['0x0', 'x', -1, null, '0x1'.padEnd(40, '0'), { toString: () => '0x1' }]) {
      wallet.on('eth_chainId', () => lie);
      await expect(connectExternalWallet(client, connect)).rejects.toMatchObject({
        code: 'generic_connect_wallet_error',
      });
    }
    expect(listExternalWallets(client)).toEqual([]);
    expect(getActiveWallet(client)).toBeNull();
    const nobody = { walletClientType: 'a.nobody' };
    const left = connectExternalWallet(client, { ...nobody, signal: AbortSignal.abort() });
    await expect(left).rejects.toMatchObject({ code: 'exited_auth_flow' });
    const absent = expect(connectExternalWallet(client, nobody)).rejects.toMatchObject({ code: 'not_found' });
    await timers.advance(1500);
    await absent;
  });

  it('[EXTW-23] connectExternalWallet ends a connection to a wallet after 120 seconds, after the host’s own timeout, or when the user leaves; a later click waits for the wallet’s open request instead of sending another', async () => {
    const { client, page, timers } = open();
    const wallet = createScriptedWallet();
    announceScriptedWallet(page, wallet.provider, metamask);
    let answer: (accounts: readonly string[]) => void = () => {};
    wallet.on(
      'eth_requestAccounts',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const hanging = connectExternalWallet(client, connect);
    const outcome = hanging.then(
      () => 'connected',
      (cause: { code: string }) => cause.code,
    );
    await timers.advance(119_999);
    expect(await Promise.race([outcome, turn().then(() => 'waiting')])).toBe('waiting');
    await timers.advance(1);
    expect(await outcome).toBe('client_request_timeout');

    const leaving = new AbortController();
    const left = connectExternalWallet(client, { ...connect, signal: leaving.signal });
    await turn();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'exited_auth_flow' });
    const again = connectExternalWallet(client, connect);
    await turn();
    expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
    answer(wallet.accounts.map(({ address }) => address));
    await again;
    expect(listExternalWallets(client)).toHaveLength(1);
    expect(timers.waiting).toBe(0);

    const quick = open(createBrowserProfile(), { externalWallets: { requestTimeoutMs: 5 } });
    announceScriptedWallet(quick.page, wallet.provider, { rdns: 'a.hanging' });
    wallet.on('eth_requestAccounts', () => new Promise(() => {}));
    const short = connectExternalWallet(quick.client, { walletClientType: 'a.hanging' });
    const told = expect(short).rejects.toMatchObject({ code: 'client_request_timeout' });
    await quick.timers.advance(5);
    await told;
  });

  it('the page follows the accounts, chains and locks of a connected wallet, refuses to sign with another account, and times out requests', async () => {
    const { client, page, timers } = open();
    const wallet = createScriptedWallet({ accounts: 2 });
    announceScriptedWallet(page, wallet.provider, metamask);
    const connected = await connectExternalWallet(client, connect);
    const [first, second] = wallet.accounts.map(({ address }) => address);
    wallet.give([second?.toLowerCase() ?? '', first ?? '']);
    expect(listExternalWallets(client)[0]?.address).toBe(second);
    // The wallet's active account has changed. It must not sign in place of the chosen one.
    await expect(connected.signMessage(new Uint8Array([1]))).rejects.toMatchObject({
      code: 'generic_connect_wallet_error',
    });
    wallet.goTo(8453);
    expect(listExternalWallets(client)[0]?.chainId).toBe('eip155:8453');
    wallet.give([]);
    expect(listExternalWallets(client)).toEqual([]);
    wallet.give([second ?? '']);
    const [back] = listExternalWallets(client);
    const provider = await back?.getEthereumProvider();
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('0x2105');
    wallet.on('eth_sendTransaction', () => {
      throw rpcError(4001, 'No');
    });
    await expect(provider?.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({
      code: 4001,
      message: 'No',
    });
    wallet.on('eth_sendTransaction', () => new Promise(() => {}));
    const hanging = expect(provider?.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({
      code: -32603,
      data: { code: 'client_request_timeout' },
    });
    await timers.advance(120_000);
    await hanging;
    // The wallet answers twice; the first answer counts.
    const [twice, ever] = ['0x01', '0x02'];
    wallet.on('personal_sign', () => ({
      // biome-ignore lint/suspicious/noThenProperty: it is what such a wallet answers with
      then(answer: (signature: string) => void) {
        answer(twice);
        answer(ever);
      },
    }));
    expect(await back?.signMessage(new Uint8Array([1]))).toEqual(Uint8Array.of(1));
    for (const junk of ['0x', '', null, '0x1', { length: 3 }, `0x${'ab'.repeat(9000)}`]) {
      wallet.on('personal_sign', () => junk);
      await expect(back?.signMessage(new Uint8Array([1]))).rejects.toMatchObject({
        code: 'generic_connect_wallet_error',
      });
    }
    back?.disconnect();
    await turn();
    expect(listExternalWallets(client)).toEqual([]);
    expect(wallet.listeners()).toBe(0);
    expect(wallet.asked).toContain('wallet_revokePermissions');
  });
});

describe('an external wallet after a reload', () => {
  it('[CONST-04] external wallets reconnect after a reload without a prompt, even if they appear or are unlocked later', async () => {
    const profile = createBrowserProfile();
    const before = open(profile);
    const wallet = createScriptedWallet();
    const locked = createScriptedWallet();
    const late = createScriptedWallet();
    const solana = await createSolanaScript();
    const eager = await createSolanaScript({ name: 'MetaMask', isSilentAsked: true });
    announceScriptedWallet(before.page, wallet.provider);
    announceScriptedWallet(before.page, locked.provider, { rdns: 'a.locked', name: 'Locked' });
    announceScriptedWallet(before.page, late.provider, { rdns: 'a.late', name: 'Late' });
    solana.register(before.page);
    eager.register(before.page);
    for (const walletClientType of ['example.harbour', 'a.locked', 'a.late', 'Lantern', 'metamask']) {
      await connectExternalWallet(before.client, { walletClientType });
      service.clock.advance(1000);
    }
    expect(listExternalWallets(before.client).map(({ meta }) => meta.name)).toEqual([
      'MetaMask',
      'Lantern',
      'Late',
      'Locked',
      'Harbour Wallet',
    ]);
    const [, lantern] = listExternalWallets(before.client);
    if (lantern) setActiveWallet(before.client, lantern);

    const after = open(profile);
    for (const script of [wallet, locked, late]) script.asked.length = 0;
    for (const script of [solana, eager]) script.prompts.length = 0;
    locked.on('eth_accounts', () => []);
    eager.give([]);
    announceScriptedWallet(after.page, wallet.provider);
    announceScriptedWallet(after.page, locked.provider, { rdns: 'a.locked', name: 'Locked' });
    solana.register(after.page);
    eager.register(after.page);
    let told = 0;
    subscribeActiveWallet(after.client, () => {
      told += 1;
    });
    await after.client.start();
    await expect.poll(() => listExternalWallets(after.client).length).toBe(2);
    // The chosen wallet becomes active at once, without another one in between.
    expect(getActiveWallet(after.client)?.address).toEqual(lantern?.address);
    expect(told).toBe(1);
    await after.timers.advance(1500);
    announceScriptedWallet(after.page, late.provider, { rdns: 'a.late', name: 'Late' });
    await after.timers.advance(16);
    expect(listExternalWallets(after.client).map(({ meta }) => meta.name)).toEqual([
      'Lantern',
      'Late',
      'Harbour Wallet',
    ]);
    locked.give(locked.accounts.map(({ address }) => address));
    eager.give([eager.account]);
    expect(listExternalWallets(after.client).map(({ meta }) => meta.name)).toEqual([
      'MetaMask',
      'Lantern',
      'Late',
      'Locked',
      'Harbour Wallet',
    ]);
    const asked = [wallet, locked, late].flatMap((script) => script.asked);
    expect(new Set(asked)).toEqual(new Set(['eth_accounts', 'eth_chainId']));
    expect([...solana.prompts, ...eager.prompts]).toEqual([]);
    expect(getWalletOptions(after.client).find(({ isRecent }) => isRecent)?.id).toBe('metamask');

    for (const connected of listExternalWallets(after.client)) connected.disconnect();
    expect(getActiveWallet(after.client)).toBeNull();
    const last = open(profile);
    await last.client.start();
    expect(
      [...profile.stored.keys()].filter((key) => key.includes('connections') || key.includes('active')),
    ).toEqual([]);
  });

  it('no wallet is active after a reload before the chosen one is available', async () => {
    const profile = createBrowserProfile();
    const before = open(profile);
    const wallet = createScriptedWallet();
    announceScriptedWallet(before.page, wallet.provider, metamask);
    const frame = createEmbedded(service);
    const config = { profile, page: { frame: frame.script } };
    const person = createTestClient(service, config);
    await person.logIn('flash@company.example');
    const embedded = await createWallet(person.client);
    const { address } = await connectExternalWallet(before.client, connect);

    /** Reloads the page and records the active wallets from its first moment on. */
    const reload = async (choose: 'embedded' | 'brought', isSlow: boolean) => {
      const chosen = choose === 'embedded' ? embedded.address : address;
      profile.stored.set(`privy:${service.app.id}:active-wallet`, JSON.stringify(`ethereum:${chosen}`));
      const after = createTestClient(service, config);
      announceScriptedWallet(after.page, wallet.provider, metamask);
      let answer = () => {};
      const slow = () =>
        new Promise((resolve) => {
          answer = () => resolve([address]);
        });
      wallet.on('eth_accounts', isSlow ? slow : () => [address]);
      const seen: (string | undefined)[] = [getActiveWallet(after.client)?.address];
      subscribeActiveWallet(after.client, () => seen.push(getActiveWallet(after.client)?.address));
      const settled = waitForActiveWallet(after.client);
      await after.client.start();
      answer();
      expect((await settled)?.address).toBe(chosen);
      await turn();
      after.client.destroy();
      return seen;
    };
    expect(await reload('brought', true)).toEqual([undefined, address]);
    expect(await reload('brought', false)).toEqual([undefined, address]);
    expect(await reload('embedded', true)).toEqual([undefined, embedded.address]);
    expect(await reload('embedded', false)).toEqual([undefined, embedded.address]);
  });

  it('the active wallet stays the same in its tab when another tab chooses another one', async () => {
    const profile = createBrowserProfile();
    const [one, other] = [open(profile), open(profile)];
    const wallets = [createScriptedWallet(), createScriptedWallet()];
    for (const { page } of [one, other])
      for (const [at, { provider }] of wallets.entries())
        announceScriptedWallet(page, provider, { rdns: `a.wallet${at}` });
    for (const at of [0, 1])
      for (const { client } of [one, other])
        await connectExternalWallet(client, { walletClientType: `a.wallet${at}` });
    const [first = '', second] = wallets.map(({ accounts: [account] }) => account?.address);
    setActiveWallet(one.client, { address: first, chainType: 'ethereum' });
    other.page.dispatch(
      Object.assign(new Event('storage'), { key: `privy:${service.app.id}:active-wallet` }),
    );
    expect(getActiveWallet(one.client)?.address).toBe(first);
    expect(getActiveWallet(other.client)?.address).toBe(second);
    const later = open(profile);
    for (const [at, { provider }] of wallets.entries())
      announceScriptedWallet(later.page, provider, { rdns: `a.wallet${at}` });
    await later.client.start();
    expect((await waitForActiveWallet(later.client))?.address).toBe(first);
  });

  it('no wallet is active after a reload if storage has invalid data, or if the wallet does not answer', async () => {
    const profile = createBrowserProfile();
    const junk = [
      'x',
      '{}',
      '[null,7,{}]',
      JSON.stringify([{ id: 'metamask', name: '\u202eX', chainType: 'ethereum' }]),
    ];
    for (const text of junk) {
      profile.stored.set('privy:connections', JSON.stringify(text));
      profile.stored.set(`privy:${service.app.id}:active-wallet`, JSON.stringify(text));
      const { client } = open(profile);
      await client.start();
      await turn();
      expect(client.getState().ready).toBe(true);
      expect(getActiveWallet(client)).toBeNull();
    }
    const hung = createScriptedWallet();
    const page = open(profile);
    announceScriptedWallet(page.page, hung.provider);
    await connectExternalWallet(page.client, { walletClientType: 'example.harbour' });
    hung.on('eth_accounts', () => new Promise(() => {}));
    const after = open(profile);
    announceScriptedWallet(after.page, hung.provider);
    await after.client.start();
    await after.timers.advance(1500);
    expect(getActiveWallet(after.client)).toBeNull();
  });

  it('[ROUTE-04] takeWalletReturn returns the wallet of a deep link once, and removes it from the address', async () => {
    const { client, page } = open(
      createBrowserProfile(),
      {},
      'http://localhost:3000/shop?a=1&privy_connector=injected&privy_wallet_client=metamask#b',
    );
    await client.start();
    expect(page.window.location.href).toBe('http://localhost:3000/shop?a=1#b');
    expect(takeWalletReturn(client)).toEqual({ connectorType: 'injected', walletClientType: 'metamask' });
    expect(takeWalletReturn(client)).toBeNull();
  });
});

describe('a connector of another package', () => {
  /** Creates a connector that pairs with a scripted wallet on a phone. */
  function createPhone() {
    const made: string[] = [];
    const listeners = new Set<(connection: Connection | null) => void>();
    const wallet = createScriptedWallet();
    const [account] = wallet.accounts;
    const connection: Connection = {
      accounts: [{ chainType: 'ethereum', address: account?.address ?? '' }],
      chainId: 1,
      peer: { name: 'MetaMask Wallet', icon: null, url: null },
      kept: 'topic-1',
    };
    const connector: { -readonly [Part in keyof Connector]: Connector[Part] } = {
      connectorType: 'wallet_connect_v2',
      async connect({ onUri }) {
        onUri('wc:topic@2?relay-protocol=irn&symKey=00');
        return connection;
      },
      reconnect: async (kept) => (kept === 'topic-1' ? connection : null),
      disconnect: async () => void made.push('disconnected'),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getEthereum: async () => wallet.provider,
      getSolana: async () => null,
    };
    const factory: WalletConnectorFactory = {
      id: 'wallet_connect',
      connectorType: 'wallet_connect_v2',
      create(context) {
        made.push(`${context.walletClientType} ${context.app.name} ${context.app.url}`);
        return connector;
      },
    };
    return {
      factory,
      connector,
      wallet,
      made,
      tell: (told: Connection | null) => listeners.forEach((listener) => void listener(told)),
      connection,
    };
  }

  it('[EXTW-26] a connector of another package pairs, reconnects with its stored key, and ends when the phone ends the session', async () => {
    const profile = createBrowserProfile();
    const phone = createPhone();
    const config = { externalWallets: { connectors: [phone.factory] } };
    const { client } = open(profile, config);
    const uris: string[] = [];
    const wallet = await connectExternalWallet(client, {
      walletClientType: 'wallet_connect',
      onUri: (uri) => uris.push(uri),
    });
    expect(uris).toEqual(['wc:topic@2?relay-protocol=irn&symKey=00']);
    expect(phone.made).toEqual([`wallet_connect ${client.getState().settings?.name} http://localhost:3000`]);
    expect(wallet.walletClientType).toBe('metamask');
    expect(wallet.meta.name).toBe('MetaMask Wallet');
    const after = open(profile, config);
    await after.client.start();
    await expect.poll(() => listExternalWallets(after.client)[0]?.address).toBe(wallet.address);
    phone.tell(null);
    expect(listExternalWallets(after.client)).toEqual([]);
    expect(profile.stored.has('privy:connections')).toBe(false);
  });

  it('a paired wallet returns after a reload to the chain to which it switched last', async () => {
    const profile = createBrowserProfile();
    const phone = createPhone();
    const on = (chainId: number): Connection => ({
      ...phone.connection,
      chainId,
      kept: `topic-1@${chainId}`,
    });
    const keptOf = () => JSON.stringify(profile.stored.get('privy:connections'));
    const reconnected: (string | null)[] = [];
    phone.connector.connect = async () => on(137);
    phone.connector.reconnect = async (kept) => {
      reconnected.push(kept);
      return on(Number(kept?.split('@')[1]));
    };
    const [account] = phone.wallet.accounts;
    // As in WalletConnect, the connection that the wallet reports contains the chain that it switched to.
    phone.wallet.on('wallet_switchEthereumChain', ([requested]) => {
      const chainId = Number((requested as { chainId: string }).chainId);
      phone.wallet.goTo(chainId);
      phone.tell(on(chainId));
      return null;
    });
    const config = { externalWallets: { connectors: [phone.factory] } };
    const { client } = open(profile, config);
    const wallet = await connectExternalWallet(client, { walletClientType: 'wallet_connect' });
    expect(wallet.address).toEqual(account?.address);
    expect(wallet.chainId).toBe('eip155:1');
    expect(keptOf()).toContain('topic-1@1\\');
    await wallet.switchChain(8453);
    expect(keptOf()).toContain('topic-1@8453');
    const after = open(profile, config);
    await after.client.start();
    await expect.poll(() => listExternalWallets(after.client)[0]?.chainId).toBe('eip155:8453');
    expect(reconnected).toEqual(['topic-1@8453']);
  });

  it('connectExternalWallet does not connect a wallet that disconnects or locks during the switch to another chain', async () => {
    const phone = createPhone();
    phone.connector.connect = async () => ({ ...phone.connection, chainId: 137 });
    phone.wallet.on('wallet_switchEthereumChain', () => {
      phone.tell(null);
      return null;
    });
    const { client } = open(createBrowserProfile(), { externalWallets: { connectors: [phone.factory] } });
    const ended = connectExternalWallet(client, { walletClientType: 'wallet_connect' });
    await expect(ended).rejects.toMatchObject({ code: 'generic_connect_wallet_error' });
    const { client: other, page } = open();
    const wallet = createScriptedWallet({ chainId: 137 });
    announceScriptedWallet(page, wallet.provider, metamask);
    wallet.on('wallet_switchEthereumChain', () => {
      wallet.give([]);
      throw rpcError(4001, 'User rejected the request.');
    });
    await expect(connectExternalWallet(other, connect)).rejects.toMatchObject({
      code: 'generic_connect_wallet_error',
    });
    // The wallet is unlocked later, but was never connected.
    wallet.give(wallet.accounts.map(({ address }) => address));
    await turn();
    expect(listExternalWallets(client)).toEqual([]);
    expect(listExternalWallets(other)).toEqual([]);
    expect(wallet.listeners()).toBe(0);
  });

  it('[CONF-15] [CONF-14] createClient refuses invalid wallet lists, connectors, timeouts and Coinbase options', () => {
    const make = (config: object) => () => createClient({ appId: service.app.id, config } as ClientOptions);
    const wrong: object[] = [
      { appearance: { walletList: 'metamask' } },
      { appearance: { walletList: ['metamask', 'metamsk'] } },
      { appearance: { walletList: ['detected_bitcoin_wallets'] } },
      { appearance: { walletList: [null] } },
      { externalWallets: { connectors: [{}] } },
      { externalWallets: { connectors: {} } },
      { externalWallets: { requestTimeoutMs: 0 } },
      { externalWallets: { requestTimeoutMs: 'soon' } },
      { externalWallets: { coinbaseWallet: { connectionOptions: 'some' } } },
    ];
    for (const config of wrong)
      expect(make(config), JSON.stringify(config)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    expect(
      make({
        appearance: { walletList: ['detected_solana_wallets', 'safe'] },
        externalWallets: { connectors: [createPhone().factory] },
      }),
    ).not.toThrow();
  });
});
