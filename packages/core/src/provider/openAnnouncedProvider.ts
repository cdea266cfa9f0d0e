import { fail } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { createChains } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { createUserProvider } from './createUserProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import type { WalletScreens } from './walletScreens.ts';

/**
 * Makes a provider that any script of the page may have.
 *
 * Threat: a library that the host never gave the wallet to has a signature by it. So each request is put to the person, no
 * matter what `noPromptOnSignature` says, and the chain that it switches to is this provider's alone: what the host sends
 * unseen stays on the host's chain.
 */
export function openAnnouncedProvider(client: LatchkeyClient): EthereumProvider {
  const { wallets } = contextsOf(client);
  const confirm = async (): Promise<WalletScreens> =>
    (await findWalletScreens(wallets)) ??
    fail('not_supported', { message: 'This page asks no one', details: { reason: 'no_approval_screen' } });
  return createUserProvider(client, confirm, createChains(wallets.session));
}
