import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shareFixture, walletsOnLogin } from './fixture.ts';
import { fundingOf } from './fundingPageObject.ts';

// A user may dismiss a screen that a hook opened. If the host handles the hook's promise, or the hook returns none, no
// unhandled rejection may reach the host's error tracker.

const { fixture, act, open, openWithWallet } = shareFixture({
  app: {
    sms_auth: true,
    passkey_auth: true,
    wallet_auth: true,
    mfa_methods: ['totp'],
    embedded_wallet_config: { ...walletsOnLogin, user_owned_recovery_options: ['user-passcode'] },
    funding_config: fundingOf({ methods: ['external'] }),
  },
});

/** Collects the unhandled errors of a page from now on. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Makes a hook open its screen, handles the hook's promise as a host would, and dismisses the screen. */
async function dismiss(opener: () => unknown): Promise<void> {
  const { page } = act;
  await page.evaluate(`void Promise.resolve((${opener})()).catch(() => undefined)`);
  const modal = page.locator('latchkey-modal');
  await page.locator('latchkey-modal .shell:not(:has(> .content > .placeholder))').waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.locator('#state', { hasText: 'modal closed' }).waitFor();
}

it("no rejection stays unhandled if a user who is logged out dismisses a hook's screen", async () => {
  await open();
  const errors = watchErrors(act.page);
  await act.page.locator('html[data-ready=true]').waitFor();
  await dismiss(() => window.host.latchkey.login());
  await dismiss(() => window.host.connections.connectWallet());
  await dismiss(() => window.host.connections.connectOrCreateWallet());
  expect(errors).toEqual([]);
});

it("no rejection stays unhandled if a user who is logged in dismisses a hook's screen", async () => {
  const { chainUrl } = fixture.harness;
  const chain = { id: 31_337, name: 'Devnet', rpcUrls: { default: { http: [chainUrl] } } };
  await openWithWallet({ config: { chains: [chain] } });
  const errors = watchErrors(act.page);
  await act.page.evaluate(() => window.showDevices());
  const openers: Record<string, () => unknown> = {
    signMessage: () => window.host.signMessage({ message: 'Hello' }),
    signTypedData: () =>
      window.host.signTypedData({
        typedData: {
          domain: { name: 'Tidewater' },
          types: { Note: [{ name: 'text', type: 'string' }] },
          primaryType: 'Note',
          message: { text: 'Hello' },
        },
      }),
    sendTransaction: () => window.host.sendTransaction({ to: `0x${'1'.repeat(40)}`, value: 1n }),
    signTransaction: () => window.host.signTransaction({ to: `0x${'1'.repeat(40)}`, value: 1n }),
    exportWallet: () => window.host.exportWallet(),
    setWalletRecovery: () => window.host.recovery.setWalletRecovery(),
    setWalletPassword: () => window.host.recovery.setWalletPassword(),
    fundWallet: () => window.host.fundWallet({ address: window.host.wallets[0]?.address ?? '' }),
    linkPhone: () => window.host.accounts.linkPhone(),
    linkPasskey: () => window.host.accounts.linkPasskey(),
    linkWallet: () => window.host.accounts.linkWallet(),
    updateEmail: () => window.host.accounts.updateEmail(),
    showMfaEnrollmentModal: () => window.host.mfa.showMfaEnrollmentModal(),
    'useSessions().manage': () => window.sessions.manage(),
    'useRecoveryPasskeys().manage': () => window.passkeys.manage(),
    'useConnectedApps().manage': () => window.connectedApps.manage(),
  };
  for (const [name, opener] of Object.entries(openers)) {
    await dismiss(opener);
    expect(errors, name).toEqual([]);
  }
});
