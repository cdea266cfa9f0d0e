import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, openProfile, type Profile, startHarness } from '../../e2e/harness/index.ts';
import {
  type AnnouncedWallet,
  burnerWalletName,
  installBurnerWallet,
  installMockWallet,
  mockWalletName,
} from '../wallets/foreignWallets.ts';
import { openPublishedApp, type PublishedApp, publishReactAuthHost } from './publishedApp.ts';

// The published client with wallets of other authors: only the service is ours. The older client repeats the newest
// one's tests, so only the wide run includes it.

const clients = [
  {
    version: '3.45.0',
    host: { page: 'reactAuthNewest.jsx', client: 'react-auth-newest', path: '/newest' },
    hasSolana: true,
  },
  { version: '1.99.1', host: { path: '/' }, hasSolana: false },
].slice(0, process.env.LATCHKEY_WIDE === '1' ? undefined : 1);

describe('react-auth with wallets in the page', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness({
      app: {
        published_clients: true,
        wallet_auth: true,
        solana_wallet_auth: true,
        max_linked_wallets_per_user: null,
      },
    });
  });
  afterAll(() => harness?.close());

  describe.each(clients)('$version', ({ version, host, hasSolana }) => {
    let profile: Profile;
    let page: Page;
    let app: PublishedApp;
    let wallet: AnnouncedWallet;
    const accounts = async () => JSON.parse(await app.read('accounts')) as Record<string, unknown>[];
    const ethereum = () => ({
      type: 'wallet',
      address: wallet.address,
      chainType: 'ethereum',
      walletClientType: 'mock_wallet',
      connectorType: 'injected',
    });

    /**
     * Opens the host app, and waits until the client has found the wallet. The client never lists a wallet that it
     * finds later.
     */
    async function open(): Promise<void> {
      const before = wallet.asked.length;
      app = await openPublishedApp(harness, page, `${harness.host.origin}${host.path}`);
      await expect
        .poll(async () => {
          // The client waits three seconds for older wallets, unless one announces itself.
          await page.evaluate(() => window.dispatchEvent(new Event('ethereum#initialized')));
          return wallet.asked.slice(before);
        })
        .toContain('eth_accounts');
    }
    async function choose(...names: string[]): Promise<void> {
      for (const name of names) await app.modal.getByText(name, { exact: true }).first().click();
    }
    const loggedIn = () => page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();

    beforeAll(async () => {
      await publishReactAuthHost(harness, {
        ...host,
        createOnLogin: 'off',
        loginMethods: ['email', 'wallet'],
        chain: { chainId: harness.chain.chainId, rpcUrl: harness.chainUrl, sends: [] },
      });
      profile = await openProfile();
      wallet = await installMockWallet(profile.context, {
        // Each version has its own key, because a wallet belongs to one user.
        privateKey: `0x${version.replaceAll('.', '').padStart(64, '7')}`,
        chainId: harness.chain.chainId,
        rpcUrl: harness.chainUrl,
      });
      if (hasSolana) await installBurnerWallet(profile.context);
      page = await profile.newPage();
    });
    afterAll(() => profile?.close());

    test('[SIWE-03] [LINK-08] react-auth links a wallet and unlinks it', async () => {
      await open();
      await app.logIn(`wallets-${version.replaceAll('.', '-')}@example.com`);
      await app.press('Link wallet');
      await choose(mockWalletName);
      await expect.poll(accounts).toMatchObject([{ type: 'email' }, ethereum()]);
      await app.modal.waitFor({ state: 'detached' });
      await app.press('Unlink wallet');
      expect(await app.read('result')).toBe('1');
      expect(await accounts()).toMatchObject([{ type: 'email' }]);
      await app.press('Log out');
      await page.getByText('signed out').waitFor();
    });

    test('[SIWE-01] [SIWE-02] [SIWE-04] react-auth logs in with a wallet, recognises the user, and cannot unlink the last account', async () => {
      await open();
      await app.press('Log in');
      await choose(...(await entriesOf(app)));
      await loggedIn();
      const user = await app.read('user');
      expect(await accounts()).toMatchObject([ethereum()]);
      await app.modal.waitFor({ state: 'detached' });
      await app.press('Unlink wallet');
      expect(await app.read('result')).toMatch(/^error: /);
      await app.press('Log out');
      await page.getByText('signed out').waitFor();
      await app.press('Log in');
      await choose(...(await entriesOf(app)));
      await loggedIn();
      expect(await app.read('user')).toBe(user);
    });

    // The older client's host app configures no Solana wallets.
    if (!hasSolana) return;
    test('react-auth links a Solana wallet with a signature', async () => {
      await app.modal.waitFor({ state: 'detached' });
      await app.press('Link wallet');
      await choose(burnerWalletName);
      await expect
        .poll(accounts)
        .toMatchObject([ethereum(), { type: 'wallet', chainType: 'solana', address: expect.any(String) }]);
    });
  });
});

/**
 * Returns the buttons from the landing screen to the wallet. After a login the landing screen lists the wallet
 * itself, as the last one used.
 */
async function entriesOf(app: PublishedApp): Promise<string[]> {
  const more = app.modal.getByText('Continue with a wallet', { exact: true });
  const recent = app.modal.getByText(mockWalletName, { exact: true });
  await more.or(recent).first().waitFor();
  return (await recent.isVisible()) ? [mockWalletName] : ['Continue with a wallet', mockWalletName];
}
