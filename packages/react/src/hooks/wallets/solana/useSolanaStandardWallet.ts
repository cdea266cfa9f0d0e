import { useEffect } from 'react';
import { useBindingResult } from '../../../binding.ts';
import { register } from './solanaOperations.ts';

/**
 * Shows the user's Solana wallet to Solana code in this page that looks for wallets by the Wallet Standard, such as wallet
 * adapters, while the component is there. Where such code asks to connect, people log in and get their wallet.
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
    const registration = register(binding, name).catch(() => null); // its code could not be loaded: then there is no wallet to find
    return () => void registration.then((unregister) => unregister?.());
  }, [binding, name]);
}
