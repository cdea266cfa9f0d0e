import { expect, test } from 'vitest';
import { waitInPage } from '../../e2e/harness/index.ts';
import { newEmail, shareFixture, walletsOnLogin } from '../../e2e/modal/fixture.ts';
import { bundlePublishedHost } from '../bundle.ts';

// Solana's own libraries, which know nothing of Latchkey, find our wallet in the page.

declare global {
  interface Window {
    solanaApp: Record<'payByAdapter' | 'payByKit', (input: object) => Promise<string[]>>;
  }
}

const { act, open, fixture } = shareFixture({ app: { embedded_wallet_config: walletsOnLogin } });
const to = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';

test.each([
  ['@solana/kit', 'payByKit', 1],
  ['the wallet adapter and @solana/web3.js', 'payByAdapter', 2],
] as const)(
  'our Solana wallet is found in the page and makes payments through %s',
  async (_, library, payments) => {
    const { solana, solanaUrl } = fixture.harness;
    await open({ config: { solana: { rpcUrls: { 'solana:localnet': solanaUrl } } } });
    await act.logIn(newEmail());
    await act.leaveWithWallet();
    const { address } = await act.page.evaluate(() => window.solana.createWallet());
    await waitInPage(act.page, () => window.solana.wallets.length === 1);
    await solana.fund(address, 2_000_000_000n);
    const url = fixture.harness.host.setScript(await bundlePublishedHost('solanaApp.js'));
    await act.page.addScriptTag({ url, type: 'module' });
    await waitInPage(act.page, () => 'solanaApp' in window);

    const paying = act.page.evaluate(([name, input]) => window.solanaApp[name](input), [
      library,
      { name: 'Tidewater', rpcUrl: solanaUrl, to, lamports: 10_000_000 },
    ] as const);
    for (let done = 0; done < payments; done += 1) {
      await act.page.getByText('−0.0', { exact: false }).waitFor();
      await act.page.getByRole('button', { name: 'Sign and send', exact: true }).click();
      await act.page.getByText('Signed', { exact: true }).waitFor();
    }
    const signatures = await paying;
    expect(signatures).toHaveLength(payments);
    for (const signature of signatures) {
      const { value } = (await solana.request('getSignatureStatuses', [[signature]])) as { value: object[] };
      expect(value).toMatchObject([{ err: null }]);
    }
  },
);
