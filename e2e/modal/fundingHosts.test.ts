import { describe, expect, it } from 'vitest';
import { strictPolicy, waitInPage } from '../harness/index.ts';
import { newKey, putWallets } from '../wallets/pageWallets.ts';
import { shareFixture, walletsOnLogin } from './fixture.ts';

// Funding on pages with a strict policy, and through a dapp library. docs/guide/funding.md lists what the policy must
// allow. Here stand-ins on another origin replace the providers.

const [here, there] = [
  { id: 31_337, name: 'Tidewater devnet' },
  { id: 31_338, name: 'Harbour devnet' },
] as const;

const { act, openWithWallet, fixture } = shareFixture({
  app: {
    embedded_wallet_config: walletsOnLogin,
    fiat_on_ramp_enabled: true,
    funding_config: {
      methods: ['moonpay', 'coinbase-onramp', 'external'],
      default_recommended_amount: '0.25',
      default_recommended_currency: { chain: `eip155:${here.id}` },
      cross_chain_bridging_enabled: true,
    },
  },
});

type Watched = typeof globalThis & { refused: string[] };

/** Opens a page that may connect only to these origins and the service. */
async function openUnder(origins: readonly string[]): Promise<void> {
  const { chain, chainUrl, secondChain, secondChainUrl, url } = fixture.harness;
  await openWithWallet({
    headers: strictPolicy([url, ...origins].join(' ')),
    config: {
      chains: [
        { ...here, rpcUrls: { default: { http: [chainUrl] } } },
        { ...there, rpcUrls: { default: { http: [secondChainUrl] } } },
      ],
    },
    async prepare(page) {
      await page.addInitScript(() => {
        const watched = window as unknown as Watched;
        watched.refused = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
          watched.refused.push(`${effectiveDirective} ${blockedURI}`);
        });
      });
      const look = { rdns: 'example.driftwood', name: 'Driftwood', chainId: here.id };
      await putWallets(page, [{ ...look, privateKey: newKey(), nodes: [chain, secondChain] }]);
    },
  });
}

const refused = () => act.page.evaluate(() => (window as unknown as Watched).refused);
const press = (name: string) =>
  act.page
    .locator('button:enabled', { has: act.page.getByText(name, { exact: true }) })
    .first()
    .click();

async function fund(): Promise<void> {
  await act.page.evaluate(() => {
    window.host.fundWallet(window.host.wallets[0]?.address ?? '').catch(() => undefined);
  });
  await act.screen('FUNDING_METHOD_SELECTION').waitFor();
}

async function leave(): Promise<void> {
  await act.page.keyboard.press('Escape');
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
}

async function buy(open: () => Promise<unknown>): Promise<void> {
  const [page] = await Promise.all([act.page.context().waitForEvent('page'), open()]);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await act.page.getByText("You've added funds", { exact: true }).waitFor();
  await page.close();
}

const buyByCard = () =>
  buy(async () => {
    await act.page.locator('a.button[href]').waitFor();
    await act.page.getByRole('link', { name: 'Continue to Moonpay', exact: true }).click();
  });

/**
 * Sends more than the wallet has through the EIP-1193 provider, as a dapp library does, and funds the wallet from the
 * review.
 */
async function payByProvider(): Promise<void> {
  const to = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { chain } = fixture.harness;
  const balance = async () => BigInt((await chain.request('eth_getBalance', [to, 'latest'])) as string);
  const before = await balance();
  const hash = act.page.evaluate(async (recipient) => {
    const [wallet] = window.host.wallets;
    const provider = await wallet?.getEthereumProvider();
    const params = [{ from: wallet?.address, to: recipient, value: '0xde0b6b3a7640000' }];
    return provider?.request({ method: 'eth_sendTransaction', params });
  }, to);
  await act.page.getByText('Add funds on Tidewater devnet to complete transaction.').waitFor();
  await press('Add funds');
  await act.screen('FUNDING_METHOD_SELECTION').waitFor();
  await press('Receive funds');
  await chain.fund(await act.page.evaluate(() => window.host.wallets[0]?.address ?? ''), 2n * 10n ** 18n);
  await press('Continue');
  await press('Approve');
  expect(await hash).toMatch(/^0x[0-9a-f]{64}$/);
  await expect.poll(balance).toBe(before + 10n ** 18n);
  await leave();
}

describe('funding on a page with a strict policy', () => {
  it('[FUND-17] [TX-04] funding works under a policy that allows the service, the nodes, MoonPay and the quote service; a dapp library’s transaction is funded from its review, and continues', async () => {
    const { sandboxUrl, chainUrl, secondChainUrl, secondChain } = fixture.harness;
    await openUnder([sandboxUrl, chainUrl, secondChainUrl]);
    await payByProvider();
    await fund();
    await press('Pay with card');
    await buyByCard();
    await leave();
    await fund();
    await buy(() => press('Pay with Coinbase'));
    await leave();
    await fund();
    await press('Receive funds');
    await act.page.getByRole('img', { name: 'QR code of the address' }).waitFor();
    await leave();
    await fund();
    await press('Transfer from another network');
    await press('Driftwood');
    const findPayer = () =>
      window.host.wallets.find(({ walletClientType }) => walletClientType !== 'privy')?.address;
    await waitInPage(act.page, findPayer);
    await secondChain.fund((await act.page.evaluate(findPayer)) ?? '', 10n ** 18n);
    await act.page.getByText('Estimated fee', { exact: true }).waitFor();
    expect(await refused()).toEqual([]);
  });

  it('if the page’s policy blocks MoonPay, the page learns of a purchase from the service', async () => {
    await openUnder(
      [fixture.harness.chainUrl, fixture.harness.secondChainUrl].filter(
        (url) => !url.startsWith(fixture.harness.sandboxUrl),
      ),
    );
    await fund();
    await press('Pay with card');
    await buyByCard();
    expect((await refused()).some((one) => one.startsWith(`connect-src ${fixture.harness.sandboxUrl}`))).toBe(
      true,
    );
  });
});
