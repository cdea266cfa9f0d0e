import type { FundWalletConfig } from '@latchkey/react';
import { type FaultyNode, startFaultyNode } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, waitInPage } from '../rig/index.ts';
import { createApp, newEmail, shareStage, walletsOnLogin } from './stage.ts';

const funding_config = {
  methods: ['external'],
  options: [],
  default_recommended_amount: '0.25',
  default_recommended_currency: { chain: 'eip155:31337' },
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: false,
} as const;
const app = {
  embedded_wallet_config: walletsOnLogin,
  funding_config: { ...funding_config, methods: [...funding_config.methods], options: [] },
};
const { act, open, openWithWallet, stage } = shareStage({ app });

const selection = 'FUNDING_METHOD_SELECTION';
const ether = 10n ** 18n;

let node: FaultyNode;
beforeAll(async () => {
  node = await startFaultyNode(stage.rig.chain);
});
afterAll(() => node?.close());

const devnet = () => ({
  id: 31337,
  name: 'Tidewater devnet',
  rpcUrls: { default: { http: [node.url] } },
});

interface Settled {
  readonly status?: string;
  readonly fundingMethod?: string;
  readonly code?: string;
  readonly message?: string;
  readonly hash?: string;
}
type Window = typeof globalThis & { settled: Settled | null };

const ownAddress = async () => (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true }).waitFor();
/** The action of a screen, beside the modal's own button of this name. */
const action = (name: string) => act.page.locator('.page-end').getByRole('button', { name, exact: true });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const amount = () => act.page.getByRole('textbox', { name: 'Amount' });

/** Asks to fund the wallet; what comes of it is kept in the page as `settled`. */
async function fund(config: FundWalletConfig = {}): Promise<void> {
  await act.page.evaluate((asked) => {
    const page = window as unknown as Window;
    page.settled = null;
    window.host.fundWallet(window.host.wallets[0]?.address ?? '', asked).then(
      (result) => Object.assign(page, { settled: result }),
      ({ code, message }) => Object.assign(page, { settled: { code, message } }),
    );
  }, config);
}

async function settled(): Promise<Settled> {
  await waitInPage(act.page, () => (window as unknown as Window).settled !== null);
  return (await act.page.evaluate(() => (window as unknown as Window).settled)) ?? {};
}

describe('funding in the modal', () => {
  it('[FUND-02] [FUND-09] offers what the app allows and nothing else, from what the app recommends', async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    await fund();
    await heading('Add funds to your Tidewater wallet');
    expect(await amount().inputValue()).toBe('0.25');
    expect(await act.page.locator('.fund-way .entry-label').allInnerTexts()).toEqual([
      'Transfer from a wallet',
      'Receive funds',
    ]);
    await act.page.getByText('Tidewater devnet', { exact: true }).waitFor();
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await act.page.keyboard.press('Escape');
    expect(await settled()).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => act.told()).toContain('funding left 31337 null 0');
  });

  it('[FUND-05] [FUND-06] takes digits and one dot, and offers no way to nothing', async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    await fund({ amount: '1' });
    await act.screen(selection).waitFor();
    const ways = act.page.locator('.fund-way');
    for (const [typed, kept] of [
      ['1.5', '1.5'],
      ['1,5', '1.5'],
      ['1.5.5', '1.5'],
      ['1e9', '1.5'],
      ['-1', '1.5'],
      ['٣', '1.5'],
    ] as const) {
      await amount().fill(typed);
      expect(await amount().inputValue()).toBe(kept);
    }
    for (const nothing of ['', '0', '0.00', '.']) {
      await amount().fill(nothing);
      await expect.poll(() => ways.first().isDisabled()).toBe(true);
      expect(await ways.last().isDisabled()).toBe(true);
    }
    await amount().fill('.5');
    await expect.poll(() => ways.first().isEnabled()).toBe(true);
  });

  it('[FUND-13] [FUND-15] shows an address to be paid, and notices what arrives', {
    tags: 'story',
  }, async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    const address = await ownAddress();
    await fund({ amount: '1.5', defaultFundingMethod: 'manual' });
    await heading('Receive 1.5 ETH');
    await act.page.getByText(address, { exact: true }).waitFor();
    await act.page.getByText('ETH · Tidewater devnet', { exact: true }).waitFor();
    await act.page.getByRole('img', { name: 'QR code of the address' }).waitFor();
    await act.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy address').click();
    await button('Copied').waitFor();
    await button('Copy address').waitFor();
    expect(await action('Close').count()).toBe(0);
    await act.page.getByText('Balance 0 ETH', { exact: true }).waitFor();
    await stage.rig.chain.fund(address, 2n * ether);
    await action('Close').waitFor();
    await act.page.getByText('Received 2 ETH').waitFor();
    await action('Close').click();
    await gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'manual' });
    expect(await act.told()).toContain(`funding left 31337 manual ${2n * ether}`);
  });

  it('tells of what arrives in this funding, and of nothing that arrived before it', async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    await fund();
    await act.page.getByText('Balance 0 ETH', { exact: true }).waitFor();
    await stage.rig.chain.fund(await ownAddress(), ether);
    await act.page.getByText('Received 1 ETH').waitFor();
    await act.page.keyboard.press('Escape');
    expect(await settled()).toMatchObject({ status: 'completed' });
    await gone();

    await fund();
    await act.page.getByText('Balance 1 ETH', { exact: true }).waitFor();
    expect(await act.page.getByText('Received', { exact: false }).count()).toBe(0);
    await act.page.keyboard.press('Escape');
    expect(await settled()).toMatchObject({ status: 'cancelled' });
    await gone();
  });

  it('[FUND-17] [TX-04] adds what a transaction lacks, and goes on with it', async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    await act.page.evaluate(() => {
      const page = window as unknown as Window;
      page.settled = null;
      window.host
        .sendTransaction({ to: '0x52908400098527886E0F7030069857D2E4169EE7', value: 10n ** 18n })
        .then(
          ({ hash }) => Object.assign(page, { settled: { hash } }),
          ({ code }) => Object.assign(page, { settled: { code } }),
        );
    });
    await act.page.getByText('Add funds on Tidewater devnet to complete transaction.').waitFor();
    await button('Add funds').click();
    await heading('Add funds to your Tidewater wallet');
    expect(Number(await amount().inputValue())).toBeGreaterThan(1);
    await button('Receive funds').click();
    await stage.rig.chain.fund(await ownAddress(), 2n * ether);
    await action('Continue').click();
    await heading('Send 1 ETH');
    await button('Approve').click();
    await heading('All Done');
    expect((await settled()).hash).toMatch(/^0x/);
  });

  it('[FUND-07] [FUND-08] refuses before any screen', async () => {
    await openWithWallet({ config: { chains: [devnet()] } });
    await fund({ chain: { id: 5 } });
    expect(await settled()).toMatchObject({
      code: 'unsupported_chain_id',
      message: 'Funding chain 5 is not in the chains list of the LatchkeyProvider.',
    });
    await fund({ amount: '1,5' });
    expect(await settled()).toMatchObject({ code: 'invalid_data' });
    const id = await createApp(stage.rig, { embedded_wallet_config: walletsOnLogin });
    await openWithWallet({ appId: id, config: { chains: [devnet()] } });
    await fund();
    expect(await settled()).toMatchObject({
      code: 'funding_not_enabled',
      message: 'Wallet funding is not enabled.',
    });
    expect(await act.dialog.count()).toBe(0);
  });

  it('[FUND-18] offers a new wallet to be funded, where the app wants that', async () => {
    const id = await createApp(stage.rig, {
      ...app,
      funding_config: { ...app.funding_config, prompt_funding_on_wallet_creation: true },
    });
    await open({ appId: id, config: { chains: [devnet()] } });
    await act.logIn(newEmail());
    await act.screen(selection).waitFor();
    await button('Not now').click();
    await gone();
    await expect.poll(() => act.page.evaluate(() => window.host.latchkey.authenticated)).toBe(true);
  });
});
