import { deploy } from '@latchkey/testkit';
import { expect, test } from 'vitest';
import type { Screen } from '../rig/index.ts';
import { type NewPageWallet, newKey, signPersonally } from './pageWallets.ts';
import { driftwood, onPhone, shareWalletStage } from './stage.ts';

// People who bring a wallet of theirs, in the modal and by the real service.

const { open, rig } = shareWalletStage();
const kelp = { rdns: 'example.kelp', name: 'Kelp' };

test('[SIWE-02] [EXTW-05] logs in by an announced wallet, comes back without a prompt, and is the same person', {
  tags: 'story',
}, async () => {
  const { page, wallet, logIn, told, connected, reload } = await open();
  await logIn();
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(1);
  const user = await page.locator('output').innerText();
  expect(await told()).toEqual(expect.arrayContaining([`active ${wallet.address}`, 'complete wallet new']));
  expect(await connected()).toEqual([`ethereum ${driftwood.rdns} ${wallet.address}`]);

  wallet.asked.length = 0;
  await reload();
  await expect.poll(connected).toEqual([`ethereum ${driftwood.rdns} ${wallet.address}`]);
  expect(await page.locator('output').innerText()).toBe(user);
  expect(await page.evaluate(() => window.walletApp.active())).toBe(wallet.address);
  expect(wallet.asked).not.toContain('eth_requestAccounts');
  expect(wallet.asked).not.toContain('personal_sign');
});

test('[SIWE-03] [LINK-14] links a second wallet, which is the one in use from then on, and none of another person', async () => {
  const taken = newKey();
  const first = await open({ wallets: [{ ...driftwood, privateKey: taken }] });
  await first.logIn();
  await first.close();

  const { page, press, choose, wallets, logIn, told, modal } = await open({
    wallets: [driftwood, kelp, { rdns: 'example.taken', name: 'Taken', privateKey: taken }],
  });
  const [mine, second] = wallets;
  await logIn();
  await press('Link a wallet');
  await choose(kelp.name);
  await expect.poll(told).toContain('linked wallet');
  expect(await page.evaluate(() => window.walletApp.linked())).toEqual([
    `ethereum ${mine?.address}`,
    `ethereum ${second?.address}`,
  ]);
  expect(await page.evaluate(() => window.walletApp.active())).toBe(second?.address);
  await modal.waitFor({ state: 'detached' });
  // The same again is no other one, and signs nothing.
  await press('Link a wallet');
  await choose(kelp.name);
  await modal.getByText('Wallet linked').waitFor();
  await modal.waitFor({ state: 'detached' });
  expect(second?.asked.filter((method) => method === 'personal_sign')).toHaveLength(1);

  await press('Link a wallet');
  await choose('Taken');
  await modal.getByText('This account has already been linked to another user.').waitFor();
  expect(await page.evaluate(() => window.walletApp.linked())).toHaveLength(2);
});

test('logs in no one where the account changes between connecting and signing', async () => {
  const { begin, page, wallet, choose, modal } = await open();
  const other = newKey();
  wallet.answer('personal_sign', async ([message]) => {
    await wallet.changeAccount(page, other);
    return signPersonally(other, String(message));
  });
  await begin();
  await modal.getByText('Connect failed').waitFor();
  expect(await page.locator('output').innerText()).toBe('signed out');
  // Trying again takes the account that is there now.
  wallet.answer('personal_sign', null);
  await choose('Retry');
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  expect(await page.evaluate(() => window.walletApp.linked())).toEqual([`ethereum ${wallet.address}`]);
});

test('follows a wallet that is locked, unlocked, and moved to another account and chain', async () => {
  const { page, wallet, press, choose, connected, told } = await open();
  await press('Connect a wallet');
  await choose(driftwood.name);
  await expect.poll(told).toContain(`connected ${wallet.address}`);
  await wallet.setLocked(page, true);
  await expect.poll(connected).toEqual([]);
  await wallet.setLocked(page, false);
  await expect.poll(connected).toHaveLength(1);
  await wallet.changeAccount(page, newKey());
  await expect.poll(connected).toEqual([`ethereum ${driftwood.rdns} ${wallet.address}`]);
  expect(await page.evaluate(() => window.walletApp.active())).toBe(wallet.address);
  // Nothing of it was a login.
  expect(await page.locator('output').innerText()).toBe('signed out');
});

test('logs in a contract account, by what its contract says of the signature', async () => {
  const owner = newKey();
  const { page, wallet, logIn } = await open({ wallets: [{ ...driftwood, privateKey: owner }] });
  const contract = await deploy(rig.chain, 'TestSigner', []);
  await contract.write('set', [wallet.address, 0]);
  const { address } = contract;
  wallet.answer('eth_requestAccounts', async () => [address]);
  wallet.answer('eth_accounts', async () => [address]);
  wallet.answer('personal_sign', async ([message]) => signPersonally(owner, String(message)));
  await logIn();
  const [linked = ''] = await page.evaluate(() => window.walletApp.linked());
  expect(linked.toLowerCase()).toBe(`ethereum ${address.toLowerCase()}`);
});

test('[EXTW-14] [EXTW-12] [EXTW-25] lists the thirteen by name, in the app’s order, unknown ones before all', async () => {
  const { press, choose, modal } = await open({
    wallets: [
      { rdns: 'io.zerion.wallet', name: 'Zerion' },
      driftwood,
      { rdns: 'io.metamask', name: 'MetaMask' },
    ],
    config: {
      appearance: {
        walletList: [
          'detected_wallets',
          'coinbase_wallet',
          'metamask',
          'phantom',
          'rainbow',
          'wallet_connect',
          'zerion',
          'brave_wallet',
          'cryptocom',
          'uniswap',
          'okx_wallet',
          'rabby_wallet',
          'safe',
        ],
      },
    },
  });
  await press('Log in');
  await choose('Continue with a wallet');
  await modal.getByText('Safe', { exact: true }).waitFor();
  const names = await modal.locator('.wallet-row .entry-label').allInnerTexts();
  expect(names).toEqual([
    'Driftwood',
    // In the page, in the order of the list.
    'MetaMask',
    'Zerion',
    'Coinbase Wallet',
    'Phantom',
    'Rainbow',
    'WalletConnect',
    'Brave Wallet',
    'Crypto.com DeFi Wallet',
    'Uniswap Wallet',
    'OKX Wallet',
    'Rabby Wallet',
    'Safe',
  ]);
});

test('[EXTW-14] [EXTW-24] offers what the options of Coinbase and WalletConnect say', async () => {
  const { press, choose, modal } = await open({
    config: {
      appearance: { walletList: ['detected_wallets', 'coinbase_wallet', 'wallet_connect', 'safe'] },
      externalWallets: {
        walletConnect: { enabled: false },
        coinbaseWallet: { connectionOptions: 'smartWalletOnly' },
      },
    },
  });
  await press('Log in');
  await choose('Continue with a wallet');
  await modal.getByText('Coinbase Smart Wallet', { exact: true }).waitFor();
  const names = await modal.locator('.wallet-row .entry-label').allInnerTexts();
  expect(names).toEqual(['Driftwood', 'Coinbase Smart Wallet']);
});

test.each([
  [
    'as older wallets are, at window.ethereum',
    { rdns: 'io.rabby', name: 'Rabby Wallet', ethereum: { property: 'ethereum', flag: 'isRabby' } },
    'ethereum injected rabby_wallet',
    'desktop',
  ],
  [
    'at window.ethereum under no name',
    { rdns: 'example.older', name: 'Browser Wallet', ethereum: { property: 'ethereum' } },
    'ethereum injected injected',
    'phone',
  ],
  [
    'by the sign-in of the Wallet Standard',
    { rdns: 'example.lantern', name: 'Lantern', ethereum: 'absent', solana: 'sign-in' },
    'solana solana_adapter Lantern',
    'desktop',
  ],
  [
    'by a message, of the Wallet Standard',
    { rdns: 'example.lantern', name: 'Lantern', ethereum: 'absent', solana: 'message' },
    'solana solana_adapter Lantern',
    'phone',
  ],
] as [string, NewPageWallet, string, Screen][])(
  '[EXTW-01] logs in by a wallet that is found %s',
  async (_, look, way, screen) => {
    const { page, wallet, logIn, reload, connected } = await open({ wallets: [look], screen });
    await logIn();
    expect(await page.evaluate(() => window.walletApp.ways())).toEqual([way]);
    const isOfSolana = look.solana !== undefined;
    const signs = isOfSolana ? `solana:sign${look.solana === 'sign-in' ? 'In' : 'Message'}` : 'personal_sign';
    expect(wallet.asked.filter((method) => /sign/i.test(method))).toEqual([signs]);
    expect(await connected()).toEqual([
      `${way.replace(/ .* /, ' ')} ${isOfSolana ? wallet.solanaAddress : wallet.address}`,
    ]);
    await reload();
    await expect.poll(connected).toHaveLength(1);
  },
);

test('[EXTW-09] [EXTW-01] connects Phantom on the chain that the person chooses, and links it on the other', async () => {
  const phantom = { rdns: 'app.phantom', name: 'Phantom', solana: 'sign-in' } as const;
  const { page, wallet, press, begin, choose, told, modal, screen } = await open({ wallets: [phantom] });
  const ways = () => page.evaluate(() => window.walletApp.ways());
  await begin();
  await modal.getByText('Which account do you want to use?').waitFor();
  expect(wallet.asked).toEqual([]);
  await choose('Solana');
  await expect.poll(ways).toEqual(['solana phantom phantom']);
  await modal.waitFor({ state: 'detached' });
  await press('Link a wallet');
  await choose('Phantom', 'Ethereum');
  await expect.poll(told).toContain('linked wallet');
  expect(await ways()).toEqual(['solana phantom phantom', 'ethereum phantom phantom']);
  expect(await screen('AWAITING_CONNECTION').count()).toBeLessThan(2);
});

test('[EXTW-01] gives Coinbase’s SDK the app, its chains and the host’s choice, and logs in by what it finds', async () => {
  const { page, begin, wallet } = await open({
    wallets: [
      driftwood,
      { rdns: 'com.coinbase.test', name: 'Coinbase', ethereum: { property: 'coinbaseWalletExtension' } },
    ],
    config: {
      appearance: { walletList: ['coinbase_wallet'] },
      externalWallets: { coinbaseWallet: { connectionOptions: 'all' } },
    },
  });
  expect(wallet.asked).toEqual([]);
  await begin({ ...wallet, name: 'Coinbase Wallet' });
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  expect(await page.evaluate(() => window.walletApp.ways())).toEqual([
    'ethereum coinbase_wallet coinbase_wallet',
  ]);
  expect(await page.evaluate(() => window.appInfo)).toEqual([
    'Tidewater',
    '',
    [rig.chain.chainId],
    { options: 'all', telemetry: false },
  ]);
});

test('[EXTW-08] leaves for Coinbase’s app with this page, on a phone, where the host takes its key wallet alone', async () => {
  const { page, begin, wallet, modal } = await open({
    screen: 'phone',
    userAgent: onPhone,
    query: '?cart=7',
    config: {
      appearance: { walletList: ['coinbase_wallet'] },
      externalWallets: { coinbaseWallet: { connectionOptions: 'eoaOnly' } },
    },
  });
  await page.route('https://go.cb-w.com/**', (route) => route.fulfill({ status: 204 }));
  const left = page.waitForRequest('https://go.cb-w.com/**');
  await begin({ ...wallet, name: 'Coinbase Wallet' });
  const link = `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page.url())}`;
  expect((await left).url()).toBe(link);
  // Where the browser stayed, the person leaves.
  expect(await modal.getByRole('link', { name: 'Open Coinbase Wallet' }).getAttribute('href')).toBe(link);
});

test('keeps the last way in, and unlinks any other wallet', async () => {
  const { page, press, choose, wallets, logIn, told } = await open({ wallets: [driftwood, kelp] });
  const unlink = (address = '') => page.evaluate((one) => window.walletApp.unlink(one), address);
  const [first, second] = wallets;
  await logIn();
  expect(await unlink(first?.address)).toBe('cannot_unlink_sole_account');
  await press('Link a wallet');
  await choose(kelp.name);
  await expect.poll(told).toContain('linked wallet');
  expect(await unlink(first?.address)).toBe('unlinked');
  expect(await page.evaluate(() => window.walletApp.linked())).toEqual([`ethereum ${second?.address}`]);
});

const metamask = { rdns: 'io.metamask', name: 'MetaMask' };
const back = (connector: string, client: string) =>
  `?step=2&privy_connector=${encodeURIComponent(connector)}&privy_wallet_client=${encodeURIComponent(client)}`;

test('[ROUTE-04] opens by itself in the wallet’s own browser, and goes on with the wallet of the link', async () => {
  const { page, screen, choose, modal, told, wallets, reload } = await open({
    screen: 'phone',
    userAgent: `${onPhone} MetaMaskMobile`,
    wallets: [driftwood, metamask],
    query: back('injected', 'metamask'),
  });
  expect(new URL(page.url()).search).toBe('?step=2');
  await screen('AWAITING_CONNECTION').waitFor();
  await modal.getByRole('heading', { name: 'Sign in MetaMask' }).waitFor();
  await choose('Sign');
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  await expect.poll(told).toContain('complete wallet new');
  expect(wallets[0]?.asked).toEqual([]);
  await modal.waitFor({ state: 'detached' });
  // The address holds nothing of it any more.
  await reload();
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  expect(await modal.count()).toBe(0);
});

test('[ROUTE-04] opens nothing for a link that is foreign, halved or used up, and cleans the address of each', async () => {
  const { page, modal, wallet } = await open({ wallets: [metamask], clock: true });
  const path = page.url();
  /** Comes by a link, and stays for as long as wallets have to show themselves, and longer. */
  async function arrive(query: string): Promise<void> {
    await page.goto(`${path}${query}`);
    await page.locator('html[data-ready=true]').waitFor();
    expect(new URL(page.url()).search).toBe('?step=2');
    await page.clock.runFor(3_000);
  }
  for (const query of [
    back('injected', 'rainbow'),
    back('wallet_connect_v2', 'metamask'),
    back('javascript:alert(1)', '__proto__'),
    back('injected', 'x'.repeat(4_000)),
    '?step=2&privy_connector=injected',
    '?step=2&privy_wallet_client=metamask',
  ]) {
    await arrive(query);
    expect([query, await modal.count(), wallet.asked]).toEqual([query, 0, []]);
  }
  // A link of the wallet that is there opens, and opens nothing for a person who is logged in.
  await arrive(back('injected', 'metamask'));
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  await arrive(back('injected', 'metamask'));
  expect(await modal.count()).toBe(0);
  const prompts = wallet.asked.filter((method) => ['eth_requestAccounts', 'personal_sign'].includes(method));
  expect(prompts).toEqual(['eth_requestAccounts', 'personal_sign']);
});
