import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getWalletOptions,
  type HostConfig,
  type WalletListEntry,
  type WalletOption,
  watchWalletOptions,
} from '../../index.ts';
import {
  announceScriptedWallet,
  createScriptedWallet,
  createSolanaScript,
  image,
} from './scriptedWallets.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const desktop = 'Mozilla/5.0 (X11; Linux x86_64)';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const factory = (id: 'wallet_connect' | 'coinbase_wallet') => ({
  id,
  connectorType: id === 'wallet_connect' ? ('wallet_connect_v2' as const) : id,
  create: () => {
    throw new Error('Nothing is made before someone connects');
  },
});

function open(config: HostConfig = {}, userAgent = desktop) {
  return createTestClient(service, { config, page: { userAgent }, profile: createBrowserProfile() });
}

const shown = (options: readonly WalletOption[]) => options.map(({ id, way }) => `${id} ${way}`);

describe('the list of wallets', () => {
  it('[EXTW-12] [EXTW-25] getWalletOptions lists unknown wallets of the page first, then known ones, then configured ones in their order', async () => {
    const { client, page, warnings } = open({
      appearance: {
        walletList: ['zerion', 'detected_wallets', 'phantom', 'rabby_wallet', 'wallet_connect', 'safe'],
      },
      externalWallets: { connectors: [factory('wallet_connect')] },
    });
    const { provider } = createScriptedWallet();
    announceScriptedWallet(page, provider, { rdns: 'io.metamask', name: 'MetaMask' });
    announceScriptedWallet(page, provider, { rdns: 'io.rabby.wallet', name: 'Rabby' });
    announceScriptedWallet(page, provider);
    const solana = await createSolanaScript();
    solana.register(page);
    (await createSolanaScript({ name: 'Phantom' })).register(page);
    expect(shown(getWalletOptions(client))).toEqual([
      'example.harbour connect',
      'Lantern connect',
      'phantom connect',
      'rabby_wallet connect',
      'metamask connect',
      'zerion pairing',
      'wallet_connect pairing',
      'safe pairing',
    ]);
    const misspelt = ['rainbow', 'metamsk'] as unknown as WalletListEntry[];
    expect(shown(getWalletOptions(client, { walletList: misspelt }))).toEqual(['rainbow pairing']);
    expect(warnings.join()).toContain('names metamsk');
    // Without `detected_…` in the list, only the named wallets are shown.
    expect(shown(getWalletOptions(client, { walletList: ['rabby_wallet', 'rainbow'] }))).toEqual([
      'rabby_wallet connect',
      'rainbow pairing',
    ]);
    expect(
      shown(getWalletOptions(client, { walletList: ['detected_wallets'], chainTypes: ['solana'] })),
    ).toEqual(['Lantern connect', 'phantom connect']);
  });

  it('[EXTW-01] getWalletOptions lists wallets with the connector types of extensions, WalletConnect, Coinbase and Phantom', () => {
    const walletList = ['rabby_wallet', 'wallet_connect', 'coinbase_wallet', 'phantom'] as const;
    const connectors = [factory('wallet_connect'), factory('coinbase_wallet')];
    const { client } = open({ appearance: { walletList }, externalWallets: { connectors } });
    expect(getWalletOptions(client).map(({ connectorType }) => connectorType)).toEqual([
      'injected',
      'wallet_connect_v2',
      'coinbase_wallet',
      'phantom',
    ]);
  });

  it('[EXTW-24] getWalletOptions warns the developer once about a package that a listed wallet needs and the host did not pass', () => {
    const walletList = ['metamask', 'wallet_connect', 'safe', 'coinbase_wallet'] as const;
    const look = (config: HostConfig) => {
      const { client, warnings } = open(config);
      getWalletOptions(client);
      getWalletOptions(client);
      return warnings;
    };
    expect(look({ appearance: { walletList } })).toEqual([
      'The list of wallets names wallet_connect, safe: they show once walletConnect() of @latchkey/walletconnect is one of config.externalWallets.connectors.',
      'The list of wallets names coinbase_wallet: it shows once coinbaseWallet() of @latchkey/coinbase is one of config.externalWallets.connectors.',
    ]);
    const connectors = [factory('wallet_connect'), factory('coinbase_wallet')];
    expect(look({ appearance: { walletList: [...walletList] }, externalWallets: { connectors } })).toEqual(
      [],
    );
    // No warning about connectors that the host turned off, or without a configured list.
    const off = {
      appearance: { walletList: ['safe' as const] },
      externalWallets: { walletConnect: { enabled: false } },
    };
    expect(look(off)).toEqual([]);
    expect(look({})).toEqual([]);
  });

  it('[EXTW-24] [EXTW-14] [EXTW-15] getWalletOptions offers only reachable wallets: no pairing without its package or if it is turned off', () => {
    const all: HostConfig['appearance'] = {
      walletList: [
        ...([
          'metamask',
          'phantom',
          'rainbow',
          'coinbase_wallet',
          'coinbase_smart_wallet',
          'wallet_connect',
        ] as const),
        ...([
          'zerion',
          'brave_wallet',
          'cryptocom',
          'uniswap',
          'okx_wallet',
          'rabby_wallet',
          'safe',
        ] as const),
      ],
    };
    const extensions = ['metamask', 'phantom', 'rainbow', 'zerion', 'brave_wallet', 'cryptocom', 'uniswap'];
    const alone = [...extensions, 'okx_wallet', 'rabby_wallet'].map((id) => `${id} install`);
    expect(shown(getWalletOptions(open({ appearance: all }).client))).toEqual(alone);
    const connectors = [factory('wallet_connect'), factory('coinbase_wallet')];
    const whole = getWalletOptions(open({ appearance: all, externalWallets: { connectors } }).client);
    expect(whole).toHaveLength(13);
    expect(whole.map(({ name }) => name)).toContain('Crypto.com DeFi Wallet');
    expect(shown(whole).filter((row) => !row.endsWith('pairing'))).toEqual([
      'phantom install',
      'coinbase_wallet connect',
      'coinbase_smart_wallet connect',
      'brave_wallet install',
      'rabby_wallet install',
    ]);
    const off = { connectors, walletConnect: { enabled: false } };
    const without = getWalletOptions(open({ appearance: all, externalWallets: off }).client);
    expect(without.map(({ connectorType }) => connectorType)).not.toContain('wallet_connect_v2');
    expect(without.map(({ id }) => id)).not.toContain('safe');
  });

  it("[EXTW-08] getWalletOptions links to wallet apps on a phone, and with eoaOnly to Coinbase's app unless this page is a home-screen app", () => {
    const eoa = { coinbaseWallet: { connectionOptions: 'eoaOnly' as const } };
    const { client, page } = open({ externalWallets: eoa }, phone);
    const rows = getWalletOptions(client, {
      walletList: ['coinbase_wallet', 'coinbase_smart_wallet', 'phantom', 'metamask'],
    });
    expect(rows.map(({ id, link }) => [id, link])).toEqual([
      ['coinbase_wallet', 'https://go.cb-w.com/dapp?cb_url=http%3A%2F%2Flocalhost%3A3000%2F'],
      [
        'phantom',
        'https://phantom.app/ul/browse/http%3A%2F%2Flocalhost%3A3000%2F?ref=http%3A%2F%2Flocalhost%3A3000',
      ],
      ['metamask', 'https://metamask.app.link/dapp/localhost:3000/'],
    ]);
    Object.assign(page.window.navigator, { standalone: true });
    expect(getWalletOptions(client, { walletList: ['coinbase_wallet'] })).toEqual([]);
  });

  it('getWalletOptions recognises an older wallet at window.ethereum by its flags, and drops an unknown one if a wallet announced itself', () => {
    const { provider } = createScriptedWallet();
    const { client, page } = open({ appearance: { walletList: ['detected_wallets'] } });
    const rabby = { ...provider, isMetaMask: true, isRabby: true };
    Object.assign(page.window, { ethereum: { ...provider, providers: [rabby, { ...provider }, null, 7] } });
    expect(shown(getWalletOptions(client))).toEqual(['injected connect', 'rabby_wallet connect']);
    announceScriptedWallet(page, provider);
    expect(shown(getWalletOptions(client))).toEqual(['example.harbour connect', 'rabby_wallet connect']);
  });

  it('watchWalletOptions updates the wallet list at most once in 16 ms, and lists 256 of thousands of announced wallets', async () => {
    const { client, page, timers } = open({ appearance: { walletList: ['detected_wallets'] } });
    const lists: number[] = [];
    const stop = watchWalletOptions(client, {}, (options) => lists.push(options.length));
    await timers.advance(16);
    const { provider } = createScriptedWallet();
    const before = lists.length;
    for (let at = 0; at < 100; at += 1)
      announceScriptedWallet(page, provider, { rdns: `wallet.number${at}` });
    await timers.advance(16);
    expect(lists.slice(before)).toEqual([100]);
    for (let at = 0; at < 10_000; at += 1) {
      const detail = {
        info: { rdns: `flood.number${at % 2 === 0 ? 0 : at}`, name: 'Flood', icon: image },
        provider,
      };
      page.dispatch(Object.assign(new Event('eip6963:announceProvider'), { detail }));
    }
    await timers.advance(16);
    expect(lists.slice(before)).toEqual([100, 256]);
    stop();
    announceScriptedWallet(page, provider, { rdns: 'late.wallet' });
    await timers.advance(16);
    expect(lists).toHaveLength(before + 2);
  });

  it('getWalletOptions sanitises names and icons of hostile wallets, and keeps the first of two wallets with one domain', async () => {
    const { client, page } = open({ appearance: { walletList: ['detected_wallets'] } });
    expect(getWalletOptions(client)).toEqual([]);
    const { provider } = createScriptedWallet();
    const thrown = () => {
      throw new Error('No');
    };
    announceScriptedWallet(page, provider, {
      rdns: 'a.first',
      name: `\u202eksa\u3164MateM\u200b\u2800\ufe01\n\t <script>alert(1)</script>${'x'.repeat(9000)}`,
      icon: 'javascript:alert(1)',
    });
    announceScriptedWallet(page, provider, { rdns: 'a.first', name: 'Second' });
    announceScriptedWallet(page, provider, {
      rdns: 'b.remote',
      name: '',
      icon: 'https://tracker.example/pixel.png',
    });
    announceScriptedWallet(page, provider, {
      rdns: 'c.html',
      name: 7,
      icon: 'data:text/html,<script>alert(1)</script>',
    });
    announceScriptedWallet(page, provider, { rdns: '"><img src=x>', name: 'Bad domain' });
    announceScriptedWallet(page, null, { rdns: 'd.nothing' });
    announceScriptedWallet(page, { request: 'text' }, { rdns: 'e.text' });
    for (const detail of [
      null,
      7,
      {},
      { info: null, provider },
      {
        get info() {
          return thrown();
        },
        provider,
      },
    ])
      page.dispatch(Object.assign(new Event('eip6963:announceProvider'), { detail }));
    page.dispatch(
      Object.assign(new Event('eip6963:announceProvider'), {
        detail: {
          info: {
            rdns: 'f.getter',
            get name() {
              return thrown();
            },
            icon: image,
          },
          provider,
        },
      }),
    );
    let reads = 0;
    const changing = {
      rdns: 'g.changing',
      icon: image,
      get name() {
        reads += 1;
        return reads === 1 ? 'Honest' : 'MetaMask';
      },
    };
    page.dispatch(
      Object.assign(new Event('eip6963:announceProvider'), { detail: { info: changing, provider } }),
    );
    Object.assign(page.window, { ethereum: new Proxy({}, { get: thrown }) });
    page.dispatch(
      Object.assign(new Event('wallet-standard:register-wallet'), {
        detail: (api: { register(...all: unknown[]): void }) =>
          api.register(null, 7, {}, new Proxy({}, { get: thrown })),
      }),
    );
    page.dispatch(Object.assign(new Event('wallet-standard:register-wallet'), { detail: thrown }));
    const rows = getWalletOptions(client);
    expect(rows.map(({ id, name, icon }) => [id, name, icon])).toEqual([
      ['a.first', 'ksa MateM <script>alert(1)</script>xxxxx', null],
      ['b.remote', 'b.remote', null],
      ['c.html', 'c.html', null],
      ['g.changing', 'Honest', image],
    ]);
    expect(getWalletOptions(client)).toEqual(rows);
  });
});
