import { chainSettingsOf } from '../config/index.ts';
import { contextsOf } from '../contexts.ts';
import {
  findLinkedWallet,
  getLinkedWallet,
  requestCrossAppWallet,
  type WalletRequest,
} from '../cross-app/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { chainsOf, createOwnChain, isSameAddress } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { answerAll, createChainMethods, type Methods } from './dispatch.ts';
import { readPersonalSign } from './personalSignParams.ts';
import { createProviderEvents } from './providerEvents.ts';
import { providerError } from './toProviderError.ts';
import { readTransactionParams } from './transactionParams.ts';

/**
 * Returns a provider app's wallet as an EIP-1193 provider, for dapp libraries. Requests to sign open a popup, so send
 * them in a click handler. The host's node answers reads. Other methods that sign, such as `eth_sign`, are rejected
 * with 4200.
 *
 * @param wallet.address address of a wallet in one of the user's linked provider app accounts
 * @returns the provider, synchronously; its requests reject with the codes of EIP-1193 and EIP-1474, such as 4001 if
 *   the user declines, or with the node's own code
 * @example
 * const provider = getCrossAppEthereumProvider(client, { address });
 * const walletClient = createWalletClient({ account: address, transport: custom(provider) });
 */
export function getCrossAppEthereumProvider(
  client: LatchkeyClient,
  wallet: { readonly address: string },
): EthereumProvider {
  const { page, session } = contextsOf(client);
  const settings = () => chainSettingsOf(session);
  const find = () =>
    (client.getState().authenticated && findLinkedWallet(client, wallet.address)?.address) || null;
  const get = () => getLinkedWallet(client, wallet.address).address;
  const chain = createOwnChain(chainsOf(session), find);
  const events = createProviderEvents(session, { find, chain });

  const request = (signer: unknown, request: (address: string) => WalletRequest) => {
    const address = get();
    if (typeof signer !== 'string' || !isSameAddress(signer, address))
      throw providerError(4100, `This wallet signs for ${address} only`);
    return requestCrossAppWallet(client, { address }, request(address));
  };
  const methods: Methods = {
    eth_accounts: () => events.accounts(),
    eth_requestAccounts: () => [get()],
    ...createChainMethods(settings, chain),
    personal_sign(params) {
      const [data, signer] = readPersonalSign(params, get());
      return request(signer, (address) => ({ method: 'personal_sign', params: [data, address] }));
    },
    eth_signTypedData_v4: ([signer, data]) =>
      request(signer, (address) => ({ method: 'eth_signTypedData_v4', params: [address, data] })),
    eth_sendTransaction([given]) {
      const transaction = readTransactionParams(given, { address: get(), chainId: chain.get() });
      return request(transaction.from, () => ({ method: 'eth_sendTransaction', params: [transaction] }));
    },
  };

  return {
    on: events.on,
    removeListener: events.removeListener,
    request: answerAll(page, {
      settings,
      chain,
      name: 'wallet of another app',
      findMethod: (name) => (Object.hasOwn(methods, name) ? methods[name] : undefined),
    }),
  };
}
