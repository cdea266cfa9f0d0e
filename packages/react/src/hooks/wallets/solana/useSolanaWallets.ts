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
 * A Solana wallet of the user, with the functions to use it. An embedded wallet asks the user in the modal first,
 * unless the app signs without prompts; an external wallet asks by itself. A request that the user declines fails with
 * `user_rejected_request`. Transactions are serialized bytes.
 */
export interface ConnectedSolanaWallet extends Omit<ConnectedWallet, 'getEthereumProvider' | 'switchChain'> {
  /**
   * Signs a text. Returns the signature in base 58. An embedded wallet fails with `invalid_message` if the text is
   * empty or a transaction of this wallet; an external wallet checks the text itself.
   */
  signMessage(input: { message: string } & WithUiOptions): Promise<string>;
  /**
   * Signs a transaction. Returns it with the signature included. An embedded wallet fails with `invalid_data` if it is
   * not one of the transaction's signers.
   */
  signTransaction(input: { transaction: Uint8Array } & WithUiOptions): Promise<Uint8Array>;
  /** Signs several transactions, one after the other. */
  signAllTransactions(input: { transactions: readonly Uint8Array[] } & WithUiOptions): Promise<Uint8Array[]>;
  /**
   * Signs a transaction and sends it. Returns its id in base 58. An embedded wallet sends through the host's node
   * (`config.solana.rpcUrls`), and returns the id once the node has accepted the transaction, or once it has reached
   * `options.commitment`. An external wallet sends by itself, and ignores `chain` and `options`.
   *
   * An embedded wallet fails with `unsupported_chain_id` without a node, and with `transaction_failure` if the node
   * refused it, it failed on the network, or its block hash expired (`details.error` is `expired`). After
   * `network_error` or `client_request_timeout` with an id in `details.signature`, the transaction may still arrive.
   */
  sendTransaction(
    input: { transaction: Uint8Array; chain?: SolanaChain; options?: SolanaSendOptions } & WithUiOptions,
  ): Promise<string>;
}

export interface UseSolanaWallets {
  ready: boolean;
  wallets: readonly ConnectedSolanaWallet[];
  /**
   * Creates the user's Solana wallet without showing a screen. Fails with `must_be_authenticated`,
   * `embedded_wallet_already_exists`, and with `not_supported` if the user's Ethereum wallet has user-owned recovery.
   */
  createWallet(): Promise<WalletAccount>;
}

/**
 * Lists the user's Solana wallets: the active one first, then embedded wallets, then external ones.
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
