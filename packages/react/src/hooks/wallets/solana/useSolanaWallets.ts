import { createWallet, type SolanaChain, type SolanaSendOptions, type UsableWallet } from '@latchkey/core';
import type { WalletAccount } from '@latchkey/wire';
import { type Binding, bindingOf, useBindingResult } from '../../../binding.ts';
import { useClientState } from '../../useClientState.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { useWalletsOf } from '../useExternalWallet.ts';
import { externalWalletActions } from './externalSigner.ts';
import {
  sendTransaction,
  signAllTransactions,
  signMessage,
  signTransaction,
  type WithUiOptions,
} from './solanaOperations.ts';

/**
 * A Solana wallet of the person's, with the ways to use it. An embedded one asks the user in the modal first, unless the app says
 * otherwise, one that they brought asks by itself; each fails with `user_rejected_request` where they decline. Transactions are
 * bytes, as libraries serialise them.
 */
export interface ConnectedSolanaWallet extends Omit<ConnectedWallet, 'getEthereumProvider' | 'switchChain'> {
  /** Signs a text. Gives the signature in base 58. Fails with `invalid_message` for anything but a text that is none. */
  signMessage(input: { message: string } & WithUiOptions): Promise<string>;
  /** Signs a transaction, and gives it back with the signature in its place. Fails with `invalid_data` for none of ours. */
  signTransaction(input: { transaction: Uint8Array } & WithUiOptions): Promise<Uint8Array>;
  /** Signs several, one after the other: each is asked for. */
  signAllTransactions(input: { transactions: readonly Uint8Array[] } & WithUiOptions): Promise<Uint8Array[]>;
  /**
   * Signs a transaction and sends it by the host's node (`config.solana.rpcUrls`). Gives its id in base 58, once the node has
   * taken it, or once the network is as sure as `options.commitment` says; a wallet that the person brought sends by its own node. Fails with `unsupported_chain_id` without a node,
   * `transaction_failure` where it cannot arrive (`details.error` is `expired` where its block hash has ended); other errors carry the id in `details.signature`: it may still arrive.
   */
  sendTransaction(
    input: { transaction: Uint8Array; chain?: SolanaChain; options?: SolanaSendOptions } & WithUiOptions,
  ): Promise<string>;
}

export interface UseSolanaWallets {
  ready: boolean;
  wallets: readonly ConnectedSolanaWallet[];
  /**
   * Creates the user's Solana wallet, unseen. Fails with `must_be_authenticated`, `embedded_wallet_already_exists`, and
   * with `not_supported` beside an Ethereum wallet whose recovery is the user's own.
   */
  createWallet(): Promise<WalletAccount>;
}

/**
 * The person's Solana wallets: the one in use first, then the embedded ones, then those that they brought.
 *
 * @example
 * ```tsx
 * const { wallets, createWallet } = useSolanaWallets();
 * const wallet = wallets[0] ?? (await createWallet());
 * ```
 */
export function useSolanaWallets(): UseSolanaWallets {
  const result = useBindingResult();
  const { ready } = useClientState();
  const wallets = useWalletsOf('solana', connect);
  const create = useStable(async () => createWallet(bindingOf(result).client, { chainType: 'solana' }));
  return { ready, wallets, createWallet: create };
}

function connect(binding: Binding, wallet: UsableWallet): ConnectedSolanaWallet {
  const { address } = wallet;
  const { getEthereumProvider: _, switchChain: __, ...connected } = connectedOf(binding, wallet);
  if ('getEthereumProvider' in wallet) return { ...connected, ...externalWalletActions(wallet) };
  return {
    ...connected,
    signMessage: async (input) => signMessage(binding, address, input),
    signTransaction: async (input) => signTransaction(binding, address, input),
    signAllTransactions: async (input) => signAllTransactions(binding, address, input),
    sendTransaction: async (input) => sendTransaction(binding, address, input),
  };
}
