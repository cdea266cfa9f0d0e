import {
  type ConnectedWallet,
  getActiveWallet,
  type LatchkeyClient,
  listExternalWallets,
  listWallets,
  subscribeActiveWallet,
  subscribeExternalWallets,
  type UsableWallet,
} from '@latchkey/core';
import type { ChainType } from '@latchkey/wire';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type Binding, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';

const none: readonly ConnectedWallet[] = [];

/**
 * Lists the user's wallets of a chain: the active one first, then embedded wallets, then external ones, newest first.
 *
 * @param connect creates the hook's wallet from a wallet; must be the same function at every render
 */
export function useWalletsOf<Wallet>(
  chainType: ChainType,
  connect: (binding: Binding, wallet: UsableWallet) => Wallet,
): readonly Wallet[] {
  const { binding } = useBindingResult();
  const { user } = useClientState();
  const external = useOfClient(subscribeExternalWallets, listExternalWallets, none);
  const active = useActive();
  return useMemo(() => {
    if (!binding) return [];
    const all: readonly UsableWallet[] = [...(user ? listWallets(binding.client) : []), ...external];
    const isFirst = (wallet: UsableWallet) => Number(wallet === active);
    return all
      .filter((wallet) => wallet.chainType === chainType)
      .sort((a, b) => isFirst(b) - isFirst(a))
      .map((wallet) => connect(binding, wallet));
  }, [active, binding, external, chainType, connect, user]);
}

export function useActive(): UsableWallet | null {
  return useOfClient(subscribeActiveWallet, getActiveWallet, null);
}

/** Subscribes to a value of the client. Returns `absent` on the server and without a client. */
function useOfClient<Value>(
  subscribe: (client: LatchkeyClient, listener: () => void) => () => void,
  read: (client: LatchkeyClient) => Value,
  absent: Value,
): Value {
  const client = useBindingResult().binding?.client;
  return useSyncExternalStore(
    useCallback((listener) => (client ? subscribe(client, listener) : () => {}), [client, subscribe]),
    () => (client ? read(client) : absent),
    () => absent,
  );
}
