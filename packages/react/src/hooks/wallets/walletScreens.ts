import { type Hex, listWallets, type WalletScreens } from '@latchkey/core';
import type { Binding } from '../../binding.ts';

/** Returns the modal's screens for requests of a dapp library. */
export function createWalletScreens(binding: Binding): WalletScreens {
  const { modal } = binding;
  return {
    connect: () => connect(binding),
    sign: async (request) => (await modal.open('sign', request)).signature as Hex,
    send: (question) => modal.open('send', question),
    signTransaction: async (question) => (await modal.open('sign-transaction', question)).signature as Hex,
  };
}

/**
 * Logs the user in and creates a wallet if necessary. For a signed-in user with a wallet, makes the wallet available
 * on this device.
 */
async function connect({ client, modal }: Binding): Promise<void> {
  const hasWallet = () => listWallets(client).some(({ chainType }) => chainType === 'ethereum');
  if (client.getState().authenticated && hasWallet()) {
    await modal.open('recover', {});
    return;
  }
  if (!client.getState().authenticated) await modal.open('login', undefined);
  if (!hasWallet()) await modal.open('create-wallet', undefined);
}
