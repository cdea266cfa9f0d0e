import { deploy } from '@latchkey/testkit';
import { expect, test } from 'vitest';
import { newKey, signPersonally } from './pageWallets.ts';
import { driftwood, shareWalletStage } from './stage.ts';

// People who bring a wallet of theirs, in the modal and by the real service.

const { open, rig } = shareWalletStage();
const kelp = { rdns: 'example.kelp', name: 'Kelp' };

test('[SIWE-02] [EXTW-05] logs in by an announced wallet, comes back without a prompt, and is the same person', async () => {
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
