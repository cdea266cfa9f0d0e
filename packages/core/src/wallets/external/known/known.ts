import type { ChainType } from '@latchkey/wire';
import type { KnownWalletId } from '../../../config/index.ts';
import type { WalletStores } from '../wallet.ts';

/**
 * How a wallet is reached where it is not in the page (EXTW-15): by its extension, as Phantom with pages of its own, by
 * Coinbase's SDK, by WalletConnect as Safe, or as WalletConnect itself.
 */
export type WalletGroup = 'extension' | 'phantom' | 'coinbase' | 'safe' | 'wallet-connect';

/** All that is known of a wallet by name. Names and addresses are the wallets' own, published ones. */
export interface KnownWallet {
  readonly id: KnownWalletId;
  readonly name: string;
  readonly group: WalletGroup;
  readonly chainTypes: readonly ChainType[];
  /** What it announces itself as (EIP-6963). */
  readonly rdns?: readonly string[];
  /** What it sets on the provider that it puts into the page; the first record that has one of them is the wallet's. */
  readonly flags?: readonly string[];
  /** Its name in the Wallet Standard. */
  readonly standardName?: string;
  /** It asks the person even where it is asked to be silent, so a page must never ask it that. */
  readonly ignoresSilent?: true;
  /** Opens a page in the wallet's own browser, on a phone. */
  readonly openPage?: (url: string) => string;
  /** Opens a pairing in the wallet, on a phone. */
  readonly openPairing?: (uri: string) => string;
  /** Whether it pairs by WalletConnect. */
  readonly pairs?: true;
  readonly stores?: Partial<WalletStores>;
}

export const chromeStore = (id: string) => `https://chromewebstore.google.com/detail/${id}`;
export const firefoxStore = (name: string) => `https://addons.mozilla.org/firefox/addon/${name}/`;
export const appStore = (id: number) => `https://apps.apple.com/app/id${id}`;
export const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;
