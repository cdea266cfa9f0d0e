import { setActiveWallet } from '@latchkey/core';
import { useMemo } from 'react';
import { bindingOf, useBindingResult } from '../../../binding.ts';
import { useClientState } from '../../useClientState.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { useActive } from '../useExternalWallet.ts';

export interface UseActiveWallet {
  /**
   * Active wallet, of either chain: the wallet that the user chose last, by connecting it or through
   * `setActiveWallet`, if it is available; else the wallet connected last, else the embedded wallet. Null if there is
   * no wallet, and after a reload until the active wallet is known.
   */
  readonly wallet: ConnectedWallet | null;
  /**
   * Makes a wallet the active one. The choice survives reloads. Fails with `not_found` if the wallet is neither
   * connected nor one of the user's embedded wallets.
   */
  setActiveWallet(wallet: Pick<ConnectedWallet, 'address' | 'chainType'>): void;
}

/**
 * Returns the one wallet that your app should use now.
 *
 * @example
 * ```tsx
 * const { wallet, setActiveWallet } = useActiveWallet();
 * return wallets.map((one) => <button onClick={() => setActiveWallet(one)}>{one.meta.name}</button>);
 * ```
 */
export function useActiveWallet(): UseActiveWallet {
  const result = useBindingResult();
  const { binding } = result;
  const active = useActive();
  const { user } = useClientState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an account of the user says when a wallet was linked
  const wallet = useMemo(() => active && binding && connectedOf(binding, active), [active, binding, user]);
  return {
    wallet,
    setActiveWallet: useStable((wallet) => setActiveWallet(bindingOf(result).client, wallet)),
  };
}
