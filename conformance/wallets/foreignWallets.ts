import type { BrowserContext } from 'playwright-core';
import { bundlePublishedHost } from '../bundle.ts';
import { loadPublished } from '../publishedPackage.ts';

// Wallets of other authors in the browser: they announce themselves, connect and sign as their authors wrote them.

type Hex = `0x${string}`;

export interface WalletRequest {
  method: string;
  params?: unknown[];
}

/** An announced wallet, as the test's process sees it behind the provider. */
export interface AnnouncedWallet {
  readonly address: Hex;
  /** Methods of the requests that the wallet has received. */
  readonly asked: string[];
}

interface WalletMock {
  installMockWallet(input: {
    browserContext: BrowserContext;
    wallet: { request(request: WalletRequest): Promise<unknown> };
  }): Promise<void>;
  createWallet(
    account: { address: Hex },
    transports: Record<number, unknown>,
    chain: object,
  ): { request(request: WalletRequest): Promise<unknown> };
}

/** Name under which `@johanneskares/wallet-mock` announces itself. */
export const mockWalletName = 'Mock Wallet';
export const burnerWalletName = 'Burner Wallet';

/**
 * Adds `@johanneskares/wallet-mock` to every page of a browser: announced over EIP-6963, with its own key and the
 * test's chain. It agrees to every request.
 */
export async function installMockWallet(
  context: BrowserContext,
  input: { privateKey: Hex; chainId: number; rpcUrl: string },
): Promise<AnnouncedWallet> {
  const { installMockWallet: install, createWallet } = await loadPublished<WalletMock>(
    '@johanneskares/wallet-mock',
  );
  const { privateKeyToAccount } = await loadPublished<{ privateKeyToAccount(key: Hex): { address: Hex } }>(
    'viem/accounts',
  );
  const { defineChain, http } = await loadPublished<{
    defineChain(chain: object): object;
    http(url: string): unknown;
  }>('viem');
  const account = privateKeyToAccount(input.privateKey);
  const chain = defineChain({
    id: input.chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [input.rpcUrl] } },
  });
  const wallet = createWallet(account, { [input.chainId]: http(input.rpcUrl) }, chain);
  const asked: string[] = [];
  await install({
    browserContext: context,
    wallet: {
      request(request) {
        asked.push(request.method);
        return wallet.request(request);
      },
    },
  });
  return { address: account.address, asked };
}

/** Adds the burner wallet from Solana's wallet adapter to every page of a browser, through the Wallet Standard. */
export async function installBurnerWallet(context: BrowserContext): Promise<void> {
  const { chunks, entry } = await bundlePublishedHost('burnerWallet.js');
  await context.addInitScript({ content: `(() => {${chunks[entry]}})();` });
}
