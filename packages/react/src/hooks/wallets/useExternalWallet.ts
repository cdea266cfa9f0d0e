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
 * The person's wallets of a chain, embedded and brought: the one in use first, then the embedded ones, then those that they
 * brought, the latest first.
 *
 * @param connect makes of each what the hook gives; the same function at every render
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

/** The wallet in use, of whatever kind. */
export function useActive(): UsableWallet | null {
  return useOfClient(subscribeActiveWallet, getActiveWallet, null);
}

/** What a client tells, and tells of its changes; `absent` on the server and without a client. */
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
