import type { BrowserContext } from 'playwright-core';
import { bundlePublishedHost } from '../bundle.ts';
import { loadPublished } from '../publishedPackage.ts';

// Wallets in the browser that are none of ours: they announce themselves, connect and sign as their authors wrote them.

type Hex = `0x${string}`;

/** A question to the wallet, as EIP-1193 has it. */
export interface WalletRequest {
  method: string;
  params?: unknown[];
}

/** What an announced wallet does behind its provider, in the test's process. */
export interface AnnouncedWallet {
  readonly address: Hex;
  /** Questions to it so far, by method. */
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

/** The name under which `@johanneskares/wallet-mock` announces itself. */
export const mockWalletName = 'Mock Wallet';
/** That of the burner wallet of Solana's wallet adapter. */
export const burnerWalletName = 'Burner Wallet';

/**
 * Puts `@johanneskares/wallet-mock` into every page of a browser: announced over EIP-6963, with a key of its own, and the
 * chain that a test has. It agrees to whatever it is asked.
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

/** Puts the burner wallet of Solana's wallet adapter into every page of a browser, by the Wallet Standard. */
export async function installBurnerWallet(context: BrowserContext): Promise<void> {
  const { chunks, entry } = await bundlePublishedHost('burnerWallet.js');
  await context.addInitScript({ content: `(() => {${chunks[entry]}})();` });
}
