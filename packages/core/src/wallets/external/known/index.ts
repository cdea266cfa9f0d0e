/** Wallets that are known by name (EXTW-14), one record each. Other code reads known wallets only from here. */
import type { KnownWalletId } from '../../../config/index.ts';
import { braveWallet } from './braveWallet.ts';
import { coinbaseSmartWallet } from './coinbaseSmartWallet.ts';
import { coinbaseWallet } from './coinbaseWallet.ts';
import { cryptocom } from './cryptocom.ts';
import type { KnownWallet } from './known.ts';
import { metamask } from './metamask.ts';
import { okxWallet } from './okxWallet.ts';
import { phantom } from './phantom.ts';
import { rabbyWallet } from './rabbyWallet.ts';
import { rainbow } from './rainbow.ts';
import { safe } from './safe.ts';
import { uniswap } from './uniswap.ts';
import { walletConnect } from './walletConnect.ts';
import { zerion } from './zerion.ts';

export type { KnownWallet } from './known.ts';

/** Alphabetical by id. */
const byId = {
  brave_wallet: braveWallet,
  coinbase_smart_wallet: coinbaseSmartWallet,
  coinbase_wallet: coinbaseWallet,
  cryptocom,
  metamask,
  okx_wallet: okxWallet,
  phantom,
  rabby_wallet: rabbyWallet,
  rainbow,
  safe,
  uniswap,
  wallet_connect: walletConnect,
  zerion,
} as const satisfies Record<KnownWalletId, KnownWallet>;

/** MetaMask comes last, because other wallets also set its flag for pages that know no other wallet. */
const all: readonly KnownWallet[] = Object.values(byId).sort(
  (a, b) => Number(a.id === 'metamask') - Number(b.id === 'metamask'),
);

export const findKnown = (id: string): KnownWallet | null => all.find((known) => known.id === id) ?? null;

/**
 * Returns the known wallet of an announced domain (EIP-6963). Any script can announce any domain, so the match proves
 * nothing.
 */
export const findByRdns = (rdns: string): KnownWallet | null =>
  all.find((known) => known.rdns?.includes(rdns)) ?? null;

/** Returns the known wallet of a Wallet Standard name, or of the name of a paired wallet (`MetaMask Wallet`). */
export const findByName = (name: string): KnownWallet | null =>
  all.find((known) => known.standardName === name || known.name === name) ??
  all.find((known) => known.pairs && known.name === name.replace(/ Wallet$/, '')) ??
  null;

/** Returns the known wallet of an injected provider, by the flags that it sets. */
export const findByFlags = (isSet: (flag: string) => boolean): KnownWallet | null =>
  all.find((known) => known.flags?.some(isSet)) ?? null;
