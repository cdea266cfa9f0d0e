import { deploy } from '@latchkey/testkit';
import { describe, expect, test } from 'vitest';
import { onPhone, shareWalletFixture } from './fixture.ts';
import { driftwood, type NewPageWallet, newKey, type PageWalletLook, signPersonally } from './pageWallets.ts';

const { open, openForAll, harness } = shareWalletFixture();

test('[SIWE-02] [EXTW-05] a user logs in with an announced wallet, which reconnects after a reload without a prompt', {
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

  // The host created the client, so the client continues after the provider unmounts.
  const frames = page.locator('iframe');
  await frames.waitFor({ state: 'attached' });
  await page.evaluate(() => window.walletApp.unmount());
  await page.locator('output').waitFor({ state: 'detached' });
  expect(await frames.count()).toBe(1);
  expect(await page.evaluate(() => window.walletApp.active())).toBe(wallet.address);
});

describe('external wallets on one page', () => {
  const kelp = { rdns: 'example.kelp', name: 'Kelp' };
  const taken = { rdns: 'example.taken', name: 'Taken' };
  const swift = { rdns: 'example.swift', name: 'Swift' };
  const tern = { rdns: 'example.tern', name: 'Tern' };
  const owner = { rdns: 'example.owner', name: 'Owner', privateKey: newKey() };
  const phantom = { rdns: 'app.phantom', name: 'Phantom', solana: 'sign-in' } as const;
  const coinbase = {
    rdns: 'com.coinbase.test',
    name: 'Coinbase',
    ethereum: { property: 'coinbaseWalletExtension' },
  };
  const visit = openForAll({
    wallets: [driftwood, kelp, taken, swift, tern, owner, phantom, coinbase],
    config: { externalWallets: { coinbaseWallet: { connectionOptions: 'all' } } },
  });
  const walletOf = ({ rdns }: PageWalletLook) =>
    visit.wallets.find((wallet) => wallet.rdns === rdns) ?? expect.unreachable(rdns);

  test('[SIWE-03] [LINK-14] a user links a second wallet, which is then the active one, cannot link another user’s wallet, and unlinks all but the last', async () => {
    const { page, press, choose, logIn, told, modal, leave } = visit;
    const [mine, second] = [walletOf(driftwood), walletOf(kelp)];
    const linked = () => page.evaluate(() => window.walletApp.linked());
    const unlink = (address: string) => page.evaluate((one) => window.walletApp.unlink(one), address);
    await logIn(walletOf(taken));
    await leave();

    await logIn(mine);
    expect(await unlink(mine.address)).toBe('cannot_unlink_sole_account');
    await press('Link a wallet');
    await choose(kelp.name);
    await expect.poll(told).toContain('linked wallet');
    expect(await linked()).toEqual([`ethereum ${mine.address}`, `ethereum ${second.address}`]);
    expect(await page.evaluate(() => window.walletApp.active())).toBe(second.address);
    await modal.waitFor({ state: 'detached' });
    // If the user chooses the same wallet again, it is not linked twice, and signs nothing.
    await press('Link a wallet');
    await choose(kelp.name);
    await modal.getByText('Wallet linked').waitFor();
    await modal.waitFor({ state: 'detached' });
    expect(second.asked.filter((method) => method === 'personal_sign')).toHaveLength(1);

    await press('Link a wallet');
    await choose(taken.name);
    await modal.getByText('This account has already been linked to another user.').waitFor();
    expect(await linked()).toHaveLength(2);
    expect(await unlink(mine.address)).toBe('unlinked');
    expect(await linked()).toEqual([`ethereum ${second.address}`]);
  });

  test('a wallet logs nobody in if its account changes between connecting and signing', async () => {
    const { begin, page, choose, modal } = visit;
    const wallet = walletOf(swift);
    const other = newKey();
    wallet.answer('personal_sign', async ([message]) => {
      await wallet.changeAccount(page, other);
      return signPersonally(other, String(message));
    });
    await begin(wallet);
    await modal.getByText('Connect failed').waitFor();
    expect(await page.locator('output').innerText()).toBe('signed out');
    // A retry uses the account that is selected now.
    wallet.answer('personal_sign', null);
    await choose('Retry');
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
    expect(await page.evaluate(() => window.walletApp.linked())).toEqual([`ethereum ${wallet.address}`]);
  });

  test('the page follows a wallet that is locked, unlocked, and switched to another account', async () => {
    const { page, press, choose, connected, told } = visit;
    const wallet = walletOf(tern);
    await press('Connect a wallet');
    await choose(tern.name);
    await expect.poll(told).toContain(`connected ${wallet.address}`);
    await wallet.setLocked(page, true);
    await expect.poll(connected).toEqual([]);
    await wallet.setLocked(page, false);
    await expect.poll(connected).toHaveLength(1);
    await wallet.changeAccount(page, newKey());
    await expect.poll(connected).toEqual([`ethereum ${tern.rdns} ${wallet.address}`]);
    expect(await page.evaluate(() => window.walletApp.active())).toBe(wallet.address);
    // None of this is a login.
    expect(await page.locator('output').innerText()).toBe('signed out');
  });

  test('a contract account logs in if its contract accepts the signature', async () => {
    const { page, logIn } = visit;
    const wallet = walletOf(owner);
    const contract = await deploy(harness.chain, 'TestSigner', []);
    await contract.write('set', [wallet.address, 0]);
    const { address } = contract;
    wallet.answer('eth_requestAccounts', async () => [address]);
    wallet.answer('eth_accounts', async () => [address]);
    wallet.answer('personal_sign', async ([message]) => signPersonally(owner.privateKey, String(message)));
    await logIn(wallet);
    const [linked = ''] = await page.evaluate(() => window.walletApp.linked());
    expect(linked.toLowerCase()).toBe(`ethereum ${address.toLowerCase()}`);
  });

  test('[EXTW-09] [EXTW-01] Phantom is connected on the chain that the user chooses, and linked on the other', async () => {
    const { page, press, begin, choose, told, modal, screen } = visit;
    const wallet = walletOf(phantom);
    const ways = () => page.evaluate(() => window.walletApp.ways());
    await begin(wallet);
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

  test('[EXTW-01] Coinbase’s SDK gets the app’s name, its chains and the host’s option, and the wallet that it finds logs in', async () => {
    const { page, begin } = visit;
    const wallet = walletOf(coinbase);
    expect(wallet.asked).toEqual([]);
    await begin({ ...wallet, name: 'Coinbase Wallet' });
    await page.locator('output', { hasText: 'did:privy:' }).waitFor();
    expect(await page.evaluate(() => window.walletApp.ways())).toEqual([
      'ethereum coinbase_wallet coinbase_wallet',
    ]);
    expect(await page.evaluate(() => window.appInfo)).toEqual([
      'Tidewater',
      '',
      [harness.chain.chainId],
      { options: 'all', telemetry: false },
    ]);
  });
});

test('[EXTW-14] [EXTW-12] [EXTW-25] the modal lists unknown wallets first, then the known wallets of the page, then the others, in the host’s order', async () => {
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
    // Known wallets that the page has, in the order of the host's list.
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

test('[EXTW-14] [EXTW-24] the modal offers only the wallets that the options of Coinbase and WalletConnect allow', async () => {
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

interface Found {
  readonly look: NewPageWallet;
  readonly way: string;
  /** Method with which the page requests the signature. */
  readonly signs: string;
}
const solana = { rdns: 'example.lantern', name: 'Lantern', ethereum: 'absent' } as const;
const onDesktop: readonly Found[] = [
  {
    look: {
      rdns: 'io.rabby',
      name: 'Rabby Wallet',
      ethereum: { property: 'ethereum', flag: 'isRabby' },
    },
    way: 'ethereum injected rabby_wallet',
    signs: 'personal_sign',
  },
  {
    look: { ...solana, solana: 'sign-in' },
    way: 'solana solana_adapter Lantern',
    signs: 'solana:signIn',
  },
];
const onMobile: readonly Found[] = [
  {
    look: { rdns: 'example.older', name: 'Browser Wallet', ethereum: { property: 'ethereum' } },
    way: 'ethereum injected injected',
    signs: 'personal_sign',
  },
  {
    look: { ...solana, solana: 'message' },
    way: 'solana solana_adapter Lantern',
    signs: 'solana:signMessage',
  },
];

test.each([
  ['under its name', 'by the sign-in', 'desktop', onDesktop],
  ['under no name', 'by a message', 'phone', onMobile],
] as const)(
  '[EXTW-01] a user logs in with a wallet at window.ethereum %s, and %s of the Wallet Standard, on a %s',
  async (_, _by, screen, found) => {
    const { page, wallets, logIn, reload, leave, connected } = await open({
      wallets: found.map(({ look }) => look),
      screen,
    });
    for (const { look, way, signs } of found) {
      const wallet = wallets.find(({ rdns }) => rdns === look.rdns) ?? expect.unreachable(look.rdns);
      await logIn(wallet);
      expect(await page.evaluate(() => window.walletApp.ways())).toEqual([way]);
      expect(wallet.asked.filter((method) => /sign/i.test(method))).toEqual([signs]);
      const shown = `${way.replace(/ .* /, ' ')} ${look.solana ? wallet.solanaAddress : wallet.address}`;
      expect(await connected()).toEqual([shown]);
      await reload();
      await expect.poll(connected).toEqual([shown]);
      await leave();
    }
  },
);

const metamask = { rdns: 'io.metamask', name: 'MetaMask' };
const back = (connector: string, client: string) =>
  `?step=2&privy_connector=${encodeURIComponent(connector)}&privy_wallet_client=${encodeURIComponent(client)}`;

test('[ROUTE-04] in a wallet’s own browser, a URL that names the wallet opens the modal, which continues with that wallet', async () => {
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
  await reload();
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  expect(await modal.count()).toBe(0);
});

test('[ROUTE-04] wallet parameters in the page’s URL are removed, and open nothing if they are foreign or incomplete, or if the user is logged in', async () => {
  const { page, modal, wallet } = await open({ wallets: [metamask], clock: true });
  const path = page.url();
  /** Opens the page with this query, and waits for longer than wallets have to announce themselves. */
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
    expect(await modal.count(), query).toBe(0);
    expect(wallet.asked, query).toEqual([]);
  }
  // A URL that names a wallet of the page opens the modal. For a user who is logged in, nothing opens.
  await arrive(back('injected', 'metamask'));
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  await arrive(back('injected', 'metamask'));
  expect(await modal.count()).toBe(0);
  const prompts = wallet.asked.filter((method) => ['eth_requestAccounts', 'personal_sign'].includes(method));
  expect(prompts).toEqual(['eth_requestAccounts', 'personal_sign']);
});
