import { startChain, type TestChain } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitInPage } from '../harness/index.ts';
import { createApp, shareFixture, walletsOnLogin } from './fixture.ts';

// Only the app's settings name this chain. The host page does not know it.

const { act, fixture, openWithWallet } = shareFixture();

const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
const ether = 10n ** 18n;
const chainId = 777_001;

let chain: TestChain;
let appId: string;
beforeAll(async () => {
  chain = await startChain({ chainId });
  appId = await createApp(fixture.harness, {
    embedded_wallet_config: walletsOnLogin,
    chains: [
      {
        id: chainId,
        name: 'Tidewater Chain',
        native_currency: { name: 'Tide', symbol: 'TIDE' },
        rpc_url: chain.url,
        block_explorer_url: 'https://explorer.tidewater.example',
        testnet: true,
      },
    ],
  });
});
afterAll(() => chain?.close());

it('the wallet sends a transaction on a chain from the app’s settings, and the modal shows the chain’s name and currency', {
  tags: 'story',
}, async () => {
  await openWithWallet({ appId });
  const address = (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
  await chain.request('anvil_setBalance', [address, `0x${(2n * ether).toString(16)}`]);
  await act.page.evaluate(
    ([to, value, id]) => {
      Object.assign(window, { sent: null });
      void window.host
        .sendTransaction({ to, value: BigInt(value), chainId: id })
        .then(({ receipt }) => Object.assign(window, { sent: receipt }));
    },
    [friend, String(ether / 2n), chainId] as const,
  );
  await act.page.getByRole('heading', { name: 'Send 0.5 TIDE', exact: true }).waitFor();
  const network = act.page.locator('.review .row', { has: act.page.locator('dt', { hasText: 'Network' }) });
  expect((await network.locator('dd').innerText()).trim()).toBe('Tidewater Chain');
  await act.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await act.page.getByRole('heading', { name: 'All Done', exact: true }).waitFor();
  await waitInPage(act.page, () => (window as unknown as { sent: unknown }).sent !== null);
  const receipt = await act.page.evaluate(
    () => (window as unknown as { sent: { status: number; transactionHash: string } }).sent,
  );
  expect(receipt.status).toBe(1);
  expect(BigInt((await chain.request('eth_getBalance', [friend, 'latest'])) as string)).toBe(ether / 2n);
  const link = act.page.getByRole('link', { name: 'View on explorer' });
  expect(await link.getAttribute('href')).toBe(
    `https://explorer.tidewater.example/tx/${receipt.transactionHash}`,
  );
});
