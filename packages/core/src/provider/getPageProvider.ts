import { contextsOf, type WalletsContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ConfirmAndSign, chainsOf, signEthereum } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { createUserProvider } from './createUserProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import type { Confirmations } from './toProviderParts.ts';

const pageProviders = new WeakMap<WalletsContext, EthereumProvider>();

/**
 * Returns the EIP-1193 provider of the page: there before anyone is logged in, and always the same one. It is of the Ethereum
 * wallet of the user who is signed in; `eth_requestAccounts` leads there by the screens of `setWalletScreens`, which ask about
 * each request as well, unless the app says otherwise.
 *
 * @throws ServiceError nothing by itself; its requests fail with the codes of EIP-1193 and EIP-1474
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
