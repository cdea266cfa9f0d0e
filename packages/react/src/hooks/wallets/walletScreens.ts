import { type Hex, listWallets, type WalletScreens } from '@latchkey/core';
import type { Binding } from '../../binding.ts';

/**
 * The modal, for what a dapp library asks of the wallet. It comes with the modal's code, and uses nothing of the hooks: what
 * both need would be loaded at start.
 */
export function createWalletScreens(binding: Binding): WalletScreens {
  const { modal } = binding;
  return {
    connect: () => connect(binding),
    sign: async (request) => (await modal.open('sign', request)).signature as Hex,
    send: (question) => modal.open('send', question),
    signTransaction: async (question) => (await modal.open('sign-transaction', question)).signature as Hex,
  };
}

/** Logs someone in where no one is, creates their wallet where they have none, and has them recover one that is not here. */
async function connect({ client, modal }: Binding): Promise<void> {
  const hasWallet = () => listWallets(client).some(({ chainType }) => chainType === 'ethereum');
  if (client.getState().authenticated && hasWallet()) {
    await modal.open('recover', {});
    return;
  }
  if (!client.getState().authenticated) await modal.open('login', undefined);
  if (!hasWallet()) await modal.open('create-wallet', undefined);
}
