import { fail } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { createChains } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { createUserProvider } from './createUserProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import type { WalletScreens } from './walletScreens.ts';

/**
 * Creates a provider that any script of the page can find.
 *
 * A script to which the host never gave the wallet could request signatures. So the user confirms every signature and
 * transaction, whatever `noPromptOnSignature` says. A chain switch affects only this provider, so transactions that
 * the host sends without a prompt stay on the host's chain.
 */
export function openAnnouncedProvider(client: LatchkeyClient): EthereumProvider {
  const { wallets } = contextsOf(client);
  const confirm = async (): Promise<WalletScreens> =>
    (await findWalletScreens(wallets)) ??
    fail('not_supported', { message: 'This page asks no one', details: { reason: 'no_approval_screen' } });
  return createUserProvider(client, confirm, createChains(wallets.session));
}
