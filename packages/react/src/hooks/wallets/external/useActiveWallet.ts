import { setActiveWallet } from '@latchkey/core';
import { useMemo } from 'react';
import { bindingOf, useBindingResult } from '../../../binding.ts';
import { useClientState } from '../../useClientState.ts';
import { useStable } from '../../useStable.ts';
import { type ConnectedWallet, connectedOf } from '../connected.ts';
import { useActive } from '../useExternalWallet.ts';

export interface UseActiveWallet {
  /**
   * The wallet in use, of either chain: the one that the person chose last, by connecting it or by `setActiveWallet`, while it is
   * there; else the one that was connected last, else the embedded one. Null without any, and until one that they chose before a
   * reload is back.
   */
  readonly wallet: ConnectedWallet | null;
  /** Makes a wallet the one in use, kept over reloads. Fails with `not_found` for one that is neither connected nor the user's. */
  setActiveWallet(wallet: Pick<ConnectedWallet, 'address' | 'chainType'>): void;
}

/**
 * The one wallet that your app is to use now. wagmi's connector hears of a change in the same tick.
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
