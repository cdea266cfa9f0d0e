import { join } from 'node:path';
import type { HostConfig } from '@latchkey/react';
import { later } from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { HostScript } from '../../scripts/build/hostScript.ts';
import {
  buildHost,
  type Harness,
  type Profile,
  type SharedBrowser,
  type Sight,
  screenOf,
  shareBrowser,
  startHarness,
} from '../harness/index.ts';
import { driftwood, type NewPageWallet, type PageWallet, putWallets } from './pageWallets.ts';
import type {} from './walletHost.tsx';

export interface WalletVisitOptions extends Sight {
  config?: HostConfig;
  /** Wallets in the browser. @default one unknown wallet */
  wallets?: readonly NewPageWallet[];
  /** End of the page's address, from its `?` on. */
  query?: string;
  /** User agent of the browser. */
  userAgent?: string;
  clock?: boolean;
  /** Runs before the page loads. */
  prepare?(page: Page): Promise<unknown>;
  appId?: string;
}

export interface WalletVisit {
  readonly page: Page;
  readonly wallets: readonly PageWallet[];
  /** First of the wallets. */
  readonly wallet: PageWallet;
  readonly modal: Locator;
  screen(name: string): Locator;
  /** Presses a button of the host. */
  press(name: 'Log in' | 'Link a wallet' | 'Connect a wallet'): Promise<void>;
  /** Presses controls in the modal by their texts. */
  choose(...names: readonly string[]): Promise<void>;
  /** Begins a login with a wallet of the page, up to the wallet's prompt. */
  begin(wallet?: PageWallet): Promise<void>;
  logIn(wallet?: PageWallet): Promise<void>;
  /** Returns the callbacks that the hooks have made so far. */
  told(): Promise<string[]>;
  /** Lists the connected wallets, as the host sees them. */
  connected(): Promise<string[]>;
  reload(): Promise<void>;
  /** Closes the modal, disconnects each wallet, logs out and forgets the recorded callbacks. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** User agent of a phone's browser. */
export const onPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1';

const path = '/wallets';
const entry = join(import.meta.dirname, 'walletHost.tsx');

export function shareWalletFixture(app: Partial<AppInput> = {}): {
  readonly harness: Harness;
  readonly visit: WalletVisit;
  open(options?: WalletVisitOptions): Promise<WalletVisit>;
  /** Opens one page for all tests of a `describe`. Each begins with no user logged in, and uses its own wallets. */
  openForAll(options: WalletVisitOptions): WalletVisit;
} {
  let made: Harness | undefined;
  let browser: SharedBrowser | undefined;
  let current: WalletVisit | undefined;
  let bundled: HostScript | undefined;
  let pages = 0;
  beforeAll(async () => {
    [made, browser, bundled] = await Promise.all([
      startHarness({
        app: {
          name: 'Tidewater',
          wallet_auth: true,
          solana_wallet_auth: true,
          max_linked_wallets_per_user: null,
          ...app,
        },
      }),
      shareBrowser(),
      buildHost(entry),
    ]);
  });
  afterEach(() => current?.close());
  afterAll(async () => {
    await browser?.close();
    await made?.close();
  });
  const [harness, chromium, visit] = [later(() => made), later(() => browser), later(() => current)];
  const script = later(() => bundled);
  return {
    harness,
    visit,
    async open(options) {
      current = await openVisit(options);
      return current;
    },
    openForAll(options) {
      let shared: WalletVisit | undefined;
      beforeAll(async () => {
        shared = await openVisit(options);
      });
      afterEach(() => shared?.leave());
      afterAll(() => shared?.close());
      return later(() => shared);
    },
  };
  async function openVisit(options: WalletVisitOptions = {}): Promise<WalletVisit> {
    const { chainId } = harness.chain;
    const address = `${path}-${++pages}`;
    const chain = {
      id: chainId,
      name: 'Devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [harness.chainUrl] } },
    };
    harness.host.setPage(address, {
      script,
      config: {
        appId: options.appId ?? harness.appId,
        apiUrl: harness.url,
        relayUrl: harness.relayUrl,
        config: { chains: [chain], defaultChain: chain, ...options.config },
      },
    });
    const profile = await chromium.open(options);
    const page = await profile.newPage();
    const wallets = await putWallets(
      page,
      (options.wallets ?? [driftwood]).map((look) => ({ chainId, ...look })),
    );
    if (options.clock) await page.clock.install();
    if (options.userAgent)
      await page.addInitScript(
        (value) => Object.defineProperty(navigator, 'userAgent', { value }),
        options.userAgent,
      );
    await options.prepare?.(page);
    await page.goto(`${harness.host.origin}${address}${options.query ?? ''}`);
    await page.locator('html[data-ready=true]').waitFor();
    return createVisit(profile, page, wallets);
  }
}

function createVisit(profile: Profile, page: Page, wallets: readonly PageWallet[]): WalletVisit {
  const modal = page.locator('latchkey-modal');
  const screen = (name: string) => screenOf(page, name);
  async function press(name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
  }
  async function choose(...names: readonly string[]): Promise<void> {
    for (const name of names)
      await modal.locator('button:enabled', { has: page.getByText(name, { exact: true }) }).click();
  }
  const [first] = wallets;
  if (!first) throw new Error('a visit needs a wallet');
  async function begin(wallet = first): Promise<void> {
    await press('Log in');
    await choose('Continue with a wallet', wallet?.name ?? '');
  }
  return {
    page,
    wallets,
    wallet: first,
    modal,
    screen,
    press,
    choose,
    begin,
    async logIn(wallet = first) {
      await begin(wallet);
      await page.locator('output', { hasText: 'did:privy:' }).waitFor();
      await modal.waitFor({ state: 'detached' });
    },
    told: () => page.evaluate(() => window.told),
    connected: () => page.evaluate(() => window.walletApp.wallets()),
    async reload() {
      await page.reload();
      await page.locator('html[data-ready=true]').waitFor();
    },
    async leave() {
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'detached' });
      await page.evaluate(() => window.walletApp.leave());
      await page.locator('output', { hasText: 'signed out' }).waitFor();
    },
    close: profile.close,
  };
}
