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

/** Lists the signed-in user's embedded wallets; none without a user. */
export function listWallets(client: LatchkeyClient): WalletAccount[] {
  return client.getState().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
}

/**
 * Gives a wallet of the signed-in user: the one of an address, else the Ethereum one.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found` (EMBW-22)
 */
export function getEmbeddedWallet(client: LatchkeyClient, address?: string): WalletAccount {
  const { user } = client.getState();
  return getWallet(user ?? fail('must_be_authenticated'), address);
}

/**
 * Tells whether the app's createOnLogin asks for a wallet, of either chain, that the signed-in user does not have
 * (EMBW-16, EMBW-17). None is as long as the session has to verify a second factor: none could be made.
 */
export function needsWallet(
  state: Pick<ClientState, 'settings' | 'user'> & Partial<Pick<ClientState, 'isFactorPending'>>,
): boolean {
  return !state.isFactorPending && listDueWallets(state).length > 0;
}

/**
 * Lists the chains on which the app's createOnLogin asks for a wallet that the signed-in user does not have, in the order
 * in which they are made. 'users-without-wallets' counts external wallets too, for Ethereum those of any chain (EMBW-16);
 * the wire's 'all-users' counts the primary embedded one of the chain alone.
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
  // Beside a recovery that is the user's own there is no Solana wallet (SOL-03): asked for, it would fail at each login.
  const { recoveryMethod = 'privy' } = embeddedWalletOf(accounts, 'ethereum') ?? {};
  const isPossible = recoveryMethod === 'privy' && !requireUserOwnedRecoveryOnCreate;
  const ofSolana = wallets.filter((wallet) => wallet.chainType === 'solana');
  if (isPossible && isDue(solana.createOnLogin, 'solana', ofSolana)) due.push('solana');
  return due;
}

/** Gives the state of the hidden wallet frame. A confirm button waits for `ready` (SIGN-03). */
export function getWalletFrameState(client: LatchkeyClient): WalletFrameState {
  return contextsOf(client).frame.state.get();
}

/** Calls back after every change of {@link getWalletFrameState}; returns the function that stops it. */
export function subscribeWalletFrame(client: LatchkeyClient, listener: () => void): () => void {
  return contextsOf(client).frame.state.subscribe(listener);
}

/**
 * Finds the wallet that an operation means: the one of an address, else the primary one of the chain.
 *
 * @param chainType where the operation is for one chain alone: a wallet of another one is none
 * @throws ServiceError `embedded_wallet_not_found` (EMBW-22)
 */
export function getWallet(user: User, address: string | undefined, chainType?: ChainType): WalletAccount {
  return findWallet(user, address, chainType) ?? fail('embedded_wallet_not_found');
}

/** As {@link getWallet}; null where there is none. */
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

/** Ethereum addresses differ in case by their check sum only (EIP-55); Solana's are exact. */
export function isSameAddress(a: string, b: string): boolean {
  return a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b;
}
