import { createWallet, listWallets, registerSolanaWallet, signRequest } from '@latchkey/core/startup';
import { useEffect } from 'react';
import { type Binding, useBindingResult } from '../../../binding.ts';
import { askInModal } from '../askInModal.ts';

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
    const { client } = binding;
    const registration = registerSolanaWallet(client, {
      name,
      connect: () => enter(binding),
      // Read at each request: the settings may not be there yet when the wallet is registered.
      sign: (request) => askInModal<string>(binding).sign?.(request) ?? signRequest(client, request),
    }).catch(() => null); // its code could not be loaded: then there is no wallet to find
    return () => void registration.then((unregister) => unregister?.());
  }, [binding, name]);
}

/** Logs somebody in where nobody is, and creates their Solana wallet where they have none. */
async function enter({ client, door }: Binding): Promise<void> {
  if (!client.getState().authenticated) await door.open('login', undefined);
  if (listWallets(client).some(({ chainType }) => chainType === 'solana')) return;
  await createWallet(client, { chainType: 'solana' });
}
