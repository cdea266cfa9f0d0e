import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareWalletFixture, type WalletVisit } from './fixture.ts';

// Addresses that lead from a page on a phone to the wallet's app, compared character by character. Requests to the
// wallets' servers are blocked.

const { open } = shareWalletFixture();

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

type WalletConfig = NonNullable<NonNullable<Parameters<typeof open>[0]>['config']>;

/** Opens a page on a phone. Requests to wallets' servers are recorded and blocked. */
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

async function openList({ press, choose, modal }: WalletVisit): Promise<void> {
  await press('Log in');
  await choose('Continue with a wallet');
  await modal.locator('.wallet-row').first().waitFor();
}

async function goBack({ modal }: WalletVisit): Promise<void> {
  await modal.getByRole('button', { name: 'Back', exact: true }).click();
  await modal.locator('.wallet-row').first().waitFor();
}

test('[EXTW-15] the modal’s link to each wallet’s app starts with the wallet’s own address and contains the WalletConnect pairing', async () => {
  const cases = [
    ['metamask', 'MetaMask', 'https://metamask.app.link/wc?uri='],
    ['rainbow', 'Rainbow', 'https://rnbwapp.com/wc?uri='],
    ['safe', 'Safe', 'https://app.safe.global/wc?uri='],
    ['uniswap', 'Uniswap Wallet', 'https://uniswap.org/app/wc?uri='],
    ['zerion', 'Zerion', 'https://wallet.zerion.io/wc?uri='],
    ['okx_wallet', 'OKX Wallet', 'okex://main/wc?uri='],
    ['wallet_connect', 'WalletConnect', ''],
  ] as const;
  const visit = await openOnPhone({ appearance: { walletList: cases.map(([id]) => id) } });
  await openList(visit);
  for (const [, name, prefix] of cases) {
    await visit.choose(name);
    const link = visit.modal.getByRole('link', { name: `Open ${name}` });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href.slice(0, prefix.length)).toBe(prefix);
    const rest = href.slice(prefix.length);
    const uri = prefix ? decodeURIComponent(rest) : rest;
    // One pairing of the published protocol.
    expect(uri, name).toMatch(
      /^wc:[0-9a-f]{64}@2\?(?:(?:relay-protocol=irn|symKey=[0-9a-f]{64}|expiryTimestamp=\d{10})&?)+$/,
    );
    expect(prefix ? encodeURIComponent(uri) : uri).toBe(rest);
    expect(visit.left, name).toEqual([]);
    if (prefix.startsWith('https:')) {
      await link.click();
      await expect.poll(() => visit.left, { message: name }).toEqual([href]);
      visit.left.length = 0;
    }
    await goBack(visit);
  }
});

test('[EXTW-08] [EXTW-10] on a phone, choosing a wallet without a pairing opens a link with the page’s address; from a home screen Coinbase’s wallet has no such link', async () => {
  const cases = [
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
  ] as const;
  const visit = await openOnPhone({
    appearance: { walletList: cases.map(([id]) => id) },
    externalWallets: {
      walletConnect: { enabled: false },
      coinbaseWallet: { connectionOptions: 'eoaOnly' },
    },
  });
  const { page, left, modal } = visit;
  // The wallet's browser opens the page's whole address, with its query and hash.
  await page.evaluate(() => history.replaceState(null, '', `${location.pathname}?a=1&b=%26#c`));
  await openList(visit);
  for (const [id, name, addressOf] of cases) {
    await visit.choose(name);
    await expect.poll(() => left, { message: name }).toEqual([addressOf(page.url()).split('#')[0]]);
    left.length = 0;
    // If the browser stays on the page, the screen has a link, and the user can go back.
    const link = modal.getByRole('link', { name: `Open ${name}` });
    if (id !== 'phantom') expect(await link.getAttribute('href')).toBe(addressOf(page.url()));
    await goBack(visit);
  }
  const offered = () => page.evaluate(() => window.walletApp.offered());
  expect((await offered())[0]).toMatch(/^coinbase_wallet \S+ https:/);
  await page.evaluate(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  expect((await offered())[0]).toBe('coinbase_wallet connect null');
});
