import type { FundWalletConfig } from '@latchkey/react';
import { type FaultyNode, startFaultyNode } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitInPage } from '../harness/index.ts';
import { shareFixture, walletsOnLogin } from './fixture.ts';
import { fundingOf } from './fundingPageObject.ts';

const { act, openWithWallet, fixture } = shareFixture({
  app: {
    embedded_wallet_config: walletsOnLogin,
    funding_config: fundingOf({ methods: ['external'], cross_chain_bridging_enabled: false }),
  },
});

const ether = 10n ** 18n;

let node: FaultyNode;
beforeAll(async () => {
  node = await startFaultyNode(fixture.harness.chain);
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
}
type Window = typeof globalThis & { settled: Settled | null };

const ownAddress = async () => (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true }).waitFor();
/** Locates the action of a screen, not the modal's own button of this name. */
const action = (name: string) => act.page.locator('.page-end').getByRole('button', { name, exact: true });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

/** Requests to fund the wallet. The outcome is stored in the page as `settled`. */
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
  it('[FUND-13] [FUND-15] the modal shows the wallet’s address for a payment, and reports the payment when it arrives', {
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
    // The label shows for a second and a half, so the wait begins before the press.
    await Promise.all([button('Copied').waitFor(), button('Copy address').click()]);
    await button('Copy address').waitFor();
    expect(await action('Close').count()).toBe(0);
    await act.page.getByText('Balance 0 ETH', { exact: true }).waitFor();
    await fixture.harness.chain.fund(address, 2n * ether);
    await action('Close').waitFor();
    await act.page.getByText('Received 2 ETH').waitFor();
    await action('Close').click();
    await gone();
    expect(await settled()).toMatchObject({ status: 'completed', fundingMethod: 'manual' });
    expect(await act.told()).toContain(`funding left 31337 manual ${2n * ether}`);
  });
});
