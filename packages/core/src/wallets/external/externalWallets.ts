import { fail, isEmbeddedWallet } from '@latchkey/wire';
import { contextsOf, type WalletsContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { connectionsKey } from '../../storage/index.ts';
import { createStore, type Store } from '../../store.ts';
import { isSameAddress } from '../embedded/wallets.ts';
import type { ConnectedWallet, ExternalWallets, UsableWallet, WalletName } from './wallet.ts';

/** Returns the store of a client's external wallets. Listeners are called in the same tick. */
export function externalWalletsOf(wallets: WalletsContext): Store<ExternalWallets> {
  const { storage, options } = wallets.page;
  const known = wallets.external.get();
  if (known) return known;
  const created = createStore<ExternalWallets>({
    connected: [],
    chosen: readName(storage.find(activeKey(options.appId))),
    isReturning: storage.find(connectionsKey) !== null,
  });
  wallets.external.set(created);
  return created;
}

/**
 * Storage key of the chosen wallet. Other tabs read it only when they load, so a choice in one tab does not replace
 * the wallet in use in another.
 */
const activeKey = (appId: string) => `privy:${appId}:active-wallet` as const;

/** Lists the external wallets connected in this page, most recently connected first. */
export function listExternalWallets(client: LatchkeyClient): readonly ConnectedWallet[] {
  return externalWalletsOf(contextsOf(client).wallets).get().connected;
}

/**
 * Calls `listener` after every change of {@link listExternalWallets}, in the same tick. Returns a function that
 * unsubscribes.
 */
export function subscribeExternalWallets(client: LatchkeyClient, listener: () => void): () => void {
  return externalWalletsOf(contextsOf(client).wallets).subscribe(listener);
}

/**
 * Returns the active wallet: the one that the user chose last by connecting it or with {@link setActiveWallet}, if it
 * is available. Otherwise the wallet connected last, then the embedded wallet of Ethereum, then of Solana. The choice
 * survives reloads and a locked wallet.
 *
 * Returns null without a wallet. Also returns null while wallets reconnect or, if a wallet was chosen, while the
 * session is restored, unless the chosen wallet is available already.
 */
export function getActiveWallet(client: LatchkeyClient): UsableWallet | null {
  const { session, wallets } = contextsOf(client);
  const { connected, chosen } = externalWalletsOf(wallets).get();
  const embedded = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  const all: readonly UsableWallet[] = [...connected, ...embedded];
  const found = chosen && all.find((wallet) => isNamed(wallet, chosen));
  if (found) return found;
  if (!isSettled(wallets)) return null;
  return connected[0] ?? embedded.find(({ chainType }) => chainType === 'ethereum') ?? embedded[0] ?? null;
}

/** True once the earlier page's wallets were tried and, if a wallet was chosen, the session is restored or failed. */
function isSettled(wallets: WalletsContext): boolean {
  const { chosen, isReturning } = externalWalletsOf(wallets).get();
  const { ready, error } = wallets.session.state.get();
  return !isReturning && (chosen === null || ready || error !== null);
}

/**
 * Waits until the active wallet is known after a reload: until wallets reconnected, for 1500 ms at most (CONST-04),
 * and, if a wallet was chosen, the session is restored or failed. Await it before you show or use the active wallet,
 * so another wallet does not appear first.
 */
export function waitForActiveWallet(client: LatchkeyClient): Promise<UsableWallet | null> {
  const { session, wallets } = contextsOf(client);
  return new Promise((resolve) => {
    const look = () => {
      const active = getActiveWallet(client);
      if (!active && !isSettled(wallets)) return;
      for (const stop of stops) stop();
      resolve(active);
    };
    const stops = [externalWalletsOf(wallets).subscribe(look), session.state.subscribe(look)];
    look();
  });
}

/**
 * Makes a wallet the active one.
 *
 * @throws ServiceError `not_found` if it is neither connected nor an embedded wallet of the user
 */
export function setActiveWallet(client: LatchkeyClient, wallet: WalletName): void {
  const { session, wallets } = contextsOf(client);
  const embedded = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  const all: readonly UsableWallet[] = [...externalWalletsOf(wallets).get().connected, ...embedded];
  const found = all.find((one) => isNamed(one, wallet)) ?? fail('not_found');
  chooseWallet(wallets, found);
}

/** Stores the user's choice of the active wallet; null removes it. */
export function chooseWallet(wallets: WalletsContext, wallet: WalletName | null): void {
  const chosen = wallet && { address: wallet.address, chainType: wallet.chainType };
  const externalWallets = externalWalletsOf(wallets);
  const before = externalWallets.get().chosen;
  if (before === chosen || (before && chosen && isNamed(before, chosen))) return;
  wallets.page.storage.set(
    activeKey(wallets.page.options.appId),
    chosen && `${chosen.chainType}:${chosen.address}`,
  );
  externalWallets.set({ chosen });
}

/**
 * Calls `listener` after every change of {@link getActiveWallet}, in the same tick. Returns a function that
 * unsubscribes.
 */
export function subscribeActiveWallet(client: LatchkeyClient, listener: () => void): () => void {
  const { session, wallets } = contextsOf(client);
  let known = getActiveWallet(client);
  const tell = () => {
    const active = getActiveWallet(client);
    if (active === known) return;
    known = active;
    listener();
  };
  const stops = [externalWalletsOf(wallets).subscribe(tell), session.state.subscribe(tell)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** True if two wallets have the same address and chain type. */
export const isNamed = (wallet: WalletName, { address, chainType }: WalletName) =>
  wallet.chainType === chainType && isSameAddress(wallet.address, address);

/**
 * Another script of the host page may have written anything to the storage. Anything but a wallet's name becomes
 * null.
 */
function readName(text: string | null): WalletName | null {
  const [, chainType, address] = /^(ethereum|solana):(\w+)$/.exec(text ?? '') ?? [];
  return address ? { address, chainType: chainType === 'solana' ? 'solana' : 'ethereum' } : null;
}
