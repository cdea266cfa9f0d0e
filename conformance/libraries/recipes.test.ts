import { getContract } from '@latchkey/sandbox';
import { deploy } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Harness,
  openProfile,
  type Profile,
  startHarness,
  waitInPage,
} from '../../e2e/harness/index.ts';
import type { HostScript } from '../../scripts/build/hostScript.ts';
import { installMockWallet } from '../wallets/foreignWallets.ts';
import { buildPage } from './buildPage.ts';

// Recipes from the documentation of dapp libraries, as a host writes them, with our modal on Anvil.

declare global {
  interface Window {
    recipes: Record<'connect' | 'disconnect' | 'run', () => Promise<Record<string, unknown>>>;
  }
}

const email = 'library@example.com';

describe('dapp libraries', () => {
  let harness: Harness;
  let profile: Profile;
  let page: Page;
  let blocks: NodeJS.Timeout;
  /** Known after the first login. */
  let address: string;
  const request = (name: keyof Window['recipes']) => page.evaluate((act) => window.recipes[act](), name);
  const shown = (text: string) => page.locator('output', { hasText: text }).waitFor();

  async function open(path: string, script: HostScript): Promise<void> {
    const { appId, url: apiUrl, chainUrl: rpcUrl } = harness;
    const { abi, bytecode } = getContract('TestToken');
    const { address: token } = await deploy(harness.chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const config = {
      appId,
      apiUrl,
      rpcUrl,
      chainId: harness.chain.chainId,
      token: { abi, bytecode, address: token },
    };
    harness.host.setPage(path, { script, config });
    await page.goto(`${harness.host.origin}${path}`);
    await waitInPage(page, () => 'recipes' in window);
  }

  async function logIn(): Promise<void> {
    const modal = page.locator('latchkey-modal');
    await modal.locator('input[type=email]').fill(email);
    await page.keyboard.press('Enter');
    await modal.locator('.shell[data-screen=AWAITING_PASSWORDLESS_CODE]').waitFor();
    await page.keyboard.type(await harness.inbox.nextCode(email));
  }

  beforeAll(async () => {
    const embedded_wallet_config = { ethereum: { create_on_login: 'users-without-wallets' as const } };
    harness = await startHarness({ app: { name: 'Dapp', embedded_wallet_config } });
    profile = await openProfile();
    page = await profile.newPage();
    // Mines blocks at intervals, as on a real chain: a library that finds no receipt waits for the next block.
    blocks = setInterval(() => void harness.chain.request('anvil_mine', ['0x1']).catch(() => {}), 1_000);
  });
  afterAll(async () => {
    clearInterval(blocks);
    await profile?.close();
    await harness?.close();
  });

  const done = {
    message: true,
    typedData: true,
    receipts: ['success', 'success'],
    calls: 2,
    capabilities: { atomic: { status: 'unsupported' } },
  };

  test('wagmi 3 connects with our login, runs its recipes, and is connected after a reload', async () => {
    await open('/wagmi-3', await buildPage('wagmiApp.jsx', 'wagmi-3'));
    await shown('disconnected');
    const connecting = request('connect');
    await logIn();
    const { accounts, chainId } = await connecting;
    expect(chainId).toBe(harness.chain.chainId);
    [address = ''] = accounts as string[];
    await shown(`connected Harbour ${address}`);
    await harness.chain.fund(address, 10n * 10n ** 18n);
    expect(await request('run')).toEqual({ ...done, switched: harness.chain.chainId + 1 });
    await page.reload();
    await shown(`connected Harbour ${address}`);
  });

  test('wagmi 2 finds the user connected, runs its recipes, and disconnects without a logout', async () => {
    await open('/wagmi-2', await buildPage('wagmiApp.jsx'));
    await shown(`connected Harbour ${address}`);
    expect(await request('run')).toEqual({ ...done, switched: harness.chain.chainId + 1 });
    expect(await request('disconnect')).toBe(true);
    await shown('disconnected');
    await page.reload();
    await waitInPage(page, () => 'recipes' in window);
    expect(await request('connect')).toMatchObject({ accounts: [address] });
    await shown(`connected Harbour ${address}`);
  });

  test('viem runs its recipes with the provider, and with our account', async () => {
    await open('/viem', await buildPage('viemApp.jsx'));
    expect(await request('run')).toEqual({
      ...done,
      addresses: [address],
      receipts: ['success', 'success', 'success'],
      balance: '5',
      watched: false,
      switched: harness.chain.chainId + 1,
      calls: ['success', 2],
      permission: 'eth_accounts',
      account: [true, true, 'success'],
      refused: ['not_supported', 'not_supported', 'not_supported'],
    });
  });

  test('ethers runs its recipes with BrowserProvider, and with our signer', async () => {
    await open('/ethers', await buildPage('ethersApp.jsx'));
    const signed = { message: true, typedData: true, receipts: [1, 1], balance: '5' };
    expect(await request('run')).toEqual({ address, browser: signed, own: signed });
  });

  test('viem, ethers and wagmi run their recipes with the user’s external wallet', async () => {
    const visitor = await openProfile();
    const own = page;
    try {
      const { address: external } = await installMockWallet(visitor.context, {
        privateKey: `0x${'3c'.repeat(32)}`,
        chainId: harness.chain.chainId,
        rpcUrl: harness.chainUrl,
      });
      await harness.chain.fund(external, 10n ** 18n);
      page = await visitor.newPage();
      await open('/external', await buildPage('externalWalletApp.jsx', 'wagmi-3'));
      expect(await request('connect')).toEqual({ address: external });
      expect(await request('run')).toEqual({
        viem: [true, 'success'],
        ethers: true,
        wagmi: [[external], true, 'success'],
        status: 'disconnected',
      });
    } finally {
      page = own;
      await visitor.close();
    }
  });
});
