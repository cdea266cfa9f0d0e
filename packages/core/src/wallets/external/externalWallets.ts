import { fail, isEmbeddedWallet } from '@latchkey/wire';
import { contextsOf, type WalletsContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { connectionsKey } from '../../storage/index.ts';
import { createStore, type Store } from '../../store.ts';
import { isSameAddress } from '../embedded/wallets.ts';
import type { ConnectedWallet, ExternalWallets, UsableWallet, WalletName } from './wallet.ts';

/** The wallets of a client, told in the same tick as they change. */
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
 * Where the choice of the active wallet is kept. Other tabs read it when they load, and not before: a choice that is made in
 * one must not exchange the wallet in the middle of what the person does in another.
 */
const activeKey = (appId: string) => `privy:${appId}:active-wallet` as const;

/** Lists the wallets that the person brought and that are connected in this page, the latest first. */
export function listExternalWallets(client: LatchkeyClient): readonly ConnectedWallet[] {
  return externalWalletsOf(contextsOf(client).wallets).get().connected;
}

/** Calls back after every change of {@link listExternalWallets}, in the same tick; returns the function that stops it. */
export function subscribeExternalWallets(client: LatchkeyClient, listener: () => void): () => void {
  return externalWalletsOf(contextsOf(client).wallets).subscribe(listener);
}

/**
 * Gives the wallet in use: the one that the person chose last, by connecting it or by {@link setActiveWallet}, while it is
 * there; else the one that was connected last, else the embedded one of Ethereum, else of Solana. The choice outlives a
 * reload, and a while in which its wallet is locked. Null without any, and until it is known which one it is: while wallets
 * are being brought back, and while a choice may be of a user whose session is being restored.
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

/** Whether all that the page before had is here, as far as it comes at all. */
function isSettled(wallets: WalletsContext): boolean {
  const { chosen, isReturning } = externalWalletsOf(wallets).get();
  const { ready, error } = wallets.session.state.get();
  return !isReturning && (chosen === null || ready || error !== null);
}

/**
 * Waits until it is known which wallet is in use after a reload, 1500 ms at most from when the client starts (CONST-04).
 * What shows or connects the wallet in use waits for it, so that another one is not there for a moment.
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
 * Makes a wallet the one in use.
 *
 * @throws ServiceError `not_found` for one that is neither connected nor the user's
 */
export function setActiveWallet(client: LatchkeyClient, wallet: WalletName): void {
  const { session, wallets } = contextsOf(client);
  const embedded = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  const all: readonly UsableWallet[] = [...externalWalletsOf(wallets).get().connected, ...embedded];
  const found = all.find((one) => isNamed(one, wallet)) ?? fail('not_found');
  chooseWallet(wallets, found);
}

/** Keeps which wallet the person chose; null forgets it. */
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

/** Calls back after every change of {@link getActiveWallet}, in the same tick; returns the function that stops it. */
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

/** Whether two wallets are one: the same address on the same kind of chain. */
export const isNamed = (wallet: WalletName, { address, chainType }: WalletName) =>
  wallet.chainType === chainType && isSameAddress(wallet.address, address);

/** Storage is the page's: another script may have written anything. */
function readName(text: string | null): WalletName | null {
  const [, chainType, address] = /^(ethereum|solana):(\w+)$/.exec(text ?? '') ?? [];
  return address ? { address, chainType: chainType === 'solana' ? 'solana' : 'ethereum' } : null;
}
