import type { FundWalletConfig, HostConfig } from '@latchkey/react';
import type { SolanaFundingConfig } from '@latchkey/react/solana';
import { contractAt } from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { findBarriers, waitInPage } from '../harness/index.ts';
import { driftwood, newKey, type PageWallet, putWallets } from '../wallets/pageWallets.ts';
import { type Act, type FixtureOptions, type Play, shareFixture, walletsOnLogin } from './fixture.ts';
import { pageObject } from './pageObject.ts';

/* Actions of users on the screens of funding, which find controls by their texts. */

export const ether = 10n ** 18n;
export const selection = 'FUNDING_METHOD_SELECTION';
/** Devices on which the tests go through each way of funding to its end. The phone is tested in the wide run only. */
export const walkedOn =
  process.env.LATCHKEY_WIDE === '1' ? (['desktop', 'phone'] as const) : (['desktop'] as const);
/** The network that is funded, and the other one. */
export const [here, there] = [
  { id: 31_337, name: 'Tidewater devnet' },
  { id: 31_338, name: 'Harbour devnet' },
] as const;

type FundingConfig = NonNullable<AppInput['funding_config']>;

/** Returns an app's funding settings with every method, and `here` as the default network. */
export function fundingOf(change: Partial<FundingConfig> = {}): FundingConfig {
  return {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    options: [],
    default_recommended_amount: '0.25',
    default_recommended_currency: { chain: `eip155:${here.id}` },
    prompt_funding_on_wallet_creation: false,
    cross_chain_bridging_enabled: true,
    ...change,
  };
}

/** Lists the fundings that the host knows of, newest first. */
export const listFundings = (page: Page) => page.evaluate(() => window.host.fundingStatus.fundings);

/** Refreshes the open fundings until the host's list is as wanted. */
export const expectFundings = (page: Page, wanted: readonly object[]) =>
  expect
    .poll(async () => {
      await page.evaluate(() => window.host.fundingStatus.refresh());
      return listFundings(page);
    })
    .toMatchObject(wanted);

export interface Settled {
  readonly status?: string;
  readonly address?: string;
  readonly amount?: string;
  readonly fundingMethod?: string;
  readonly transactionHash?: string;
  readonly code?: string;
  readonly message?: string;
  readonly hash?: string;
}
type HostPage = typeof globalThis & { settled: Settled | null };

export interface FundingVisit extends FixtureOptions {
  /** JSON-RPC address of the network that is funded. @default the harness's */
  nodeUrl?: string;
}

export interface FundingPlay extends Play {
  readonly wallet: () => PageWallet;
  /** Opens the page as `open` does, with both networks and an external wallet in it. */
  arrive(visit?: FundingVisit): Promise<void>;
  /** Opens the page as `openWithWallet` does, with both networks and an external wallet in it. */
  begin(visit?: FundingVisit): Promise<void>;
  fund(config?: FundWalletConfig, address?: string): Promise<void>;
  fundOnSolana(config: SolanaFundingConfig, address: string): Promise<void>;
  pay(to: string, wei: bigint, options?: object): Promise<void>;
  settled(): Promise<Settled>;
  isOpen(): Promise<boolean>;
  /** Presses controls by their texts, one after the other. */
  choose(...names: readonly string[]): Promise<void>;
  /** Lets the page's time pass until it shows a text. */
  passUntil(text: string): Promise<void>;
  /** Runs a press that opens a provider's page. Returns that page. */
  openProvider(press: () => Promise<unknown>): Promise<Page>;
  says(text: string | RegExp): Promise<void>;
  heading(name: string | RegExp): Promise<void>;
  /** Returns the value of a row on the screen that asks the user to confirm. */
  row(name: string): Promise<string>;
  /** Locates the action of a screen, not the modal's own button of this name. */
  action(name: string): Locator;
  ways(): Promise<string[]>;
  /** Leaves the modal with Escape. Returns what the host receives. */
  leave(): Promise<Settled>;
  gone(): Promise<void>;
  ownAddress(): Promise<string>;
  balanceOf(address: string, chainId?: number): Promise<bigint>;
  giveUsdc(address: string, amount: bigint, chainId?: number): Promise<void>;
  fundThere(address: string, wei: bigint): Promise<void>;
  /** Expects that axe finds no violation on the shown screen. */
  isBarrierFree(): Promise<void>;
  /** Follows the page's requests from now on whose path matches. */
  follow(part: RegExp): Followed;
}

export function shareFunding(app: Partial<AppInput> = {}): FundingPlay {
  const play = shareFixture({
    app: {
      embedded_wallet_config: walletsOnLogin,
      fiat_on_ramp_enabled: true,
      funding_config: fundingOf(),
      ...app,
    },
  });
  const { act, fixture } = play;
  const { heading } = pageObject(() => act as Act);
  let external: PageWallet | undefined;
  const wallet = () => {
    if (!external) throw new Error('The test has to open a page first');
    return external;
  };
  const chainOf = (chainId: number) =>
    chainId === there.id ? fixture.harness.secondChain : fixture.harness.chain;
  let calls: Followed | undefined;
  let own = '';
  async function ownAddress(): Promise<string> {
    // Reads it once, because an external wallet that is connected later comes before it in the list.
    own ||= await act.page.evaluate(() => window.host.wallets[0]?.address ?? '');
    return own;
  }
  const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

  const settledNow = () => act.page.evaluate(() => (window as unknown as HostPage).settled);
  async function settled(): Promise<Settled> {
    await waitInPage(act.page, () => (window as unknown as HostPage).settled !== null);
    return (await settledNow()) ?? {};
  }

  function toOptions({ nodeUrl, prepare, config, ...visit }: FundingVisit = {}): FixtureOptions {
    const { chain, chainUrl, secondChain, secondChainUrl, usdc } = fixture.harness;
    const chains: HostConfig['chains'] = [
      { ...here, rpcUrls: { default: { http: [nodeUrl ?? chainUrl] } } },
      { ...there, rpcUrls: { default: { http: [secondChainUrl] } } },
    ];
    own = '';
    return {
      ...visit,
      config: {
        chains,
        ...config,
        fundingMethodConfig: { usdcAddresses: usdc, ...config?.fundingMethodConfig },
      },
      async prepare(page) {
        const look = { ...driftwood, chainId: here.id, privateKey: newKey(), nodes: [chain, secondChain] };
        calls = followRequests(page, (request) => request.resourceType() === 'fetch');
        [external] = await putWallets(page, [look]);
        await prepare?.(page);
      },
    };
  }

  return {
    ...play,
    wallet,
    arrive: (visit) => play.open(toOptions(visit)),
    async begin(visit) {
      await play.openWithWallet(toOptions(visit));
      await ownAddress();
    },
    async fund(config = {}, address) {
      await act.page.evaluate(
        ([asked, to]) => {
          const page = window as unknown as HostPage;
          page.settled = null;
          window.host.fundWallet(to, asked).then(
            (result) => Object.assign(page, { settled: result }),
            ({ code, message }) => Object.assign(page, { settled: { code, message } }),
          );
        },
        [config, address ?? (await ownAddress())] as const,
      );
    },
    async fundOnSolana(options, address) {
      await act.page.evaluate(
        (input) => {
          const page = window as unknown as HostPage;
          page.settled = null;
          window.solanaHooks.fundWallet(input).then(
            (result) => Object.assign(page, { settled: result }),
            ({ code, message }) => Object.assign(page, { settled: { code, message } }),
          );
        },
        { address, options },
      );
    },
    async pay(to, wei, options = {}) {
      await act.page.evaluate(
        ([transaction, more]) => {
          const page = window as unknown as HostPage;
          page.settled = null;
          window.host.sendTransaction(transaction, more).then(
            ({ hash }) => Object.assign(page, { settled: { hash } }),
            ({ code, message }) => Object.assign(page, { settled: { code, message } }),
          );
        },
        [{ to, value: `0x${wei.toString(16)}` }, options] as const,
      );
    },
    settled,
    isOpen: async () => (await settledNow()) === null,
    async choose(...names) {
      for (const name of names)
        await act.page
          .locator('button:enabled, a[href]', { has: act.page.getByText(name, { exact: true }) })
          .first()
          .click();
    },
    async passUntil(text) {
      await expect
        .poll(async () => {
          // No time passes while a response is pending. On a busy machine the request would otherwise time out.
          if (!calls?.isBusy()) await act.page.clock.runFor(1_500);
          return act.page.getByText(text, { exact: true }).count();
        })
        .toBeGreaterThan(0);
    },
    async openProvider(press) {
      const [popup] = await Promise.all([act.page.context().waitForEvent('page'), press()]);
      return popup;
    },
    says: (text) => act.page.getByText(text, { exact: true }).first().waitFor(),
    heading: (name) =>
      typeof name === 'string' ? heading(name).waitFor() : act.page.getByRole('heading', { name }).waitFor(),
    row: async (name) =>
      (
        await act.page
          .locator('.fund .row', { has: act.page.locator('dt').getByText(name, { exact: true }) })
          .locator('dd')
          .innerText()
      )
        .replace(/\s+/g, ' ')
        .trim(),
    action: (name) => act.page.locator('.page-end').getByRole('button', { name, exact: true }),
    async ways() {
      await act.page.locator('.fund-ways').waitFor();
      return act.page.locator('.fund-way .entry-label').allInnerTexts();
    },
    async leave() {
      await act.page.keyboard.press('Escape');
      await gone();
      return settled();
    },
    gone,
    ownAddress,
    async balanceOf(address, chainId = here.id) {
      return BigInt((await chainOf(chainId).request('eth_getBalance', [address, 'latest'])) as string);
    },
    async giveUsdc(address, amount, chainId = here.id) {
      await contractAt(chainOf(chainId), 'TestToken', fixture.harness.usdc[here.id]).write('mint', [
        address,
        amount,
      ]);
    },
    fundThere: (address, wei) => fixture.harness.secondChain.fund(address, wei),
    async isBarrierFree() {
      expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    },
    follow: (part) => followRequests(act.page, (request) => part.test(new URL(request.url()).pathname)),
  };
}

interface Followed {
  readonly asked: readonly { readonly url: string }[];
  /** Returns true if a request that was seen to begin has no answer yet. */
  isBusy(): boolean;
}

function followRequests(page: Page, isMeant: (request: Request) => boolean): Followed {
  const asked: { url: string }[] = [];
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!isMeant(request)) return;
    asked.push({ url: request.url() });
    underWay.add(request);
  });
  const end = (request: Request) => void underWay.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  return { asked, isBusy: () => underWay.size > 0 };
}
