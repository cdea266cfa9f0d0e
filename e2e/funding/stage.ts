import type { HostConfig } from '@latchkey/react';
import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Play, type StageOptions, shareStage, walletsOnLogin } from '../modal/stage.ts';
import type { Rig } from '../rig/index.ts';
import { newKey, type PageWallet, putWallets } from '../wallets/pageWallets.ts';

export const ether = 10n ** 18n;
export const driftwood = { rdns: 'example.driftwood', name: 'Driftwood' };
/** Whom people pay. */
export const harbour = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The sandbox's second chain. */
export const secondChainId = 31_338;

/** An app with every way to fund a wallet, recommended on the first chain. */
export const everyWay: Partial<AppInput> = {
  embedded_wallet_config: walletsOnLogin,
  fiat_on_ramp_enabled: true,
  funding_config: {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: 'eip155:31337' },
    cross_chain_bridging_enabled: true,
  },
};

export interface FundingPlay extends Play {
  /** The wallet that the person brought. */
  wallet(): PageWallet;
  /** As `openWithWallet`, with both chains, and a wallet of another maker in the page. */
  openEmpty(options?: StageOptions): Promise<void>;
  /** Asks for a payment that the wallet is short for, up to its review. */
  pay(options?: object): Promise<void>;
  /** Presses something in the modal by what a person reads there. */
  choose(...names: readonly string[]): Promise<void>;
  says(text: string | RegExp): Promise<void>;
  ownAddress(): Promise<string>;
  /** On the first chain unless it is said. */
  balanceOf(address: string, chainId?: number): Promise<bigint>;
  /** What the payment came to. */
  paid(): Promise<{ hash?: string; code?: string }>;
  /** Closes the modal. */
  leave(): Promise<void>;
}

const chainsOf = ({ chainUrl, sandboxUrl }: Rig): HostConfig['chains'] =>
  [
    { id: 31_337, name: 'Devnet', url: chainUrl },
    { id: secondChainId, name: 'Devnet 2', url: `${sandboxUrl}/chain2` },
  ].map(({ id, name, url }) => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }));

async function askNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
    result: unknown;
  };
  return result;
}

/** Gives an address coins on the sandbox's second chain. */
export const fundOnSecond = ({ sandboxUrl }: Rig, address: string, wei: bigint): Promise<unknown> =>
  askNode(`${sandboxUrl}/chain2`, 'anvil_setBalance', [address, `0x${wei.toString(16)}`]);

/** Has the tests of a file share a stage for people whose wallets are empty. */
export function shareFundingStage(options?: Parameters<typeof shareStage>[0]): FundingPlay {
  const play = shareStage({ ...options, app: { ...everyWay, ...options?.app } });
  const { act, stage } = play;
  let brought: PageWallet | undefined;
  const own = () => act.page.evaluate(() => window.host.wallets[0]?.address ?? '');
  return {
    ...play,
    wallet() {
      if (!brought) throw new Error('The test has to open a page first');
      return brought;
    },
    async openEmpty(seen = {}) {
      await play.openWithWallet({
        ...seen,
        config: { chains: chainsOf(stage.rig) ?? [], ...seen.config },
        async prepare(page: Page) {
          const look = { ...driftwood, chainId: 31_337, privateKey: newKey() };
          [brought] = await putWallets(page.context(), [look]);
          await seen.prepare?.(page);
        },
      });
    },
    async pay(payOptions = {}) {
      await act.page.evaluate(
        ([transaction, more]) => {
          Object.assign(window, { paid: null });
          window.host.sendTransaction(transaction, more).then(
            ({ hash }) => Object.assign(window, { paid: { hash } }),
            ({ code }) => Object.assign(window, { paid: { code } }),
          );
        },
        [{ to: harbour, value: `0x${(ether / 10n).toString(16)}` }, payOptions] as const,
      );
      await act.page.getByRole('button', { name: 'Add funds', exact: true }).waitFor();
    },
    async choose(...names) {
      for (const name of names)
        await act.page
          .locator('button:enabled', { has: act.page.getByText(name, { exact: true }) })
          .first()
          .click();
    },
    says: (text) => act.page.getByText(text, { exact: true }).first().waitFor(),
    ownAddress: own,
    async balanceOf(address, chainId = 31_337) {
      const { chainUrl, sandboxUrl } = stage.rig;
      const url = chainId === secondChainId ? `${sandboxUrl}/chain2` : chainUrl;
      return BigInt((await askNode(url, 'eth_getBalance', [address, 'latest'])) as string);
    },
    async paid() {
      const now = () => act.page.evaluate(() => (window as unknown as { paid: object | null }).paid);
      await expect.poll(now).not.toBeNull();
      return (await now()) ?? {};
    },
    async leave() {
      await act.page.keyboard.press('Escape');
      await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
    },
  };
}
