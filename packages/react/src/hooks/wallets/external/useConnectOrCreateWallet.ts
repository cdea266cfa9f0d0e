import { listWallets } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { type Binding, bindingOf, useBindingResult } from '../../../binding.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { tellConnection } from './tellConnection.ts';

export interface UseConnectOrCreateWalletOptions {
  /** Called with the wallet: one that the person connected, or their embedded one, behind a login. */
  onSuccess?(result: { wallet: ConnectedWallet }): void;
  /** Called when there is none: as `useConnectWallet` and `useLogin` say; `exited_auth_flow` when the person closed the modal. */
  onError?(error: ServiceError): void;
}

/**
 * Lets a person connect a wallet of theirs, or log in by any other method, who gets an embedded wallet where they have none
 * (EXTW-18). A wallet that is connected so logs no one in.
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
