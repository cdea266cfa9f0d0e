import { coinbaseBlockchains, fundingRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  screenshot,
  startHarness,
} from '../../e2e/harness/index.ts';
import { type AnnouncedWallet, installMockWallet, mockWalletName } from '../wallets/foreignWallets.ts';
import { type LedRequests, leadToStandIns } from './fundingJourneys.ts';
import { isWide, openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// The published client, unmodified, funds wallets with its own screens. The service signs the URL
// of MoonPay's page and opens sessions at Coinbase. The tests redirect the client's requests to third parties to the
// stand-ins.

const ether = 10n ** 18n;
const stranger = '0x00000000000000000000000000000000005712a4';
/** An app that offers no payments by card or at an exchange. */
const withoutPaying = 'latchkey-rig-app-00000002';
/** Chain id of Base. The sandbox's second chain stands in for Base. */
const base = 8453;

let harness: Harness;
const balanceOf = async (address: string, { request } = harness.secondChain) =>
  BigInt((await request('eth_getBalance', [address, 'latest'])) as string);

beforeAll(async () => {
  const funding_config = {
    methods: ['moonpay', 'coinbase-onramp', 'external'] as ('moonpay' | 'coinbase-onramp' | 'external')[],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: `eip155:${base}` as const },
    cross_chain_bridging_enabled: true,
  };
  harness = await startHarness({
    app: {
      published_clients: true,
      embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
      fiat_on_ramp_enabled: true,
      funding_config,
    },
    moreApps: [{ id: withoutPaying, fiat_on_ramp_enabled: false }],
  });
  const chain = {
    chainId: base,
    rpcUrl: harness.secondChainUrl,
    sends: [],
    moreChains: [
      { chainId: 31337, rpcUrl: harness.chainUrl, name: 'Devnet' },
      { chainId: 31338, rpcUrl: harness.secondChainUrl, name: 'Devnet 2' },
    ],
    funds: [
      { name: 'Fund', options: { amount: '0.2', card: { preferredProvider: 'moonpay' } } },
      { name: 'Fund a stranger', address: stranger },
      { name: 'Fund on the first chain', options: { chain: { id: 31337 }, amount: '0.3' } },
      { name: 'Fund on the second chain', options: { chain: { id: 31338 }, amount: '0.4' } },
    ],
  };
  await publishReactAuthHost(harness, { chain });
  await publishReactAuthHost(harness, { chain, path: '/without-paying', appId: withoutPaying });
  await publishReactAuthHost(harness, {
    chain,
    path: '/newest',
    page: 'reactAuthNewest.jsx',
    client: 'react-auth-newest',
  });
});
afterAll(() => harness?.close());

let profile: Profile;
let page: Page;
let app: PublishedApp;
let led: LedRequests;
let people = 0;

const says = (text: string | RegExp) => app.modal.getByText(text, { exact: true }).first().waitFor();
const choose = (text: string) => app.modal.getByText(text, { exact: true }).first().click();

/**
 * Advances the page's clock until the client shows a text. The client polls the state of a purchase every few
 * seconds.
 */
async function waitUntilSaid(text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(3_000);
      return app.modal.getByText(text, { exact: true }).count();
    })
    .toBeGreaterThan(0);
}

async function openProvider(button: string): Promise<Page> {
  const [popup] = await Promise.all([profile.context.waitForEvent('page'), choose(button)]);
  return popup;
}

async function open(path = '/'): Promise<string> {
  app = await openPublishedApp(harness, page, `${harness.host.origin}${path}`);
  await app.logIn(`funder-${++people}@example.com`);
  return app.read('connected');
}

async function enter(): Promise<void> {
  profile = await openProfile();
  led = await leadToStandIns(profile.context, harness);
  page = await profile.newPage();
}

// One user with a wallet in the page funds the embedded wallet in each way.
describe('react-auth 1.99.1', () => {
  let wallet: AnnouncedWallet;
  let address: string;

  beforeAll(async () => {
    await enter();
    wallet = await installMockWallet(profile.context, {
      privateKey: `0x${'01'.repeat(32)}`,
      chainId: 31337,
      rpcUrl: harness.chainUrl,
    });
    await page.clock.install();
    await harness.chain.fund(wallet.address, 10n * ether);
    address = await open();
  });
  afterEach(leave);
  afterAll(() => profile?.close());

  /** Closes the client's modal in any state, and the pages that it opened. */
  async function leave(): Promise<void> {
    const opened = profile.context.pages().filter((one) => one !== page);
    await Promise.all(opened.map((one) => one.close()));
    await page.keyboard.press('Escape');
    await app.modal.waitFor({ state: 'detached' });
  }

  async function transfer(): Promise<void> {
    await choose('Transfer from wallet');
    // The wallet is already connected.
    await app.modal.getByRole('button', { name: mockWalletName }).click();
    await app.modal.getByRole('button', { name: 'Continue' }).click();
  }

  test('[MOON-02] react-auth buys at MoonPay with a URL that MoonPay accepts, and the coin arrives', async () => {
    const before = await balanceOf(address);
    await app.press('Fund');
    const popup = await openProvider('Pay with card');
    await popup.waitForURL(/\/moonpay\/buy\?/);
    await popup.getByText(address).first().waitFor();
    await screenshot(popup, 'conformance-fund-moonpay');
    await popup.getByRole('button', { name: 'Pay', exact: true }).click();
    await popup.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect.poll(() => balanceOf(address)).toBe(before + ether / 5n);
    await waitUntilSaid("You've funded your account!");
    await choose('Continue');
    expect(await app.read('left')).toMatch(/^moonpay /);
  });

  test('[COIN-01][COIN-02] react-auth buys at Coinbase with a single-use session, and shows the outcome', async () => {
    const before = await balanceOf(address);
    await app.press('Fund');
    const popup = await openProvider('Transfer from an exchange');
    await popup.getByText(address).first().waitFor();
    const [asked] = led.coinbase;
    expect(asked?.searchParams.get('defaultNetwork')).toBe(coinbaseBlockchains[base]);
    expect(asked?.searchParams.get('presetCryptoAmount')).toBe('0.2');
    await screenshot(popup, 'conformance-fund-coinbase');
    await popup.getByRole('button', { name: 'Pay', exact: true }).click();
    await popup.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect.poll(() => balanceOf(address)).toBe(before + ether / 5n);
    await waitUntilSaid("You've funded your account!");
    const again = await profile.context.newPage();
    expect((await again.goto(String(asked)))?.status()).toBe(400);
  });

  test('react-auth transfers from a wallet in the page on its own network', async () => {
    const before = await balanceOf(address, harness.chain);
    await app.press('Fund on the first chain');
    await transfer();
    await says('Success!');
    expect(await balanceOf(address, harness.chain)).toBe(before + (3n * ether) / 10n);
  });

  test("[BRDG-01][BRDG-06] react-auth transfers from a wallet in the page on another network, through the quote service's API", async () => {
    const [before, had] = [await balanceOf(address), await balanceOf(wallet.address, harness.chain)];
    const alreadyAsked = wallet.asked.length;
    await app.press('Fund on the second chain');
    await transfer();
    await expect.poll(() => balanceOf(address)).toBe(before + (4n * ether) / 10n);
    const asked = wallet.asked.slice(alreadyAsked);
    expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    expect(await balanceOf(wallet.address, harness.chain)).toBeLessThan(had - (4n * ether) / 10n);
  });
});

// Only in the wide run. The tests of our own client cover these cases in other runs.
if (isWide) {
  describe('react-auth 1.99.1, further cases', () => {
    beforeEach(enter);
    afterEach(() => profile?.close());

    test('[MOON-02] react-auth shows that a payment at MoonPay failed', async () => {
      await page.clock.install();
      await open();
      await app.press('Fund');
      const popup = await openProvider('Pay with card');
      await popup.getByRole('button', { name: 'Pay', exact: true }).click();
      await popup.getByRole('button', { name: 'Decline', exact: true }).click();
      await waitUntilSaid(
        'Something went wrong adding funds from Moonpay. Please try again or use another method to fund your wallet.',
      );
    });

    test("[MOON-02] react-auth gets no MoonPay signature for an address that is not its user's", async () => {
      await open();
      const refused = page.waitForResponse((answer) => answer.url().endsWith(fundingRoutes.signMoonpay.path));
      await app.press('Fund a stranger');
      await openProvider('Pay with card');
      const answer = await refused;
      expect(answer.status()).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'wallet_not_linked' });
    });

    test('[CONF-32] react-auth offers no payment in an app that has payments off', async () => {
      await open('/without-paying');
      await app.press('Fund');
      await says('Receive funds');
      await says('Transfer from wallet');
      expect(await app.modal.getByText('Pay with card').count()).toBe(0);
      expect(await app.modal.getByText('Transfer from an exchange').count()).toBe(0);
    });

    test('react-auth shows the arrival of a transfer that somebody else sends', async () => {
      const address = await open();
      await app.press('Fund on the first chain');
      await choose('Receive funds');
      await says('Receive 0.3 ETH');
      // This client compares with the first balance that it reads, and treats a zero balance as not read yet.
      await harness.chain.fund(address, ether / 10n);
      await says('0.1 ETH');
      await harness.chain.fund(address, ether);
      await choose('Continue');
      expect(await app.read('left')).toMatch(/^manual /);
    });
  });
}

describe('react-auth 3.45.0', () => {
  beforeAll(enter);
  afterAll(() => profile?.close());

  test('[MOON-02][COIN-01] react-auth buys at MoonPay and opens Coinbase with what the service returns, and none of its requests is rejected', async () => {
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.url().startsWith(harness.url)) refused.push(answer.url());
    });
    await page.clock.install();
    const address = await open('/newest');
    await app.press('Fund');
    const moonpay = await openProvider('Pay with card');
    await moonpay.getByText(address).first().waitFor();
    for (const name of ['Pay', 'Complete']) await moonpay.getByRole('button', { name, exact: true }).click();
    await waitUntilSaid("You've funded your account!");
    expect(await balanceOf(address)).toBe(ether / 5n);
    await choose('Continue');
    expect(await app.read('result')).toBe('completed');
    await app.press('Fund');
    const coinbase = await openProvider('Transfer from an exchange');
    await coinbase.getByText(address).first().waitFor();
    expect(refused).toEqual([]);
  });
});
