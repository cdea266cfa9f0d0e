import { expect, test } from 'vitest';
import { shareWalletFixture } from '../../e2e/wallets/fixture.ts';
import { driftwood } from '../../e2e/wallets/pageWallets.ts';
import {
  burnerWalletName,
  installBurnerWallet,
  installMockWallet,
  mockWalletName,
} from './foreignWallets.ts';

// Our modal with wallets of other authors: one announced over EIP-6963, and one from Solana over the Wallet Standard.

const { open, harness } = shareWalletFixture();

test('[SIWE-02] [SIWE-03] our modal logs in with a foreign Solana wallet, links a foreign Ethereum wallet, and signs with its provider', async () => {
  const { page, press, choose, told, modal } = await open({
    wallets: [driftwood],
    async prepare(opening) {
      await installMockWallet(opening.context(), {
        privateKey: `0x${'6b'.repeat(32)}`,
        chainId: harness.chain.chainId,
        rpcUrl: harness.chainUrl,
      });
      await installBurnerWallet(opening.context());
    },
  });
  const linked = () => page.evaluate(() => window.walletApp.linked());
  const active = () => page.evaluate(() => window.walletApp.active());
  await press('Log in');
  await choose('Continue with a wallet', burnerWalletName);
  await page.locator('output', { hasText: 'did:privy:' }).waitFor();
  await expect.poll(linked).toEqual([expect.stringMatching(/^solana [1-9A-HJ-NP-Za-km-z]{32,44}$/)]);
  await modal.waitFor({ state: 'detached' });

  await press('Link a wallet');
  await choose(mockWalletName);
  await expect.poll(told).toContain('linked wallet');
  expect((await linked()).at(-1)).toBe(`ethereum ${await active()}`);
  const address = (await active()) ?? '';
  const signed = await page.evaluate(
    (from) => window.walletApp.request('personal_sign', ['0x4869', from]),
    address,
  );
  expect(signed).toMatch(/^0x[0-9a-f]{130}$/);
});
