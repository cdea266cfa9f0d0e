import type { ConnectorContext } from '@latchkey/core';
import type { EngineTypes } from '@walletconnect/types';

/** What a wallet is asked to be able to do; it says which of these it can. */
const methods = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'eth_signTypedData',
  'eth_signTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
] as const;

/**
 * The session that a page asks for: the app's chains, the wanted one first. All of it is optional, because a wallet refuses a
 * proposal of which it lacks something required; a Safe, for one, is on a single chain.
 */
export function toProposal({ chains }: ConnectorContext, chainId: number): EngineTypes.ConnectParams {
  const ids = new Set([chainId, ...chains.map(({ id }) => id)]);
  return {
    optionalNamespaces: {
      eip155: {
        chains: [...ids].map((id) => `eip155:${id}`),
        methods: [...methods],
        events: ['accountsChanged', 'chainChanged'],
      },
    },
  };
}
