import type { FundWalletConfig, HostConfig } from '@latchkey/react';
import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Harness } from '../harness/index.ts';
import { type FixtureOptions, type Play, shareFixture, walletsOnLogin } from '../modal/fixture.ts';
import { ether } from '../modal/fundingPageObject.ts';
import { driftwood, newKey, type PageWallet, putWallets } from '../wallets/pageWallets.ts';

/** Address that users pay to. */
export const harbour = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Id of the sandbox's second chain. */
export const secondChainId = 31_338;

/** An app that allows every way to fund a wallet, by default on the first chain. */
const everyWay: Partial<AppInput> = {
  embedded_wallet_config: walletsOnLogin,
  fiat_on_ramp_enabled: true,
  funding_config: {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: 'eip155:31337' },
    cross_chain_bridging_enabled: true,
  },
};

export interface EmptyWalletPlay extends Play {
  wallet(): PageWallet;
  /** Opens the page as `openWithWallet` does, with both chains and an external wallet in it. */
  openEmpty(options?: FixtureOptions): Promise<void>;
  /** Requests a payment that the wallet cannot afford, and waits for its review. */
  pay(): Promise<void>;
  /** Requests to fund the wallet, and waits for the choice of a way. */
  fund(config?: FundWalletConfig): Promise<void>;
  choose(...names: readonly string[]): Promise<void>;
  says(text: string | RegExp): Promise<void>;
  ownAddress(): Promise<string>;
  balanceOf(address: string, chainId?: number): Promise<bigint>;
  paid(): Promise<{ hash?: string; code?: string }>;
  funded(): Promise<{ status?: string; fundingMethod?: string; code?: string }>;
  leave(): Promise<void>;
}

const chainsOf = ({
  chain,
  chainUrl,
  secondChain,
  secondChainUrl,
}: Harness): NonNullable<HostConfig['chains']> =>
  [
    { id: chain.chainId, name: 'Devnet', url: chainUrl },
    { id: secondChain.chainId, name: 'Devnet 2', url: secondChainUrl },
  ].map(({ id, name, url }) => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }));

export async function fundOnSecond({ secondChain, usdc }: Harness, address: string): Promise<void> {
  await secondChain.fund(address, 10n * ether);
  const thousand = `0x${(10n ** 9n).toString(16)}`;
  await secondChain.request('anvil_dealERC20', [address, usdc[secondChainId], thousand]);
}

export function shareFundingFixture(options?: Parameters<typeof shareFixture>[0]): EmptyWalletPlay {
  const play = shareFixture({ ...options, app: { ...everyWay, ...options?.app } });
  const { act, fixture } = play;
  let external: PageWallet | undefined;
  const ownAddress = () => act.page.evaluate(() => window.host.latchkey.user?.wallet?.address ?? '');
  async function settled(name: 'funded' | 'paid'): Promise<object> {
    const now = () => act.page.evaluate((key) => Reflect.get(window, key) as object | null, name);
    await expect.poll(now).not.toBeNull();
    return (await now()) ?? {};
  }
  return {
    ...play,
    wallet() {
      if (!external) throw new Error('The test has to open a page first');
      return external;
    },
    async openEmpty(seen = {}) {
      const { harness } = fixture;
      await play.openWithWallet({
        ...seen,
        config: {
          chains: chainsOf(harness),
          fundingMethodConfig: { usdcAddresses: harness.usdc },
          ...seen.config,
        },
        async prepare(page: Page) {
          const nodes = [harness.chain, harness.secondChain];
          const look = { ...driftwood, nodes, chainId: harness.chain.chainId, privateKey: newKey() };
          [external] = await putWallets(page, [look]);
          await seen.prepare?.(page);
        },
      });
    },
    async pay() {
      await act.page.evaluate(
        (transaction) => {
          Object.assign(window, { paid: null });
          window.host.sendTransaction(transaction).then(
            ({ hash }) => Object.assign(window, { paid: { hash } }),
            ({ code }) => Object.assign(window, { paid: { code } }),
          );
        },
        { to: harbour, value: `0x${(ether / 10n).toString(16)}` },
      );
      await act.page.getByRole('button', { name: 'Add funds', exact: true }).waitFor();
    },
    async fund(config = {}) {
      await act.page.evaluate(
        ([address, asked]) => {
          Object.assign(window, { funded: null });
          window.host.fundWallet(address, asked).then(
            (result) => Object.assign(window, { funded: result }),
            ({ code }) => Object.assign(window, { funded: { code } }),
          );
        },
        [await ownAddress(), config] as const,
      );
      await act.screen('FUNDING_METHOD_SELECTION').waitFor();
    },
    async choose(...names) {
      for (const name of names)
        await act.page
          .locator('button:enabled', { has: act.page.getByText(name, { exact: true }) })
          .first()
          .click();
    },
    says: (text) => act.page.getByText(text, { exact: true }).first().waitFor(),
    ownAddress,
    async balanceOf(address, chainId) {
      const { chain, secondChain } = fixture.harness;
      const node = chainId === secondChainId ? secondChain : chain;
      return BigInt((await node.request('eth_getBalance', [address, 'latest'])) as string);
    },
    paid: () => settled('paid'),
    funded: () => settled('funded'),
    async leave() {
      await act.page.keyboard.press('Escape');
      await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    },
  };
}
