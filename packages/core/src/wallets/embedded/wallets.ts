import {
  type ChainType,
  type CreateOnLogin,
  embeddedWalletOf,
  fail,
  isEmbeddedWallet,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { WalletFrameState } from '../../frame/index.ts';
import type { ClientState, LatchkeyClient } from '../../latchkeyClient.ts';

/** Returns the signed-in user's embedded wallets; empty without a user. */
export function listWallets(client: LatchkeyClient): WalletAccount[] {
  return client.getState().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
}

/**
 * Returns the signed-in user's wallet with an address, or their Ethereum wallet by default.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found` (EMBW-22)
 */
export function getEmbeddedWallet(client: LatchkeyClient, address?: string): WalletAccount {
  const { user } = client.getState();
  return getWallet(user ?? fail('must_be_authenticated'), address);
}

/**
 * Returns true if the signed-in user lacks a wallet that login should create, as {@link listDueWallets} decides
 * (EMBW-16, EMBW-17). Returns false while the session must verify a second factor, because creation would fail.
 */
export function needsWallet(
  state: Pick<ClientState, 'settings' | 'user'> & Partial<Pick<ClientState, 'isFactorPending'>>,
): boolean {
  return !state.isFactorPending && listDueWallets(state).length > 0;
}

/**
 * Lists the chains on which `createOnLogin` requires a wallet that the signed-in user does not have, in the order of
 * creation. With 'users-without-wallets', external wallets count too, and for Ethereum, Solana wallets also count
 * (EMBW-16). With 'all-users', only the chain's primary embedded wallet counts. Omits Solana if the recovery of the
 * Ethereum wallet is the user's own, or must be according to the app.
 */
export function listDueWallets({ settings, user }: Pick<ClientState, 'settings' | 'user'>): ChainType[] {
  if (!settings || !user) return [];
  const { createOnLogin, solana, requireUserOwnedRecoveryOnCreate } = settings.embeddedWallets;
  const accounts = user.linkedAccounts;
  const wallets = accounts.filter((account) => account.type === 'wallet');
  const isDue = (mode: CreateOnLogin, chainType: ChainType, counted: readonly unknown[]) => {
    if (mode === 'all-users') return embeddedWalletOf(accounts, chainType) === null;
    return mode !== 'off' && counted.length === 0;
  };
  const due: ChainType[] = isDue(createOnLogin, 'ethereum', wallets) ? ['ethereum'] : [];
  // A Solana wallet cannot share user-owned recovery (SOL-03). Its creation would fail at every login, or prevent such
  // recovery of the Ethereum wallet (SOL-02).
  const { recoveryMethod = 'privy' } = embeddedWalletOf(accounts, 'ethereum') ?? {};
  const isPossible = recoveryMethod === 'privy' && !requireUserOwnedRecoveryOnCreate;
  const ofSolana = wallets.filter((wallet) => wallet.chainType === 'solana');
  if (isPossible && isDue(solana.createOnLogin, 'solana', ofSolana)) due.push('solana');
  return due;
}

/** Returns the state of the hidden wallet frame. A confirm button waits for `ready` (SIGN-03). */
export function getWalletFrameState(client: LatchkeyClient): WalletFrameState {
  return contextsOf(client).frame.state.get();
}

/** Calls `listener` after every change of {@link getWalletFrameState}. Returns a function that unsubscribes. */
export function subscribeWalletFrame(client: LatchkeyClient, listener: () => void): () => void {
  return contextsOf(client).frame.state.subscribe(listener);
}

/**
 * Returns the user's wallet with an address. Without an address, returns the primary wallet of the chain, or of
 * Ethereum if no chain is given.
 *
 * @param chainType for an operation on one chain: wallets of the other chain are ignored
 * @throws ServiceError `embedded_wallet_not_found` (EMBW-22)
 */
export function getWallet(user: User, address: string | undefined, chainType?: ChainType): WalletAccount {
  return findWallet(user, address, chainType) ?? fail('embedded_wallet_not_found');
}

/** Like {@link getWallet}, but returns null if there is none. */
export function findWallet(
  { linkedAccounts }: User,
  address: string | undefined,
  chainType?: ChainType,
): WalletAccount | null {
  if (address === undefined) return embeddedWalletOf(linkedAccounts, chainType ?? 'ethereum');
  const wallets = linkedAccounts
    .filter(isEmbeddedWallet)
    .filter((account) => chainType === undefined || account.chainType === chainType);
  return wallets.find((account) => isSameAddress(account.address, address)) ?? null;
}

/** Compares addresses. On Ethereum, case is only a checksum (EIP-55). On Solana it is significant. */
export function isSameAddress(a: string, b: string): boolean {
  return a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b;
}
