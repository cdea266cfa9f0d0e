import { listWallets } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { type Binding, bindingOf, useBindingResult } from '../../../binding.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { tellConnection } from './tellConnection.ts';

export interface UseConnectOrCreateWalletOptions {
  /** Called with the wallet that the user connected, else with the user's embedded wallet. */
  onSuccess?(result: { wallet: ConnectedWallet }): void;
  /**
   * Called on failure. If the user closed the modal: with `exited_auth_flow`, even after an error that it showed; while
   * the embedded wallet was being created, with `exited_wallet_flow` or the error that the modal showed last.
   */
  onError?(error: ServiceError): void;
}

/**
 * Lets a user connect an external wallet, or log in with any other method and get an embedded wallet if they have
 * none (EXTW-18). Connecting a wallet does not log the user in. A user who is logged in already is offered no external
 * wallet.
 *
 * @example
 * ```tsx
 * const { connectOrCreateWallet } = useConnectOrCreateWallet({ onSuccess: ({ wallet }) => show(wallet.address) });
 * ```
 */
export function useConnectOrCreateWallet({ onSuccess, onError }: UseConnectOrCreateWalletOptions = {}): {
  connectOrCreateWallet(): void;
} {
  const result = useBindingResult();
  const connectOrCreateWallet = useStable(() =>
    tellConnection(
      Promise.resolve().then(() => connectOrCreate(bindingOf(result))),
      'exited_auth_flow',
      { onSuccess, onError },
    ),
  );
  return { connectOrCreateWallet };
}

async function connectOrCreate(binding: Binding): Promise<{ wallet: ConnectedWallet }> {
  const { client, modal } = binding;
  const findEmbedded = () => listWallets(client).find(({ chainType }) => chainType === 'ethereum');
  if (!client.getState().authenticated) {
    const done = await modal.open('connect-or-create', undefined);
    if ('connected' in done) return { wallet: connectedOf(binding, done.connected) };
  }
  if (!findEmbedded()) await modal.open('create-wallet', undefined);
  const wallet = findEmbedded();
  if (!wallet) throw new Error('a wallet was created, and the user has none');
  return { wallet: connectedOf(binding, wallet) };
}
