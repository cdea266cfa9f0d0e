import { contextsOf, type WalletsContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ConfirmAndSign, chainsOf, signEthereum } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { createUserProvider } from './createUserProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import type { Confirmations } from './toProviderParts.ts';

const pageProviders = new WeakMap<WalletsContext, EthereumProvider>();

/**
 * Returns a client's EIP-1193 provider for the signed-in user's Ethereum wallet. It exists before a user is signed
 * in, and stays the same object. `eth_requestAccounts` logs the user in with the screens of `setWalletScreens`.
 * These screens also confirm signatures and transactions. If prompts are turned off, they confirm only bare hashes.
 * Without screens, the provider requests signatures from the wallet frame without a prompt.
 *
 * @returns the provider; its requests reject with the codes of EIP-1193, EIP-1474 and EIP-5792, or with the node's
 *   own code
 * @example
 * const provider = await getPageProvider(client);
 * const [address] = await provider.request({ method: 'eth_requestAccounts' });
 */
export function getPageProvider(client: LatchkeyClient): EthereumProvider {
  const { frame, session, wallets } = contextsOf(client);
  const before = pageProviders.get(wallets);
  if (before) return before;
  const signRaw: ConfirmAndSign = async (request) => {
    const screens = await findWalletScreens(wallets);
    return screens ? screens.sign(request) : signEthereum(frame, request);
  };
  const confirm = async (): Promise<Confirmations> => {
    const isUnasked = session.state.get().settings?.embeddedWallets.noPromptOnSignature ?? false;
    return isUnasked ? { signRaw } : ((await findWalletScreens(wallets)) ?? {});
  };
  const provider = createUserProvider(client, confirm, chainsOf(session));
  pageProviders.set(wallets, provider);
  return provider;
}
