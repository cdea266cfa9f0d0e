import type { ChainType } from '@latchkey/wire';
import type { KnownWalletId } from '../../../config/index.ts';
import type { WalletStores } from '../wallet.ts';

/**
 * Kind of a known wallet (EXTW-15): a browser's wallet, mostly an extension; Phantom, an extension and an app; a wallet
 * of Coinbase, connected with its SDK; Safe, connected over WalletConnect; or WalletConnect itself.
 */
export type WalletGroup = 'extension' | 'phantom' | 'coinbase' | 'safe' | 'wallet-connect';

/** Record of a known wallet. Names and URLs are those that the wallets publish. */
export interface KnownWallet {
  readonly id: KnownWalletId;
  readonly name: string;
  readonly group: WalletGroup;
  readonly chainTypes: readonly ChainType[];
  /** Domains that it announces (EIP-6963). */
  readonly rdns?: readonly string[];
  /** Properties that it sets on its injected provider. The first record with a match wins. */
  readonly flags?: readonly string[];
  readonly standardName?: string;
  /** True if the wallet prompts even for a silent connection, so a page must not request one. */
  readonly ignoresSilent?: true;
  /** Returns the link that opens a page in the wallet's own browser, on a phone. */
  readonly openPage?: (url: string) => string;
  /** Returns the link that opens a pairing in the wallet, on a phone. */
  readonly openPairing?: (uri: string) => string;
  readonly pairs?: true;
  readonly stores?: Partial<WalletStores>;
}

export const chromeStore = (id: string) => `https://chromewebstore.google.com/detail/${id}`;
export const firefoxStore = (name: string) => `https://addons.mozilla.org/firefox/addon/${name}/`;
export const appStore = (id: number) => `https://apps.apple.com/app/id${id}`;
export const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;
