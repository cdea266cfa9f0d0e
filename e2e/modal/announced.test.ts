import { beforeEach, describe, expect, it } from 'vitest';
import { requestAnnounced } from '../attacks/requestAnnounced.ts';
import { waitInPage } from '../harness/index.ts';
import { type FixtureOptions, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

// Any script of the page can find a wallet that the host announces (EIP-6963).

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const { act, open, openWithWallet, fixture } = shareFixture({
  app: {
    embedded_wallet_config: walletsOnLogin,
    // Lets the host sign without prompts.
    enforce_wallet_uis: false,
    legacy_wallet_ui_config: true,
  },
});

const hostOf = (announce?: boolean): FixtureOptions => {
  const chain = (id: number) => ({
    id,
    name: `Chain ${id}`,
    rpcUrls: { default: { http: [fixture.harness.chainUrl] } },
  });
  return {
    config: {
      chains: [chain(31_337), chain(31_338)],
      embeddedWallets: {
        noPromptOnSignature: true,
        ...(announce === undefined ? {} : { ethereum: { announce } }),
      },
    },
  };
};

describe('an announced wallet', () => {
  let address: string;
  beforeEach(async () => {
    await openWithWallet(hostOf(true));
    address = await act.page.evaluate(() => window.host.wallets[0]?.address ?? '');
    await fixture.harness.chain.fund(address, 10n ** 18n);
  });

  it('an announced wallet prompts for the five kinds of signature and transaction that a script requests, even if the host itself signs without prompts', async () => {
    const { page } = act;
    expect(await page.evaluate(() => window.host.signMessage({ message: 'Hello' }))).toMatch(/^0x/);
    expect(await page.evaluate(requestAnnounced, to)).toBe(1);
    for (let declined = 1; declined <= 5; declined += 1) {
      await waitInPage(page, (answered) => window.asked.length >= answered, declined - 1);
      // The screen of the previous request may still be closing, so Escape is pressed until the request is rejected.
      await expect
        .poll(async () => {
          await page.keyboard.press('Escape');
          return page.evaluate(() => window.asked.length);
        })
        .toBeGreaterThanOrEqual(declined);
    }
    await waitInPage(page, () => window.asked.length === 6);
    expect(await page.evaluate(() => window.asked)).toEqual([
      { method: 'personal_sign', given: 4001 },
      { method: 'eth_signTypedData_v4', given: 4001 },
      { method: 'eth_signTransaction', given: 4001 },
      { method: 'eth_sendTransaction', given: 4001 },
      { method: 'wallet_sendCalls', given: 4001 },
      { method: 'switched', given: '0x7a6a' },
    ]);
    expect(await fixture.harness.chain.request('eth_getTransactionCount', [address, 'latest'])).toBe('0x0');
    // A transaction that the host sends without a prompt stays on the host's chain.
    const { hash } = await page.evaluate((to) => window.host.sendTransaction({ to, value: 1 }), to);
    expect(await fixture.harness.chain.request('eth_getTransactionByHash', [hash])).toMatchObject({
      chainId: '0x7a69',
    });
  });

  it('an announced wallet tells its listeners at the logout that it has no accounts and is disconnected', async () => {
    const told = await act.page.evaluate(async () => {
      const found: { provider: { on(event: string, listener: (payload: unknown) => void): void } }[] = [];
      window.addEventListener('eip6963:announceProvider', (event) =>
        found.push((event as CustomEvent).detail),
      );
      window.dispatchEvent(new Event('eip6963:requestProvider'));
      const told: unknown[] = [];
      for (const event of ['accountsChanged', 'disconnect'])
        found[0]?.provider.on(event, (payload) =>
          told.push([event, (payload as { code?: number }).code ?? payload]),
        );
      await window.host.latchkey.logout();
      return told;
    });
    expect(told).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ]);
  });
});

it('a wallet is not announced by default', async () => {
  await open(hostOf());
  await act.logIn(newEmail());
  expect(await act.page.evaluate(requestAnnounced, to)).toBe(0);
});
