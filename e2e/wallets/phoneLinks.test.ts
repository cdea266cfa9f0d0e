import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareWalletStage, type Visit } from './stage.ts';

// The addresses that lead from a page on a phone to the wallet's app, as they are to the letter. Nothing is asked of their servers.

const { open } = shareWalletStage();

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

type WalletConfig = NonNullable<NonNullable<Parameters<typeof open>[0]>['config']>;

/** A phone's browser. What leaves the page for a wallet's server is noted, and goes nowhere. */
async function openOnPhone(config: WalletConfig) {
  const left: string[] = [];
  const visit = await open({
    config,
    screen: 'phone',
    async prepare(page: Page) {
      await page.addInitScript(
        (value) => Object.defineProperty(navigator, 'userAgent', { value }),
        userAgent,
      );
      await page.route(
        ({ hostname }) => hostname !== 'localhost' && hostname !== '127.0.0.1',
        (route) => {
          left.push(route.request().url());
          return route.fulfill({ status: 204 });
        },
      );
    },
  });
  return { ...visit, left };
}

/** Opens the list, and presses a wallet there. */
async function choose({ press, choose }: Visit, name: string) {
  await press('Log in');
  await choose('Continue with a wallet', name);
}

test.each([
  ['metamask', 'MetaMask', 'https://metamask.app.link/wc?uri='],
  ['rainbow', 'Rainbow', 'https://rnbwapp.com/wc?uri='],
  ['safe', 'Safe', 'https://app.safe.global/wc?uri='],
  ['uniswap', 'Uniswap Wallet', 'https://uniswap.org/app/wc?uri='],
  ['zerion', 'Zerion', 'https://wallet.zerion.io/wc?uri='],
  ['okx_wallet', 'OKX Wallet', 'okex://main/wc?uri='],
  ['wallet_connect', 'WalletConnect', ''],
] as const)('[EXTW-15] a pairing is opened in the app of %s by its own address', async (id, name, prefix) => {
  const visit = await openOnPhone({ appearance: { walletList: [id] } });
  await choose(visit, name);
  const link = visit.modal.getByRole('link', { name: `Open ${name}` });
  const href = (await link.getAttribute('href')) ?? '';
  expect(href.slice(0, prefix.length)).toBe(prefix);
  const rest = href.slice(prefix.length);
  const uri = prefix ? decodeURIComponent(rest) : rest;
  // One pairing of the published protocol, and not one character beside it.
  expect(uri).toMatch(
    /^wc:[0-9a-f]{64}@2\?(?:(?:relay-protocol=irn|symKey=[0-9a-f]{64}|expiryTimestamp=\d{10})&?)+$/,
  );
  expect(prefix ? encodeURIComponent(uri) : uri).toBe(rest);
  expect(visit.left).toEqual([]);
  if (!prefix.startsWith('https:')) return;
  await link.click();
  await expect.poll(() => visit.left).toEqual([href]);
});

test.each([
  [
    'coinbase_wallet',
    'Coinbase Wallet',
    (url: string) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
  ],
  ['metamask', 'MetaMask', (url: string) => `https://metamask.app.link/dapp/${url.replace('http://', '')}`],
  [
    'okx_wallet',
    'OKX Wallet',
    (url: string) =>
      `https://www.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`)}`,
  ],
  [
    'phantom',
    'Phantom',
    (url: string) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`,
  ],
] as const)(
  '[EXTW-08] [EXTW-10] %s without a pairing is gone to with the address of this very page',
  async (id, name, addressOf) => {
    const visit = await openOnPhone({
      appearance: { walletList: [id] },
      externalWallets: {
        walletConnect: { enabled: false },
        coinbaseWallet: { connectionOptions: 'eoaOnly' },
      },
    });
    const { page, left } = visit;
    // Whatever a page's own address has, the wallet's browser opens the whole of it.
    await page.evaluate(() => history.replaceState(null, '', `${location.pathname}?a=1&b=%26#c`));
    await choose(visit, name);
    await expect.poll(() => left).toEqual([addressOf(page.url()).split('#')[0]]);
    if (id === 'phantom') return;
    const link = visit.modal.getByRole('link', { name: `Open ${name}` });
    expect(await link.getAttribute('href')).toBe(addressOf(page.url()));
  },
);

test('[EXTW-08] a page on the home screen is not left for Coinbase’s browser', async () => {
  const visit = await open({
    config: {
      appearance: { walletList: ['coinbase_wallet'] },
      externalWallets: { coinbaseWallet: { connectionOptions: 'eoaOnly' } },
    },
    screen: 'phone',
    prepare: (page) =>
      page.addInitScript((value) => {
        Object.defineProperty(navigator, 'userAgent', { value });
        Object.defineProperty(navigator, 'standalone', { value: true });
      }, userAgent),
  });
  const options = await visit.page.evaluate(() => window.walletApp.offered());
  expect(options).toEqual(['coinbase_wallet connect null']);
});
