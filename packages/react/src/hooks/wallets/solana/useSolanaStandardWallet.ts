import { useEffect } from 'react';
import { useBindingResult } from '../../../binding.ts';
import { register } from './solanaOperations.ts';

/**
 * Registers the user's Solana wallet with Wallet Standard code in this page, such as wallet adapters, while the
 * component is mounted. When such code connects, the user logs in and gets a wallet if necessary.
 *
 * @example
 * ```tsx
 * useSolanaStandardWallet({ name: 'Your app' });
 * ```
 */
export function useSolanaStandardWallet({ name = 'Latchkey' }: { name?: string } = {}): void {
  const { binding } = useBindingResult();
  useEffect(() => {
    if (!binding) return;
    const registration = register(binding, name).catch(() => null); // the code could not be loaded, so there is no wallet to find
    return () => void registration.then((unregister) => unregister?.());
  }, [binding, name]);
}
