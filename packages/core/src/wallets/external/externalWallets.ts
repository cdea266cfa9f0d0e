import { fail, isEmbeddedWallet } from '@latchkey/wire';
import { type Internals, internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { connectionsKey } from '../../storage/index.ts';
import { createStore, type Store } from '../../store.ts';
import { isSameAddress } from '../embedded/wallets.ts';
import type { ConnectedWallet, ExternalWallets, UsableWallet, WalletName } from './wallet.ts';

/** The wallets of a client, told in the same tick as they change. */
export function externalWalletsOf(internals: Internals): Store<ExternalWallets> {
  const { storage, options } = internals;
  internals.externalWallets ??= createStore<ExternalWallets>({
    connected: [],
    chosen: readName(storage.find(activeKey(options.appId))),
    isReturning: storage.find(connectionsKey) !== null,
  });
  return internals.externalWallets;
}

/**
 * Where the choice of the active wallet is kept. Other tabs read it when they load, and not before: a choice that is made in
 * one must not exchange the wallet in the middle of what the person does in another.
 */
const activeKey = (appId: string) => `privy:${appId}:active-wallet` as const;

/** Lists the wallets that the person brought and that are connected in this page, the latest first. */
export function listExternalWallets(client: LatchkeyClient): readonly ConnectedWallet[] {
  return externalWalletsOf(internalsOf(client)).get().connected;
}

/** Calls back after every change of {@link listExternalWallets}, in the same tick; returns the function that stops it. */
export function subscribeExternalWallets(client: LatchkeyClient, listener: () => void): () => void {
  return externalWalletsOf(internalsOf(client)).subscribe(listener);
}

/**
 * Gives the wallet in use: the one that the person chose last, by connecting it or by {@link setActiveWallet}, while it is
 * there; else the one that was connected last, else the embedded one of Ethereum, else of Solana. The choice outlives a
 * reload, and a while in which its wallet is locked. Null without any, and until it is known which one it is: while wallets
 * are being brought back, and while a choice may be of a user whose session is being restored.
 */
export function getActiveWallet(client: LatchkeyClient): UsableWallet | null {
  const internals = internalsOf(client);
  const { connected, chosen } = externalWalletsOf(internals).get();
  const embedded = internals.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  const all: readonly UsableWallet[] = [...connected, ...embedded];
  const found = chosen && all.find((wallet) => isNamed(wallet, chosen));
  if (found) return found;
  if (!isSettled(internals)) return null;
  return connected[0] ?? embedded.find(({ chainType }) => chainType === 'ethereum') ?? embedded[0] ?? null;
}

/** Whether all that the page before had is here, as far as it comes at all. */
function isSettled(internals: Internals): boolean {
  const { chosen, isReturning } = externalWalletsOf(internals).get();
  const { ready, error } = internals.state.get();
  return !isReturning && (chosen === null || ready || error !== null);
}

/**
 * Waits until it is known which wallet is in use after a reload, 1500 ms at most from when the client starts (CONST-04).
 * What shows or connects the wallet in use waits for it, so that another one is not there for a moment.
 */
export function waitForActiveWallet(client: LatchkeyClient): Promise<UsableWallet | null> {
  const internals = internalsOf(client);
  return new Promise((resolve) => {
    const look = () => {
      const active = getActiveWallet(client);
      if (!active && !isSettled(internals)) return;
      for (const stop of stops) stop();
      resolve(active);
    };
    const stops = [externalWalletsOf(internals).subscribe(look), internals.state.subscribe(look)];
    look();
  });
}

/**
 * Makes a wallet the one in use.
 *
 * @throws ServiceError `not_found` for one that is neither connected nor the user's
 */
export function setActiveWallet(client: LatchkeyClient, wallet: WalletName): void {
  const internals = internalsOf(client);
  const embedded = internals.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  const all: readonly UsableWallet[] = [...externalWalletsOf(internals).get().connected, ...embedded];
  const found = all.find((one) => isNamed(one, wallet)) ?? fail('not_found');
  chooseWallet(internals, found);
}

/** Keeps which wallet the person chose; null forgets it. */
export function chooseWallet(internals: Internals, wallet: WalletName | null): void {
  const chosen = wallet && { address: wallet.address, chainType: wallet.chainType };
  const externalWallets = externalWalletsOf(internals);
  const before = externalWallets.get().chosen;
  if (before === chosen || (before && chosen && isNamed(before, chosen))) return;
  internals.storage.set(
    activeKey(internals.options.appId),
    chosen && `${chosen.chainType}:${chosen.address}`,
  );
  externalWallets.set({ chosen });
}

/** Calls back after every change of {@link getActiveWallet}, in the same tick; returns the function that stops it. */
export function subscribeActiveWallet(client: LatchkeyClient, listener: () => void): () => void {
  const internals = internalsOf(client);
  let known = getActiveWallet(client);
  const tell = () => {
    const active = getActiveWallet(client);
    if (active === known) return;
    known = active;
    listener();
  };
  const stops = [externalWalletsOf(internals).subscribe(tell), internals.state.subscribe(tell)];
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
